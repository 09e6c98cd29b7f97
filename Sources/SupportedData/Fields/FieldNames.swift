import HealthRecords

/// Which native names fill which slots: worked out once per name, looked up once per batch, then found by the name's symbol.
final class FieldNames {
  /// Where the roles of a name lie in `roles`.
  private struct Entry {
    /// -1 for a symbol that has not been met.
    var start: Int32 = -1
    var count: UInt8 = 0
    /// Whether the field is kept in the native data.
    var isKept = true
  }

  let slots: [FieldSlot]
  private var exact: [String: [FieldRole]] = [:]
  /// The shape's unit keys by name; one name may be a unit of several dimensions.
  private let unitKeys: [String: [Int]]
  private let unitNames: Set<String>
  private let prefixes: [String]
  private let isSnakeCase: Bool
  /// The slot of a value that may stand under its unit's name alone.
  private let mainSlot: Int?
  // The tables below belong to one thread and are asked for each field of each record: their accesses are not checked again
  // when the program runs.

  /// By the index of a symbol of the batch.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The indices of those that are filled.
  @exclusivity(unchecked) private var filled: [Int] = []
  @exclusivity(unchecked) private var roles: [FieldRole] = []
  /// What was worked out for earlier batches; `FieldPlans` limits how much that may be.
  @exclusivity(unchecked) private var known: [String: Entry] = [:]
  private(set) var knownBytes = 0
  var knownCount: Int { known.count }
  /// Up to how many symbols a batch may have for its room to be kept for the next one.
  static let keptSymbols = 4096

  /// Creates the names of `slots`; `paths` are the paths of each of them.
  init(
    _ slots: [FieldSlot], paths: [[String]], shape: ShapeMapping?, word: String = "",
    mainSlot: Int? = nil, declaresUnit: Bool = true
  ) {
    self.slots = slots
    self.mainSlot = mainSlot
    isSnakeCase = shape?.isSnakeCase ?? false
    unitKeys = Dictionary(
      (shape?.unitKeys ?? []).enumerated().map { ($1.key, [$0]) }, uniquingKeysWith: +)
    let declared = (shape?.unitPaths ?? []) + slots.flatMap { $0.rule?.unitPaths ?? [] }
    unitNames = Set(declared.map { String($0.split(separator: ".").last ?? "") })
    prefixes = (shape?.inside ?? []).map { ($0 == "$type" ? word : $0) + "." }
    for (slot, paths) in paths.enumerated() {
      for (place, path) in paths.enumerated() { add(path, slot, place) }
      for path in slots[slot].rule?.unitPaths ?? [] { declareUnit(path, slot) }
    }
    if let mainSlot {
      for (place, path) in (shape?.valuePaths ?? []).enumerated() {
        add(path, mainSlot, paths[mainSlot].count + place)
      }
      if declaresUnit {
        for path in shape?.unitPaths ?? [] { declareUnit(path, mainSlot) }
      } else {
        ignore(shape?.unitPaths ?? [])
      }
    }
  }

  /// Marks fields as given back by others.
  func ignore(_ paths: [String]) {
    for path in paths where exact[path] == nil {
      exact[path] = [FieldRole(slot: -1, rank: 0, unit: FieldRole.Unit.bare)]
    }
  }

  private func add(_ path: String, _ slot: Int, _ place: Int) {
    let role = FieldRole(
      slot: Int16(truncatingIfNeeded: slot), rank: UInt16(truncatingIfNeeded: place * 128),
      unit: FieldRole.Unit.bare)
    exact[path, default: []].append(role)
    guard isSnakeCase else { return }
    let snake = snakeCase(path)
    if snake != path { exact[snake, default: []].append(role) }
  }

  private func declareUnit(_ path: String, _ slot: Int) {
    exact[path, default: []].append(
      FieldRole(
        slot: Int16(truncatingIfNeeded: slot), rank: 0, unit: FieldRole.Unit.declares))
  }

  // MARK: - Lookups

  /// Forgets the symbols of the last batch.
  func beginBatch() {
    if entries.count < Self.keptSymbols {
      for index in filled { entries[index] = Entry() }
    } else {
      entries = []
    }
    filled.removeAll(keepingCapacity: true)
  }

  /// Where the roles of a native name are; nowhere for one that no slot asks for.
  @inline(__always)
  func places(of name: Symbol, in symbols: SymbolTable) -> Range<Int> {
    let entry = entry(of: name, in: symbols)
    return Int(entry.start)..<Int(entry.start) &+ Int(entry.count)
  }

  /// The role at one of the places of a name.
  @inline(__always)
  func role(at place: Int) -> FieldRole { roles[place] }

  /// Whether a field is kept in the native data: nothing has read it, or it cannot be computed back.
  @inline(__always)
  func keeps(_ name: Symbol, in symbols: SymbolTable) -> Bool {
    entry(of: name, in: symbols).isKept
  }

  @inline(__always)
  private func entry(of name: Symbol, in symbols: SymbolTable) -> Entry {
    let index = Int(name.index)
    if index < entries.count, entries[index].start >= 0 { return entries[index] }
    return resolve(name, symbols)
  }

  private func resolve(_ name: Symbol, _ symbols: SymbolTable) -> Entry {
    let index = Int(name.index)
    if entries.count <= index {
      entries.append(contentsOf: repeatElement(Entry(), count: index &+ 1 &- entries.count))
    }
    let text = symbols.string(of: name) ?? ""
    let entry = known[text] ?? workOut(text)
    entries[index] = entry
    filled.append(index)
    return entry
  }

  private func workOut(_ name: String) -> Entry {
    let found = roles(of: name).prefix(Int(UInt8.max))
    let entry = Entry(
      start: Int32(truncatingIfNeeded: roles.count), count: UInt8(truncatingIfNeeded: found.count),
      isKept: found.isEmpty || found.contains { $0.slot >= 0 && slots[Int($0.slot)].isKept })
    roles.append(contentsOf: found)
    known[name] = entry
    knownBytes &+= name.utf8.count
    return entry
  }

  /// The roles of a name from the record's root, or within a member whose fields count as the record's own.
  func roles(of name: String) -> [FieldRole] {
    let own = rolesAtRoot(name)
    if !own.isEmpty { return own }
    for prefix in prefixes where name.hasPrefix(prefix) {
      return rolesAtRoot(String(name.dropFirst(prefix.count)))
    }
    return []
  }

  private func rolesAtRoot(_ name: String) -> [FieldRole] {
    if let roles = exact[name] { return roles }
    guard let point = name.lastIndex(of: ".") else { return rolesOfUnit(name) }
    let leaf = String(name[name.index(after: point)...])
    return (exact[String(name[..<point])] ?? []).compactMap { below($0, leaf) }
  }

  /// The role of a member of a unit object.
  private func below(_ role: FieldRole, _ leaf: String) -> FieldRole? {
    guard role.slot >= 0, role.unit == FieldRole.Unit.bare,
      slots[Int(role.slot)].rule?.form == .quantity
    else { return nil }
    var role = role
    if let keys = unitKeys[leaf] {
      guard let key = keys.first(where: { converts($0, role.slot) }) else { return nil }
      role.unit = Int16(truncatingIfNeeded: key)
      role.rank &+= rank(of: key, Int(role.slot))
      return role
    }
    if leaf == "value" {
      role.rank &+= 100
      return role
    }
    guard leaf == "unit" || unitNames.contains(leaf) else { return nil }
    role.unit = FieldRole.Unit.declares
    return role
  }

  /// The role of a field that is named after its unit alone.
  private func rolesOfUnit(_ name: String) -> [FieldRole] {
    guard let mainSlot,
      let key = unitKeys[name]?.first(where: { converts($0, Int16(truncatingIfNeeded: mainSlot)) })
    else { return [] }
    return [
      FieldRole(
        slot: Int16(truncatingIfNeeded: mainSlot), rank: 30_000 &+ rank(of: key, mainSlot),
        unit: Int16(truncatingIfNeeded: key))
    ]
  }

  private func converts(_ key: Int, _ slot: Int16) -> Bool {
    slots[Int(slot)].keyConversions[key] != nil
  }

  /// The record's own unit comes first, which needs no arithmetic; the others in the order of the shape.
  private func rank(of key: Int, _ slot: Int) -> UInt16 {
    let isOwn = slots[slot].keyConversions[key]?.isIdentity ?? false
    return isOwn ? 0 : UInt16(truncatingIfNeeded: min(key + 1, 90))
  }
}
