import HealthRecords

// The steps that end the normalization of a row, the same for every provider.
extension RecordBatch {
  /// Moves a structured value into the batch's payloads.
  mutating func takePayload(_ json: JSONWriter, into row: inout RecordRow) {
    row.payload = BatchRange(start: payloads.count, count: json.bytes.count)
    payloads.append(contentsOf: json.bytes)
  }

  /// Appends links to the batch, sorted and distinct.
  mutating func appendLinks(_ links: [RecordLink], to row: inout RecordRow) {
    let distinct = Set(links).sorted()
    row.links = BatchRange(start: self.links.count, count: distinct.count)
    self.links.append(contentsOf: distinct)
  }

  /// The hash of the row's whole payload; 0 for a row without one.
  private func payloadHash(_ row: RecordRow) -> UInt64 {
    guard !row.payload.isEmpty else { return 0 }
    return payloads.withUnsafeBytes {
      Hash128(UnsafeRawBufferPointer(rebasing: $0[row.payload.indices])).low
    }
  }

  /// Computes the content hash and, where it is asked for, the digest of a row that has its payload.
  ///
  /// Mutating, so that the batch of an object is read where it is: to call anything else would copy it.
  mutating func sign(
    _ row: inout RecordRow, recordType: UInt64, content: UInt64, payload: UInt64, source: UInt64,
    metadata: UInt64 = 0, hasDigest: Bool = true
  ) {
    row.contentHash = Self.hash(
      (
        recordType, UInt64(bitPattern: row.start), UInt64(bitPattern: row.end),
        symbols.hash(of: row.zone), content, payload, source, metadata
      ))
    if hasDigest { row.digest = digest(of: row, payloadHash: payloadHash(row)) }
  }

  /// The hash of everything that a row would change in a store.
  private func digest(of row: RecordRow, payloadHash: UInt64) -> UInt64 {
    let flags =
      UInt64(row.quality.rawValue) << 48 | UInt64(row.recording.rawValue) << 40
      | UInt64(row.standing.rawValue) << 32 | UInt64(row.completeness)
    let versioned = Self.hash(
      (
        row.contentHash, UInt64(bitPattern: row.version.number),
        UInt64(bitPattern: row.version.modifiedAt), row.number.bitPattern,
        row.declared.isNaN ? 0 : row.declared.bitPattern, symbols.hash(of: row.source),
        symbols.hash(of: row.native), payloadHash
      ))
    return Hash128.finalized(versioned ^ flags &* 0x9e37_79b9_7f4a_7c15)
  }

  /// Adds a diagnostic of `times` cases, at least 1; `first` counts only for a code that is new.
  mutating func diagnose(
    _ code: String, _ severity: Diagnostic.Severity, times: Int = 1, _ message: String,
    first: InputPosition?
  ) {
    let more = diagnostics.countAgain(code) ? times - 1 : times
    guard more > 0 else { return }
    diagnostics.add(Diagnostic(code, severity, count: more, message: message, first: first))
  }

  /// Adds what a reader counted and could not hand over as a sample.
  mutating func addRejected(_ types: [String: Int]) {
    for (type, count) in types {
      var tally = TypeTally(recordType: .unknown)
      tally.read = count
      tally.outcomes[.rejected] = count
      tallies[type, default: TypeTally(recordType: .unknown)].add(tally)
    }
  }

  /// The low half of the hash of eight words, each little-endian.
  private static func hash(
    _ words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
  ) -> UInt64 {
    let littleEndian = (
      words.0.littleEndian, words.1.littleEndian, words.2.littleEndian, words.3.littleEndian,
      words.4.littleEndian, words.5.littleEndian, words.6.littleEndian, words.7.littleEndian
    )
    return withUnsafeBytes(of: littleEndian) { Hash128($0).low }
  }
}

/// What is said of all types without a mapping together; why of each, the tables say.
let unsupportedTypeMessage =
  "A type without a mapping is kept as a native record of type unknown. "
  + "'sonar mappings list' says of which types, and why."
