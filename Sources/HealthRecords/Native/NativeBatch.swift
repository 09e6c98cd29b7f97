/// Native samples in the order of the input, with all the text they refer to: a self-contained value.
public struct NativeBatch: Sendable {
  /// The provider that all samples come from.
  public var provider: Provider
  /// The id of the shape that the input was recognised as; empty for a provider that has only one.
  public var shape = ""
  /// What the envelope around the records says before they begin, as the attributes of records do.
  public var envelope: [NativeAttribute] = []
  /// The strings that samples, attributes and metadata refer to.
  public var symbols = SymbolTable()
  /// The counted records.
  public var samples: [NativeSample] = []
  /// Values as written, back to back.
  public var text: [UInt8] = []
  /// Metadata entries: key and value.
  public var metadata: [NativeAttribute] = []
  /// Attributes of samples and parts.
  public var attributes: [NativeAttribute] = []
  /// Child elements.
  public var parts: [NativePart] = []
  /// Side files that belong to samples, whole.
  public var documents: [[UInt8]] = []
  /// What the reader had to repair or leave out; positions are relative to the piece until the pieces are put in order.
  public var diagnostics = Diagnostics()
  /// Elements that were counted and could not become a sample: the native type they named (or the element's name).
  public var rejectedTypes: [String: Int] = [:]
  /// Where the batch begins.
  public var origin: BatchOrigin

  /// Creates an empty batch.
  public init(provider: Provider, origin: BatchOrigin) {
    self.provider = provider
    self.origin = origin
  }

  /// Makes room in an empty batch for about as much as another one holds.
  public mutating func reserve(like other: NativeBatch) {
    symbols = SymbolTable(like: other.symbols)
    samples.reserveCapacity(other.samples.count)
    attributes.reserveCapacity(other.attributes.count)
    parts.reserveCapacity(other.parts.count)
  }

  /// When the export was written; absent where the file does not say.
  public var exportedAt: NativeInstant { origin.exportedAt }

  /// The value text of a sample, copied; nil when it has none.
  public func valueText(of sample: NativeSample) -> [UInt8]? {
    sample.hasValue ? Array(text[sample.value.indices]) : nil
  }

  /// Where a sample starts; linear in the size of the piece, so ask once per diagnostic code.
  public func position(of sample: NativeSample) -> InputPosition {
    origin.position(line: sample.line)
  }
}

/// Where a line of a piece starts.
public struct LinePlace: Sendable, Hashable {
  /// The line, counted from 0 in the piece.
  public var line: UInt32
  /// Bytes from the piece's start to the line's first byte.
  public var byte: UInt32

  /// Creates a place.
  @inlinable
  public init(line: UInt32, byte: UInt32) {
    self.line = line
    self.byte = byte
  }
}

/// Where a batch begins in its member, and its raw bytes or its lines for finding positions.
public struct BatchOrigin: Sendable {
  /// The file or archive member.
  public var member: String
  /// Bytes from the member's start to the batch's first byte.
  public var byte: UInt64
  /// Lines before the batch's first byte.
  public var line: UInt64
  /// The bytes of the piece as read, or nothing where positions have no bytes.
  public var raw: [UInt8]
  /// Lines in ascending order that positions are asked for, where that is cheaper than keeping `raw`.
  public var places: [LinePlace] = []
  /// When the export was written; absent where the file does not say so before its first sample.
  public var exportedAt = NativeInstant.absent

  /// Creates an origin.
  public init(member: String, byte: UInt64 = 0, line: UInt64 = 0, raw: [UInt8] = []) {
    self.member = member
    self.byte = byte
    self.line = line
    self.raw = raw
  }

  /// The position of the start of a line, counted from 0 in the piece.
  ///
  /// Without `raw`, that of the last of the `places` at or before it.
  public func position(line wanted: UInt32) -> InputPosition {
    if raw.isEmpty, let place = places.last(where: { $0.line <= wanted }) {
      return InputPosition(
        member: member, byte: byte + UInt64(place.byte), line: line + UInt64(wanted) + 1)
    }
    var offset = 0
    var seen: UInt32 = 0
    while seen < wanted, offset < raw.count {
      if raw[offset] == UInt8(ascii: "\n") { seen += 1 }
      offset += 1
    }
    return InputPosition(
      member: member, byte: byte + UInt64(offset), line: line + UInt64(wanted) + 1)
  }
}
