/// Members by path, for the files an export's main file refers to.
struct MemberPathIndex {
  private var exact: [[String]: Int] = [:]
  private var caseless: [[String]: Int] = [:]
  private var byFolderAndName: [[String]: Int] = [:]

  /// Indexes members; of equal paths the first wins.
  ///
  /// O(members).
  init(_ members: [ExportMember]) {
    for (index, member) in members.enumerated() where !member.isSystemJunk {
      let lowercased = member.path.map { $0.lowercased() }
      Self.keepFirst(&exact, member.path, index)
      Self.keepFirst(&caseless, lowercased, index)
      Self.keepFirst(&byFolderAndName, lowercased.suffix(2), index)
    }
  }

  /// The member at a path, in the folder of the main file if possible.
  func index(of path: [String], below folder: ArraySlice<String>) -> Int? {
    let full = folder + path
    let lowercased = full.map { $0.lowercased() }
    return exact[Array(full)] ?? caseless[lowercased]
      ?? byFolderAndName[path.suffix(2).map { $0.lowercased() }]
  }

  private static func keepFirst(
    _ table: inout [[String]: Int], _ key: some Sequence<String>, _ index: Int
  ) {
    table[Array(key), default: index] = min(table[Array(key), default: index], index)
  }
}

extension ExportSource {
  /// The member a main file refers to, such as `/workout-routes/route_x.gpx`.
  ///
  /// Looked for below the main file's folder, first exactly, then whatever the case, then by file
  /// name in any folder of the same name. Nil where there is none, and for a path that climbs.
  /// O(1) after a first call that indexes all members.
  package func member(
    atPath path: String, relativeTo main: ExportMember
  ) -> ExportMember? {
    let components = path.split(separator: "/").map(String.init).filter { $0 != "." }
    guard !components.isEmpty, !components.contains("..") else { return nil }
    return pathIndex.index(of: components, below: main.path.dropLast()).map { members[$0] }
  }
}
