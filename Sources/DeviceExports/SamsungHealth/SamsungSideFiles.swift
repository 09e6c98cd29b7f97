/// The files of exports that cells of their tables name, such as the minutes of an hour of heart rate.
///
/// They lie at `jsons/<type>/<c>/<name>`, where `c` is the name's first character, or without that folder in exports
/// up to about 2021; whatever is below `<type>` makes no difference. Data Viewer's lie in `blobs`, below a folder named
/// after the table or not. Several exports can lie side by side, each a folder with its tables and its own `jsons`:
/// equal names are then files of different contents.
package struct SamsungSideFiles: Sendable {
  /// Where to look for a file.
  enum Place: CaseIterable {
    /// In the table's own folder.
    case beside
    /// In any folder; the newest that has the file gives it.
    case anywhere
  }

  /// The exports' members, to which indices refer.
  let members: [ExportMember]

  /// The number of each folder that holds `jsons` or `blobs`; the newest has the greatest.
  private let folders: [ArraySlice<String>: Int]
  /// The newest file of each name.
  private var newest: [Key: File] = [:]
  /// Files of the same names in other folders; empty unless exports lie side by side.
  private var older: [OlderKey: Int] = [:]
  /// The number of the table's own folder; nil where that holds no side files.
  private var home: Int?

  private struct Key: Hashable {
    var type: String
    var name: String
  }

  private struct OlderKey: Hashable {
    var key: Key
    var folder: Int
  }

  private struct File {
    var folder: Int
    var index: Int
    /// Whether only tables beside it can mean it.
    var isBound: Bool
  }

  /// The number of files.
  package var count: Int { newest.count + older.count }

  /// Indexes the members of exports with these tables; of equal folders, types and names the first wins.
  ///
  /// O(members), and sorting the folders.
  init(_ members: [ExportMember], tables: [SamsungTableFile]) {
    self.members = members
    let locations = members.map { $0.isSystemJunk ? nil : Location($0) }
    folders = Self.numbered(Set(locations.compactMap { $0?.folder }), tables)
    let tableFolders = Set(tables.map(\.folder))
    for (index, location) in locations.enumerated() {
      guard let location, let folder = folders[location.folder] else { continue }
      let isBound = location.isViewers && tableFolders.contains(location.folder)
      add(
        File(folder: folder, index: index, isBound: isBound),
        Key(type: location.type, name: location.name))
    }
  }

  private mutating func add(_ file: File, _ key: Key) {
    guard let known = newest[key] else {
      newest[key] = file
      return
    }
    guard known.folder != file.folder else { return }
    let isNewer = file.folder > known.folder
    let other = isNewer ? known : file
    if isNewer { newest[key] = file }
    let place = OlderKey(key: key, folder: other.folder)
    older[place] = older[place] ?? other.index
  }

  /// Numbers folders from the oldest to the newest.
  ///
  /// A folder is as new as the newest stamp of the tables in it, or where they have none, as the stamp that ends its
  /// name. Those without are older than all others; folders alike in this are ordered by path.
  private static func numbered(
    _ folders: Set<ArraySlice<String>>, _ tables: [SamsungTableFile]
  ) -> [ArraySlice<String>: Int] {
    var stamps: [ArraySlice<String>: String] = [:]
    for table in tables {
      guard let stamp = table.stamp else { continue }
      let known = stamps[table.folder] ?? ""
      stamps[table.folder] = SamsungTableFile.isStamp(known, before: stamp) ? stamp : known
    }
    let dated = folders.map { folder in
      (folder, stamps[folder] ?? folder.last.flatMap(SamsungTableFile.stamp(ofFolder:)) ?? "")
    }
    let sorted = dated.sorted { left, right in
      if SamsungTableFile.isStamp(left.1, before: right.1) { return true }
      if SamsungTableFile.isStamp(right.1, before: left.1) { return false }
      return left.0.lexicographicallyPrecedes(right.0)
    }
    return Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.0, $0) })
  }

  /// Whether a member lies where side files do.
  static func holds(_ member: ExportMember) -> Bool { Location(member) != nil }

  /// The same files as a table sees them: those in its folder are beside it.
  func beside(_ table: SamsungTableFile) -> SamsungSideFiles {
    var files = self
    files.home = folders[table.folder]
    return files
  }

  /// The file that a cell of a table names, with or without its `.json`; nil where there is none.
  ///
  /// A cell is only ever compared with names, so no path in it leads anywhere. O(1).
  package func member(ofTable type: String, cell: String) -> ExportMember? {
    for place in Place.allCases {
      if let index = index(ofTable: type, cell: cell, place) { return members[index] }
    }
    return nil
  }

  /// The index of that file among the members, where it is in that place.
  ///
  /// Data Viewer numbers its files anew in every export. So a file of `blobs` is never `anywhere` when its folder has
  /// tables, which are those that mean it.
  func index(ofTable type: String, cell: String, _ place: Place) -> Int? {
    if place == .beside, home == nil { return nil }
    let name = cell.lowercased()
    for type in [type.lowercased(), ""] {
      for name in [name, name + ".json"] {
        if let index = index(Key(type: type, name: name), place) { return index }
      }
    }
    return nil
  }

  private func index(_ key: Key, _ place: Place) -> Int? {
    guard let file = newest[key] else { return nil }
    switch place {
    case .anywhere: return file.isBound ? nil : file.index
    case .beside where file.folder == home: return file.index
    case .beside: return home.flatMap { older[OlderKey(key: key, folder: $0)] }
    }
  }

  /// The first file by path whose index is not among some; and the number of those.
  func others(than used: Set<Int>) -> (first: ExportMember, count: Int)? {
    let indices = newest.values.map(\.index) + older.values
    let others = indices.filter { !used.contains($0) }
    let paths = others.map { members[$0] }
    guard let first = paths.min(by: { $0.path.lexicographicallyPrecedes($1.path) }) else {
      return nil
    }
    return (first, others.count)
  }
}

extension SamsungSideFiles {
  private static let root = "jsons"
  private static let viewerRoot = "blobs"

  /// What a side file's path says.
  private struct Location {
    /// The folder that holds `jsons` or `blobs`.
    var folder: ArraySlice<String>
    /// The table's type in lower case; empty where the path does not say it.
    var type: String
    /// The file's name in lower case.
    var name: String
    /// Whether Data Viewer wrote it.
    var isViewers: Bool

    /// Nil for a member that lies elsewhere.
    init?(_ member: ExportMember) {
      let path = member.path
      let isRoot = { (name: String) in [root, viewerRoot].contains(name.lowercased()) }
      guard let start = path.firstIndex(where: isRoot), start + 1 < path.count else { return nil }
      let below = path[start + 1].lowercased()
      let isInFolder = start + 2 < path.count
      folder = path[..<start]
      name = member.lowercasedFileName
      isViewers = path[start].lowercased() == viewerRoot
      if isViewers {
        guard !name.hasSuffix(".csv") else { return nil }
        type = isInFolder && SamsungTitle.type(below.utf8) != nil ? below : ""
      } else {
        guard isInFolder else { return nil }
        type = below
      }
    }
  }
}
