internal import HealthRecords

/// What must be known of a piece that an earlier run has taken: the rest of it need not be parsed again.
struct SkippedPiece {
  private var facts = PieceFacts()
  private let element: SingleElement

  /// The export's date, the side files that were read, and whether the export ends here.
  ///
  /// Linear, without parsing anything else. A reference whose tag two pieces share is not found.
  static func facts(of piece: Piece, limits: ReaderLimits) -> PieceFacts {
    var skipped = SkippedPiece(element: SingleElement(limits: limits))
    piece.bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while let start = bytes.index(of: UInt8(ascii: "<"), from: position) {
        skipped.read(UnsafeBufferPointer(rebasing: bytes[start...]))
        position = start + 1
      }
    }
    return skipped.facts
  }

  private init(element: SingleElement) {
    self.element = element
  }

  private mutating func read(_ rest: UnsafeBufferPointer<UInt8>) {
    if rest.starts(with: "<FileReference".utf8) {
      addPath(attribute("path", of: rest))
    } else if rest.starts(with: "<ClinicalRecord".utf8) {
      addPath(attribute("resourceFilePath", of: rest))
    } else if rest.starts(with: "<ExportDate".utf8), facts.exportDate == nil {
      var dates = DateParser()
      facts.exportDate = attribute("value", of: rest).flatMap { text in
        text.withUnsafeBufferPointer { dates.parse($0) }
      }
    } else if rest.starts(with: "</HealthData".utf8) {
      facts.isClosed = true
    }
  }

  private func attribute(
    _ name: String, of rest: UnsafeBufferPointer<UInt8>
  ) -> [UInt8]? {
    guard let end = rest.index(of: UInt8(ascii: ">"), from: 0) else { return nil }
    let tag = UnsafeBufferPointer(rebasing: rest[...end])
    return try? element.attributes(tag)?[name]
  }

  private mutating func addPath(_ written: [UInt8]?) {
    guard let written, let path = written.withUnsafeBufferPointer(SideFilePath.normalized) else {
      return
    }
    facts.referencedPaths.append(path)
  }
}
