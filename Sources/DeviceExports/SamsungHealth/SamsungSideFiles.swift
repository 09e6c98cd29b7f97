/// The files of an export that cells of its tables name, such as the minutes of an hour of heart rate.
///
/// They lie at `jsons/<type>/<c>/<name>`, where `c` is the name's first character, or without that folder in exports
/// up to about 2021; whatever is above `jsons` and below `<type>` makes no difference. Data Viewer's lie in `blobs`,
/// below a folder named after the table or not.
package struct SamsungSideFiles: Sendable {
  private static let root = "jsons"
  private static let viewerRoot = "blobs"

  /// The export's members, to which indices refer.
  let members: [ExportMember]
  private let indices: [Key: Int]

  private struct Key: Hashable {
    var type: String
    var name: String
  }

  /// The number of files.
  package var count: Int { indices.count }

  /// Indexes members; of equal types and names the first wins.
  ///
  /// O(members).
  init(_ members: [ExportMember]) {
    self.members = members
    var indices: [Key: Int] = [:]
    for (index, member) in members.enumerated() where !member.isSystemJunk {
      guard let key = Self.key(of: member) else { continue }
      indices[key] = indices[key] ?? index
    }
    self.indices = indices
  }

  /// Whether a member lies where side files do.
  static func holds(_ member: ExportMember) -> Bool { key(of: member) != nil }

  private static func key(of member: ExportMember) -> Key? {
    let path = member.path
    let isRoot = { (name: String) in [root, viewerRoot].contains(name.lowercased()) }
    guard let root = path.firstIndex(where: isRoot), root + 1 < path.count else { return nil }
    let folder = path[root + 1].lowercased()
    let name = member.lowercasedFileName
    if path[root].lowercased() == Self.root {
      return root + 2 < path.count ? Key(type: folder, name: name) : nil
    }
    guard !name.hasSuffix(".csv") else { return nil }
    let isOfTable = root + 2 < path.count && SamsungTitle.type(folder.utf8) != nil
    return Key(type: isOfTable ? folder : "", name: name)
  }

  /// The file that a cell of a table names, with or without its `.json`; nil where there is none.
  ///
  /// A cell is only ever compared with names, so no path in it leads anywhere. O(1).
  package func member(ofTable type: String, cell: String) -> ExportMember? {
    index(ofTable: type, cell: cell).map { members[$0] }
  }

  /// The index of that file among the members.
  func index(ofTable type: String, cell: String) -> Int? {
    let name = cell.lowercased()
    for type in [type.lowercased(), ""] {
      let key = Key(type: type, name: name)
      let other = Key(type: type, name: name + ".json")
      if let index = indices[key] ?? indices[other] { return index }
    }
    return nil
  }

  /// The first file by path whose index is not among some; and the number of those.
  func others(than used: Set<Int>) -> (first: ExportMember, count: Int)? {
    let others = indices.values.filter { !used.contains($0) }
    let paths = others.map { members[$0] }
    guard let first = paths.min(by: { $0.path.lexicographicallyPrecedes($1.path) }) else {
      return nil
    }
    return (first, others.count)
  }
}
