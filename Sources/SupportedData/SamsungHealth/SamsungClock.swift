import HealthRecords

/// Turns the time cells of a Samsung Health table into instants, by the rule of the program that wrote it.
///
/// Android: strings are UTC, and `time_offset` only says how to show them, so nothing is ever subtracted. iOS: strings are
/// local at the row's offset. Data Viewer: strings are local in the zone of the exporting phone at each instant, which
/// only the caller can name. In all three a plain integer is milliseconds since 1970.
struct SamsungClock {
  /// Which program wrote the table: the word in `NativeBatch.shape`.
  enum Dialect: String {
    case android
    case ios
    case dataViewer = "data_viewer"
  }

  /// Why a cell is no instant.
  enum Fault: Error, Hashable {
    /// Empty, or in no form of a time.
    case unreadable
    /// Day and month could be either way round.
    case ambiguousDate
    /// A placeholder of Samsung's: a time in 1970 or on 2000-01-01.
    case sentinel
    /// Local, at an offset that neither the row nor the caller gives.
    case timezoneRequired
  }

  let dialect: Dialect
  /// What the caller says a clock on the wall showed; nil where the caller says nothing.
  let wallClock: WallClock?

  /// Creates the clock of a batch; an unknown dialect is that of the Android app.
  init(shape: String, wallClock: WallClock? = nil) {
    dialect = Dialect(rawValue: shape) ?? .android
    self.wallClock = wallClock
  }

  /// Whether instants of the batch rest on the caller's word.
  var assumesZone: Bool { dialect == .dataViewer }

  /// The instant of a cell in milliseconds since 1970; `offset` is its row's in seconds east of UTC, where it has one.
  func instant(
    _ cell: UnsafeBufferPointer<UInt8>, offset: Int?
  ) throws(Fault) -> Int64 {
    if let epoch = SamsungTime.epoch(cell) { return try Self.plausible(epoch) }
    if dialect == .android {
      guard let wall = SamsungTime.written(cell) else { throw .unreadable }
      return try Self.plausible(wall)
    }
    let wall = try Self.plausible(try Self.wall(cell))
    if dialect == .ios, let offset { return wall &- Int64(offset) &* 1000 }
    guard let wallClock else { throw .timezoneRequired }
    return wall &- Int64(wallClock.offset(atLocal: wall)) &* 1000
  }

  /// The edit version of a row: like an instant, but a wall time without a zone counts as if it were UTC.
  ///
  /// Versions are only compared with each other, in tables of one program; nil where the cell is none.
  func version(_ cell: UnsafeBufferPointer<UInt8>, offset: Int?) -> Int64? {
    do {
      return try instant(cell, offset: offset)
    } catch Fault.timezoneRequired {
      return try? Self.wall(cell)
    } catch {
      return nil
    }
  }

  /// The civil day of a cell, as days since 1970: a date, or midnight of that date in UTC as milliseconds.
  ///
  /// No zone touches it. Anything between midnights is no day, and neither is a placeholder.
  func civilDay(_ cell: UnsafeBufferPointer<UInt8>) throws(Fault) -> Int64 {
    let day: Int64
    if let epoch = SamsungTime.epoch(cell) {
      guard epoch % 86_400_000 == 0 else { throw .unreadable }
      day = epoch / 86_400_000
    } else if let written = SamsungTime.civilDay(cell) {
      day = written
    } else {
      let wall = try Self.wall(cell)
      guard dialect == .ios, wall % 86_400_000 == 0 else { throw .unreadable }
      day = wall / 86_400_000
    }
    return try Self.plausible(day &* 86_400_000) / 86_400_000
  }

  /// The exclusive end of a bin whose last second or millisecond is written, any other end as it is.
  ///
  /// Bins end at `…:59.999`, or 59 seconds after the minute in which they start.
  static func exclusiveEnd(start: Int64, end: Int64) -> Int64 {
    guard end > start else { return end }
    let rest = end - floorDivide(end, 60_000) * 60_000
    if rest == 59_999 { return end + 1 }
    let startsMinute = start - floorDivide(start, 60_000) * 60_000 == 0
    return startsMinute && rest == 59_000 ? end + 1000 : end
  }

  private static func wall(_ cell: UnsafeBufferPointer<UInt8>) throws(Fault) -> Int64 {
    if let wall = SamsungTime.written(cell) { return wall }
    do {
      return try SamsungTime.localized(cell)
    } catch .ambiguousDate {
      throw .ambiguousDate
    } catch {
      throw .unreadable
    }
  }

  /// From here on, 2000-01-02, every time is plausible.
  static let beyondPlaceholders: Int64 = 946_771_200_000

  /// Refuses the placeholders, and small numbers that are no milliseconds of a health record.
  private static func plausible(_ instant: Int64) throws(Fault) -> Int64 {
    // Up to 1970's end, and 2000-01-01, both by the clock as written.
    if instant >= 0, instant < 31_536_000_000 { throw .sentinel }
    if 946_684_800_000..<946_771_200_000 ~= instant { throw .sentinel }
    if instant.magnitude < 100_000_000_000 { throw .unreadable }
    return instant
  }
}
