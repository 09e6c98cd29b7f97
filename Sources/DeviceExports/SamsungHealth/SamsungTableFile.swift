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
    let stem = name.dropLast(ending.count)
    let digits = stem.suffix(while: { $0 &- 0x30 < 10 })
    guard digits.count >= 10, digits.startIndex > 0, stem[digits.startIndex - 1] == 0x2E else {
      return nil
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The order in which files are read: by type, then the oldest stamp first.
  ///
  /// Stamps are compared as text, the shorter one filled up with zeros: they begin with the year. A file without a
  /// stamp comes behind those with one, as it tells no age and edit versions decide; files alike in this are ordered
  /// by path.
  static func precedes(_ left: SamsungTableFile, _ right: SamsungTableFile) -> Bool {
    if left.type != right.type { return left.type < right.type }
    switch (left.stamp, right.stamp) {
    case (let first?, let second?):
      let length = max(first.utf8.count, second.utf8.count)
      let (first, second) = (padded(first, to: length), padded(second, to: length))
      if first != second { return first < second }
    case (_?, nil): return true
    case (nil, _?): return false
    case (nil, nil): break
    }
    return left.member.path.lexicographicallyPrecedes(right.member.path)
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
