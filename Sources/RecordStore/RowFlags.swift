import HealthRecords

/// The `flags` column of a record: its small closed values, one integer a row.
///
/// Bits 0-2 kind, 3-4 recording method, 5 nested member, 6 civil date, 7 sync identifier, 8 id without start, 9 updated
/// since it was inserted, 10 inserted by the import that updated it, 11 a member that took the place of an
/// earlier import's, 16-31 quality. A whole quantity from an unknown method without doubts is 1.
struct RowFlags: Sendable, Hashable {
  var rawValue: Int64

  static let memberBit: Int64 = 1 << 5
  static let civilBit: Int64 = 1 << 6
  static let syncBit: Int64 = 1 << 7
  static let timelessBit: Int64 = 1 << 8
  static let updatedBit: Int64 = 1 << 9
  static let insertedByUpdaterBit: Int64 = 1 << 10
  static let replacementBit: Int64 = 1 << 11
  /// The bits that tell how a row came to be and not what it says.
  static let historyBits = updatedBit | insertedByUpdaterBit | replacementBit

  init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  @inline(__always)
  init(_ row: RecordRow, id: RecordID) {
    var bits = Int64(row.kind.rawValue) | Int64(row.recording.rawValue) << 3
    if row.standing == .member { bits |= Self.memberBit }
    if row.isCivilDate { bits |= Self.civilBit }
    if row.hasSyncIdentifier { bits |= Self.syncBit }
    if !id.leads(withStart: row.startMilliseconds) { bits |= Self.timelessBit }
    bits |= Int64(row.quality.rawValue) << 16
    rawValue = bits
  }

  var kind: ValueKind { ValueKind(rawValue: UInt8(rawValue & 7)) ?? .none }
  var recording: RecordingMethod {
    RecordingMethod(rawValue: UInt8(rawValue >> 3 & 3)) ?? .unknown
  }
  var standing: RecordStanding { rawValue & Self.memberBit == 0 ? .whole : .member }
  var isCivilDate: Bool { rawValue & Self.civilBit != 0 }
  var hasSyncIdentifier: Bool { rawValue & Self.syncBit != 0 }
  var isTimeless: Bool { rawValue & Self.timelessBit != 0 }
  var isUpdated: Bool { rawValue & Self.updatedBit != 0 }
  var isInsertedByUpdater: Bool { rawValue & Self.insertedByUpdaterBit != 0 }
  var isReplacement: Bool { rawValue & Self.replacementBit != 0 }
  var quality: Quality { Quality(rawValue: UInt16(truncatingIfNeeded: rawValue >> 16)) }
}

extension RecordRow {
  /// The start as an instant: a civil day counts from its midnight in UTC.
  @inline(__always)
  var startMilliseconds: Int64 {
    isCivilDate ? start.multipliedReportingOverflow(by: 86_400_000).partialValue : start
  }
}

extension RecordID {
  /// Whether the id could have been made with that start, so that (type, start, id) finds it.
  @inline(__always)
  func leads(withStart milliseconds: Int64) -> Bool {
    high >> 24 == leadingBits(ofStart: milliseconds)
  }

  /// The leading 40 bits of an id with that start.
  @inline(__always)
  private func leadingBits(ofStart milliseconds: Int64) -> UInt64 {
    let bias: Int64 = 1 << 39
    let seconds = milliseconds / 1000 &- (milliseconds % 1000 < 0 ? 1 : 0)
    return UInt64(min(max(seconds, -bias), bias &- 1) &+ bias)
  }

  /// The 64 bits that stand for an id in memory.
  @inline(__always)
  var key: UInt64 { low ^ Hash128.finalized(high) }

  /// The instants, to the millisecond, that an id with a leading start can have.
  var possibleStarts: ClosedRange<Int64> {
    let seconds = Int64(high >> 24) - (1 << 39)
    return seconds * 1000...seconds * 1000 + 999
  }

  /// The sixteen bytes of the `id` column, which sort like the ids.
  var bytes: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }

  /// Writes the sixteen bytes.
  @inline(__always)
  func store(into buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// Reads the sixteen bytes of an `id` column; nil for any other length.
  @inline(__always)
  init?(storedBytes bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}
