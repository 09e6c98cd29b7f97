import HealthRecords
import SonarSQLite

/// One native type of one provider: the unit in which identities are looked up.
///
/// A mapping change can give a native type a second row in the `type` table; all of them share one family, because an id
/// does not depend on the mapping. Of a provider whose ids are unique over all types they are one family.
final class TypeFamily {
  /// Stands for all native types of a provider whose ids say which record it is without them.
  static let allTypes = "Record"

  let provider: String
  let nativeType: String
  /// The rows of the `type` table.
  var typeIDs: [Int64] = []
  /// The identities in memory; nil when they are not loaded.
  var table: IdentityTable?
  /// Whether the identities stay in the file because they do not fit the budget.
  var staysInFile = false
  /// When the family was last used.
  var lastUse = 0
  /// How many times its identities were loaded.
  var loads = 0
  /// Bytes of its table that the index has in its total.
  fileprivate var countedBytes = 0
  /// The date of the latest snapshot that covers it, in milliseconds since 1970; `Int64.min` where there is none.
  var snapshotDate = Int64.min

  init(provider: String, nativeType: String) {
    self.provider = provider
    self.nativeType = nativeType
  }
}

/// Finds the stored version of a record: in memory for the native types in use, else in the file.
final class IdentityIndex {
  /// A family that was loaded this often stays in the file: its turn comes too often to pay for a load.
  private static let maximumLoads = 4

  private let connection: Connection
  private let budget: Int
  private var clock = 0
  private(set) var families: [String: TypeFamily] = [:]
  /// The families with identities in memory.
  private var resident: [ObjectIdentifier: TypeFamily] = [:]
  /// The bytes of their tables; that of the family in use may have grown since.
  private var totalBytes = 0
  /// The family in use: the only one whose table grows.
  private var latest: TypeFamily?
  /// Families looked at to find the longest unused ones, for tests.
  private(set) var searchedFamilies = 0

  init(_ connection: Connection, budget: Int) {
    self.connection = connection
    self.budget = budget
  }

  /// Forgets what is in memory, after a rollback or another writer's commit.
  func forget() {
    families = [:]
    resident = [:]
    totalBytes = 0
    latest = nil
  }

  /// The family of a native type, made when it is new.
  func family(provider: String, nativeType: String) throws -> TypeFamily {
    let name = "\(provider) \(nativeType)"
    if let known = families[name] { return known }
    let family = TypeFamily(provider: provider, nativeType: nativeType)
    let types = try connection.prepare(
      "SELECT id FROM type WHERE provider = ?1 AND (native_type = ?2 OR ?3) ORDER BY id")
    types.bind(1, provider)
    types.bind(2, nativeType)
    let spansTypes: Int64 = Provider(rawValue: provider)?.identifiesAcrossTypes == true ? 1 : 0
    types.bind(3, spansTypes)
    try types.forEachRow { family.typeIDs.append($0.integer(0)) }
    let snapshot = try connection.prepare(
      "SELECT taken_at FROM snapshot WHERE provider = ?1 AND native_type = ?2")
    snapshot.bind(1, provider)
    snapshot.bind(2, nativeType)
    try snapshot.forEachRow { family.snapshotDate = $0.integer(0) }
    families[name] = family
    return family
  }

  /// Makes a family ready for lookups: loads its identities, or decides that they stay in the file.
  func use(_ family: TypeFamily) throws {
    if let latest { settle(latest) }
    latest = family
    clock += 1
    family.lastUse = clock
    guard family.table == nil, !family.staysInFile else { return }
    if family.typeIDs.isEmpty {
      family.table = IdentityTable(budget: budget)
    } else {
      try load(family)
    }
    enforceBudget(sparing: family)
  }

  private func load(_ family: TypeFamily) throws {
    let rows = try count(family)
    family.loads += 1
    guard rows * 32 <= budget, family.loads <= Self.maximumLoads else {
      family.staysInFile = true
      return
    }
    var table = IdentityTable(capacity: rows, budget: budget)
    let scan = try connection.prepare("SELECT id, digest, change_seq FROM record WHERE type = ?1")
    for type in family.typeIDs {
      scan.bind(1, type)
      try scan.forEachRow { row in
        guard let id = row.withBytes(0, { RecordID(storedBytes: $0) }) else { return }
        table.insert(key: id.key & keyMask, digest: row.bits(1), sequence: row.integer(2))
      }
    }
    family.table = table
  }

  /// How many records of a family the file holds; linear in their number.
  func count(_ family: TypeFamily) throws -> Int {
    if let table = family.table { return table.count }
    let statement = try connection.prepare("SELECT count(*) FROM record WHERE type = ?1")
    var count = 0
    for type in family.typeIDs {
      statement.bind(1, type)
      try statement.forEachRow { count += Int($0.integer(0)) }
    }
    return count
  }

  /// Bits of a key that count; fewer than all in tests, to make keys collide.
  var keyMask = UInt64.max

  /// Called when the family in use has grown.
  ///
  /// Beyond the budget the longest unused families leave memory until three quarters of it are left: the search is
  /// linear in the families in memory, and must not come again with the next type.
  func enforceBudget(sparing current: TypeFamily) {
    settle(current)
    guard totalBytes > budget else { return }
    let others = resident.values.filter { $0 !== current }.sorted { $0.lastUse < $1.lastUse }
    searchedFamilies += others.count
    for family in others {
      guard totalBytes > budget / 4 * 3 else { break }
      drop(family)
    }
    // A single type beyond the budget: its identities are looked up in the file from here on.
    if totalBytes > budget, totalBytes > IdentityTable().byteCount {
      drop(current)
      current.staysInFile = true
    }
  }

  private func drop(_ family: TypeFamily) {
    family.table = nil
    settle(family)
  }

  /// Brings the total up to date with the table of a family.
  private func settle(_ family: TypeFamily) {
    let bytes = family.table?.byteCount ?? 0
    guard bytes != family.countedBytes else { return }
    totalBytes += bytes - family.countedBytes
    family.countedBytes = bytes
    resident[ObjectIdentifier(family)] = bytes == 0 ? nil : family
  }
}
