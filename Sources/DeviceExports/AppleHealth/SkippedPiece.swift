/// What must be known of a piece that an earlier run has taken: the rest of it need not be parsed again.
enum SkippedPiece {
  private static let exportDate = Array("<ExportDate value=\"".utf8)
  private static let fileReference = Array("<FileReference path=\"".utf8)
  private static let document = Array(" resourceFilePath=\"".utf8)
  private static let end = Array("</HealthData".utf8)

  /// The export's date, the side files that were read, and whether the export ends here.
  ///
  /// Linear, without parsing: the forms are Apple's own. Others are not found, with the effect that a route is read
  /// again on its own.
  static func facts(of piece: Piece) -> PieceFacts {
    var facts = PieceFacts()
    let decoder = ValueDecoder()
    piece.bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
        let rest = bytes[start...]
        if rest.starts(with: fileReference) {
          add(value(rest.dropFirst(fileReference.count)), decoder, to: &facts)
        } else if rest.starts(with: "<ClinicalRecord".utf8) {
          add(documentPath(rest), decoder, to: &facts)
        } else if rest.starts(with: exportDate) {
          var dates = DateParser()
          facts.exportDate = value(rest.dropFirst(exportDate.count)).flatMap { dates.parse($0) }
        } else if rest.starts(with: end) {
          facts.isClosed = true
        }
        position = start + 1
      }
    }
    return facts
  }

  private static func documentPath(
    _ rest: Slice<UnsafeBufferPointer<UInt8>>
  ) -> UnsafeBufferPointer<UInt8>? {
    let tag = rest.prefix { $0 != UInt8(ascii: ">") }
    for start in tag.indices where tag[start...].starts(with: document) {
      return value(tag[start...].dropFirst(document.count))
    }
    return nil
  }

  /// The bytes up to the quote.
  private static func value(
    _ rest: Slice<UnsafeBufferPointer<UInt8>>
  ) -> UnsafeBufferPointer<UInt8>? {
    rest.firstIndex(of: UInt8(ascii: "\"")).map { UnsafeBufferPointer(rebasing: rest[..<$0]) }
  }

  private static func add(
    _ raw: UnsafeBufferPointer<UInt8>?, _ decoder: ValueDecoder, to facts: inout PieceFacts
  ) {
    guard let raw, let text = try? decoder.decode(UnsafeRawBufferPointer(raw)),
      let path = text.withUnsafeBufferPointer({ SideFilePath.normalized($0) })
    else { return }
    facts.referencedPaths.append(path)
  }
}
