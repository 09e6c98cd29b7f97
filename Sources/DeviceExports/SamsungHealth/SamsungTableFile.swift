/// One table file of an export.
package struct SamsungTableFile: Sendable {
  /// The member that holds it.
  package let member: ExportMember

  /// The table's type, as its first line says.
  package let type: String

  /// The digits that end the file's name, such as `202012031516` in `….sleep.202012031516.csv`; nil where it has
  /// none.
  ///
  /// Phone-local time of the export, but with no seconds: the last two of fourteen digits go up to 99.
  package let stamp: String?

  /// The path of the folder that holds it.
  var folder: ArraySlice<String> { member.path.dropLast() }

  init(_ member: ExportMember, type: String) {
    self.member = member
    self.type = type
    stamp = Self.stamp(of: member.lowercasedFileName)
  }

  /// The ten digits or more between the last two dots of a name that ends in `.csv`.
  static func stamp(of fileName: String) -> String? {
    let name = Array(fileName.utf8)
    let ending = Array(".csv".utf8)
    guard name.suffix(ending.count).elementsEqual(ending) else { return nil }
    return stamp(endOf: name.dropLast(ending.count), behind: UInt8(ascii: "."))
  }

  /// The ten digits or more behind the last underscore of a folder's name, as in `samsunghealth_robin_20250101101061`.
  static func stamp(ofFolder name: String) -> String? {
    stamp(endOf: Array(name.utf8)[...], behind: UInt8(ascii: "_"))
  }

  private static func stamp(endOf name: ArraySlice<UInt8>, behind mark: UInt8) -> String? {
    let digits = name.suffix(while: { $0 &- 0x30 < 10 })
    guard digits.count >= 10, digits.startIndex > 0, name[digits.startIndex - 1] == mark else {
      return nil
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The order in which files are read: by type, then the oldest stamp first.
  ///
  /// A file without a stamp comes behind those with one, as it tells no age and edit versions decide; files alike in
  /// this are ordered by path.
  static func precedes(_ left: SamsungTableFile, _ right: SamsungTableFile) -> Bool {
    if left.type != right.type { return left.type < right.type }
    switch (left.stamp, right.stamp) {
    case (let first?, let second?):
      if isStamp(first, before: second) { return true }
      if isStamp(second, before: first) { return false }
    case (_?, nil): return true
    case (nil, _?): return false
    case (nil, nil): break
    }
    return left.member.path.lexicographicallyPrecedes(right.member.path)
  }

  /// Whether one stamp is older than another; the empty text is older than all.
  ///
  /// They are compared as text, the shorter one filled up with zeros: they begin with the year.
  static func isStamp(_ left: String, before right: String) -> Bool {
    let length = max(left.utf8.count, right.utf8.count)
    return padded(left, to: length) < padded(right, to: length)
  }

  private static func padded(_ stamp: String, to length: Int) -> String {
    stamp + String(repeating: "0", count: length - stamp.utf8.count)
  }
}

extension ArraySlice<UInt8> {
  /// The longest end in which every byte fits.
  fileprivate func suffix(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = lastIndex { !fits($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}
