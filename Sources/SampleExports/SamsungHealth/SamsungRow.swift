/// One row under construction: cells are set in any order and written in the table's.
///
/// Buffers are reused from row to row.
struct SamsungRow {
  private var cells = ByteText(capacity: 8_192)
  private var starts: [Int] = []
  private var ends: [Int] = []
  private var clock = MillisecondClock(separator: " ")

  /// Starts a row of so many columns, all empty.
  mutating func clear(columns: Int) {
    cells.clear()
    if starts.count != columns {
      starts = Array(repeating: 0, count: columns)
      ends = starts
    }
    for column in 0..<columns { ends[column] = 0 }
    for column in 0..<columns { starts[column] = 0 }
  }

  /// Sets a cell to what `write` appends.
  mutating func set(_ column: Int, _ write: (inout ByteText) -> Void) {
    starts[column] = cells.count
    write(&cells)
    ends[column] = cells.count
  }

  /// Appends the row's cells with commas between them and, as the app does, one behind the last.
  func append(to text: inout ByteText) {
    cells.bytes.withUnsafeBufferPointer { bytes in
      for column in starts.indices {
        if ends[column] > starts[column] {
          text.append(UnsafeBufferPointer(rebasing: bytes[starts[column]..<ends[column]]))
        }
        text.append(byte: UInt8(ascii: ","))
      }
    }
    text.append(byte: UInt8(ascii: "\n"))
  }
}

extension SamsungRow {
  /// Sets a cell to plain text without comma, quote or line end.
  mutating func set(_ column: Int, _ literal: StaticString) {
    set(column) { $0.append(literal) }
  }

  /// Sets a cell to a whole number.
  mutating func set(_ column: Int, _ number: Int64) {
    set(column) { $0.append(integer: number) }
  }

  /// Sets a cell to `number` ÷ 10^`decimals` (1 to 18) as Java prints it: at least one decimal.
  mutating func set(_ column: Int, _ number: Int64, decimals: Int) {
    set(column) { $0.append(decimal: number, decimals: decimals) }
  }

  /// Sets a cell to text in quotes, quotes inside doubled.
  mutating func set(_ column: Int, quoting text: StaticString) {
    set(column) { cell in
      cell.append(byte: UInt8(ascii: "\""))
      text.withUTF8Buffer { bytes in
        for byte in bytes {
          if byte == UInt8(ascii: "\"") { cell.append(byte: byte) }
          cell.append(byte: byte)
        }
      }
      cell.append(byte: UInt8(ascii: "\""))
    }
  }

  /// Sets a cell to a time in UTC.
  mutating func set(_ column: Int, time: Millis) {
    starts[column] = cells.count
    clock.append(time, to: &cells)
    ends[column] = cells.count
  }

  /// Sets the cells of two times where the table has them; equal times are written once and shown
  /// twice.
  private mutating func set(_ first: Int?, _ second: Int?, to time: Millis, _ later: Millis) {
    if let first { set(first, time: time) }
    guard let second else { return }
    if let first, time == later {
      starts[second] = starts[first]
      ends[second] = ends[first]
    } else {
      set(second, time: later)
    }
  }

  /// Sets a cell to an id.
  mutating func set(_ column: Int, _ uuid: SampleUUID) {
    set(column) { $0.append(uuid) }
  }

  /// Sets a cell to the name of a side file.
  mutating func set(_ column: Int, fileOf uuid: SampleUUID, _ field: StaticString) {
    set(column) { cell in
      cell.append(uuid)
      cell.append(".")
      cell.append(field)
      cell.append(".json")
    }
  }

  /// Sets the cells of a stamp that the table has columns for.
  mutating func set(_ stamp: SamsungStamp, in columns: SamsungStampColumns) {
    set(columns.start, columns.end, to: stamp.start, stamp.end)
    set(columns.created, columns.updated, to: stamp.created, stamp.updated)
    if let column = columns.offset {
      set(column) { $0.append(samsungOffset: stamp.offsetMinutes) }
    }
    if let column = columns.device { set(column, stamp.device.id) }
    if let column = columns.package { set(column, "com.sec.android.app.shealth") }
    if let column = columns.uuid { set(column, stamp.uuid) }
    if let column = columns.createdBy { set(column, stamp.device.build) }
    if let column = columns.modifiedBy { set(column, stamp.device.build) }
  }
}

extension ByteText {
  /// Appends `number` ÷ 10^`decimals` (1 to 18) without trailing zeros, but with one decimal at
  /// least.
  mutating func append(decimal number: Int64, decimals: Int) {
    append(fixed: number, decimals: decimals)
    var zeros = 0
    while zeros < decimals - 1, bytes[bytes.count - 1 - zeros] == UInt8(ascii: "0") { zeros += 1 }
    if zeros > 0 { removeLast(zeros) }
  }

  /// Appends an offset as `UTC+0200`.
  mutating func append(samsungOffset minutes: Int) {
    append(minutes < 0 ? "UTC-" : "UTC+")
    append(twoDigits: Int64(minutes.magnitude / 60))
    append(twoDigits: Int64(minutes.magnitude % 60))
  }
}
