/// The files of an export that cells of its tables name, such as the minutes of an hour of heart rate.
///
/// They lie at `jsons/<type>/<c>/<name>`, where `c` is the name's first character, or without that folder in exports
/// up to about 2021; whatever is above `jsons` and below `<type>` makes no difference.
package struct SamsungSideFiles: Sendable {
  private static let root = "jsons"

  private let members: [ExportMember]
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
    guard let root = path.firstIndex(where: { $0.lowercased() == root }), root + 2 < path.count
    else { return nil }
    return Key(type: path[root + 1].lowercased(), name: member.lowercasedFileName)
  }

  /// The file that a cell of a table names, with or without its `.json`; nil where there is none.
  ///
  /// A cell is only ever compared with names, so no path in it leads anywhere. O(1).
  package func member(ofTable type: String, cell: String) -> ExportMember? {
    let type = type.lowercased()
    let name = cell.lowercased()
    let index =
      indices[Key(type: type, name: name)] ?? indices[Key(type: type, name: name + ".json")]
    return index.map { members[$0] }
  }
}
