internal import HealthRecords

/// A run of the main file's bytes, cut where an element of the top level starts if at all possible.
struct Piece: Sendable {
  /// The number of the piece, from 0.
  let index: Int
  /// Bytes of the file before it.
  let byte: UInt64
  /// Lines of the file before it.
  let line: UInt64
  /// The bytes; dropped where only the place still matters.
  var bytes: [UInt8]
  /// The newlines in them.
  let newlines: Int
  /// When the export was written, as its head says; absent where it does not.
  var exportedAt = NativeInstant.absent

  /// Bytes of the file up to its end.
  let end: UInt64

  /// Creates a piece.
  init(index: Int, byte: UInt64, line: UInt64, bytes: [UInt8], newlines: Int) {
    self.index = index
    self.byte = byte
    self.line = line
    self.bytes = bytes
    self.newlines = newlines
    end = byte + UInt64(bytes.count)
  }

  /// Where a batch made of it begins.
  func origin(member: String) -> BatchOrigin {
    var origin = BatchOrigin(member: member, byte: byte, line: line, raw: bytes)
    origin.exportedAt = exportedAt
    return origin
  }
}
