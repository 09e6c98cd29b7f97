import SonarTestSupport
import Testing

@testable import DeviceExports

@Suite struct DelimitedReading {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var rows: [ReadRow]

    init(_ text: String, _ rows: ReadRow...) {
      self.text = text
      self.rows = rows
    }

    var testDescription: String { text.debugDescription }
  }

  static let cases = [
    Case(""),
    Case("a", .plain(1, 0, ["a"])),
    Case("a,b\n", .plain(1, 0, ["a", "b"])),
    Case("a,b\nc", .plain(1, 0, ["a", "b"]), .plain(2, 4, ["c"])),
    Case(",", .plain(1, 0, ["", ""])),
    Case(",\n,,", .plain(1, 0, ["", ""]), .plain(2, 2, ["", "", ""])),
    Case("\n", .plain(1, 0, [])),
    Case("\"\"\n\n\"\"", .plain(1, 0, [""]), .plain(2, 3, []), .plain(3, 4, [""])),
    Case(" \n", .plain(1, 0, [" "])),
    Case(
      "a\nb\r\nc\rd\r\r\ne", .plain(1, 0, ["a"]), .plain(2, 2, ["b"]), .plain(3, 5, ["c"]),
      .plain(4, 7, ["d"]), .plain(5, 9, []), .plain(6, 11, ["e"])),
    Case("a\r", .plain(1, 0, ["a"])),
    Case("\r\n\r", .plain(1, 0, []), .plain(2, 2, [])),
    Case("\u{FEFF}a\nb", .plain(1, 3, ["a"]), .plain(2, 5, ["b"])),
    Case("\u{FEFF}"),
    Case("\u{FEFF}\u{FEFF}a", .plain(1, 3, ["\u{FEFF}a"])),
    Case("\u{FEFF}\"a,b\",c", .plain(1, 3, ["a,b", "c"])),
    Case("\"a\"", .plain(1, 0, ["a"])),
    Case("\"a,b\",c\n\"d\"", .plain(1, 0, ["a,b", "c"]), .plain(2, 8, ["d"])),
    Case("\"\",\"\"", .plain(1, 0, ["", ""])),
    Case("\"a\",", .plain(1, 0, ["a", ""])),
    Case("\"a\"\r\nb", .plain(1, 0, ["a"]), .plain(2, 5, ["b"])),
    Case("\"\"\"\"", .plain(1, 0, ["\""])),
    Case("\"\"\"\"\"\",x", .plain(1, 0, ["\"\"", "x"])),
    Case(
      "\"{\"\"m\"\":6,\"\"n\"\":1}\",u,\n", .plain(1, 0, ["{\"m\":6,\"n\":1}", "u", ""])),
    Case(
      "\"a\nb\r\nc\rd\",e\nf", .plain(1, 0, ["a\nb\r\nc\rd", "e"]), .plain(5, 13, ["f"])),
    Case("x,\"\n\n\"\ny", .plain(1, 0, ["x", "\n\n"]), .plain(4, 7, ["y"])),
    Case("\u{0}a,\u{0}\n", .plain(1, 0, ["\u{0}a", "\u{0}"])),
    Case("ż,\u{1F600}\n", .plain(1, 0, ["ż", "\u{1F600}"])),
    // Marks where RFC 4180 has none.
    Case("a\"b,c\n", .odd(1, 0, ["a\"b", "c"], .quoteInsideField, at: 1)),
    Case("a,b\"\"\n", .odd(1, 0, ["a", "b\"\""], .quoteInsideField, at: 3)),
    Case(" \"a\",b", .odd(1, 0, [" \"a\"", "b"], .quoteInsideField, at: 1)),
    Case("\"a\"b,c", .odd(1, 0, ["\"a\"b", "c"], .textAfterQuote, at: 3)),
    Case("\"a\" \nb", .odd(1, 0, ["\"a\" "], .textAfterQuote, at: 3), .plain(2, 5, ["b"])),
    Case("\"a\"\"b\"c\"d,e\"\n", .odd(1, 0, ["\"a\"\"b\"c\"d", "e\""], .textAfterQuote, at: 6)),
    // Quotes that never close.
    Case("\"a", .skipped(1, 0, .unclosedQuote)),
    Case("\"", .skipped(1, 0, .unclosedQuote)),
    Case("\"\"\"", .skipped(1, 0, .unclosedQuote)),
    Case("x\ny,\"a\nb", .plain(1, 0, ["x"]), .skipped(2, 2, .unclosedQuote), .plain(3, 7, ["b"])),
    Case(
      "\"a\r\nb,c\r\n", .skipped(1, 0, .unclosedQuote), .plain(2, 4, ["b", "c"])),
  ]

  @Test(arguments: cases)
  func `rows are read as RFC 4180 has them`(_ example: Case) {
    #expect(readRows(example.text) == example.rows)
  }

  @Test(arguments: cases)
  func `how the bytes arrive makes no difference`(_ example: Case) {
    for readSize in [1, 2, 3, 7, 64 << 10] {
      for windowBytes in [4, 5, 16, 256 << 10] {
        let rows = readRows(
          Array(example.text.utf8), readSize: readSize, windowBytes: windowBytes)
        #expect(rows == example.rows, "read \(readSize), window \(windowBytes)")
      }
    }
  }

  @Test(arguments: 0..<300)
  func `any bytes give the same rows in every chunking`(_ seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let alphabet = Array("ab,,\"\"\n\n\r ".utf8) + [0, 0xEF, 0xFF]
    let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
      alphabet.randomElement(using: &random) ?? 0
    }
    let limits = smallLimits(bytes: 30, fields: 6, unclosedQuotes: 2)
    let whole = readRows(bytes, limits: limits)
    for (readSize, windowBytes) in [(1, 4), (2, 9), (3, 32), (7, 33), (64 << 10, 5)] {
      let rows = readRows(bytes, limits: limits, readSize: readSize, windowBytes: windowBytes)
      #expect(rows == whole, "read \(readSize), window \(windowBytes)")
    }
  }

  @Test(arguments: ["\"", "\r", "\n", "\r\n", ",\"", "\"\"", "x"], 25...35)
  func `a last row about as long as the limit reads the same in every chunking`(
    _ ending: String, _ count: Int
  ) {
    for beginning in ["a\n\"", "a\n", "a\n\"b\nc,\"", "\u{FEFF}\""] {
      let filling = String(repeating: "y", count: count - ending.utf8.count)
      let bytes = Array((beginning + filling + ending).utf8)
      for unclosedQuotes in 0...1 {
        let limits = smallLimits(bytes: 30, unclosedQuotes: unclosedQuotes)
        let whole = readRows(bytes, limits: limits)
        for (readSize, windowBytes) in [(1, 4), (3, 16), (64, 31), (2, 32), (1, 33)] {
          let rows = readRows(bytes, limits: limits, readSize: readSize, windowBytes: windowBytes)
          #expect(rows == whole, "read \(readSize), window \(windowBytes)")
        }
      }
    }
  }

  @Test(arguments: 0..<100)
  func `what is written with quotes is read back`(_ seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let table = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.cell(&random) }
    }
    let text = table.map { row in
      row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
    }.joined(separator: "\r\n")
    let read = readRows(text).map { row -> [String] in
      guard case .row(_, _, let fields, nil) = row else { return [] }
      return fields
    }
    #expect(read == table)
  }

  private static func cell(_ random: inout SeededGenerator) -> String {
    let letters = ["a", "b", ",", "\"", "\n", "\r", "{", ";", "\u{E9}"]
    return (0..<Int.random(in: 0...30, using: &random)).map { _ in
      letters.randomElement(using: &random) ?? ""
    }.joined()
  }

  @Test func `every field knows where it begins`() throws {
    var reader = DelimitedReader(MemorySource(Array("\u{FEFF}a\n\"b\"\"\",,c,\"\"\n".utf8)))
    _ = reader.next()
    guard case .row(let row) = reader.next() else {
      Issue.record("there is no second row")
      return
    }
    #expect((0...4).map { row.byte(ofField: $0) } == [5, 11, 12, 14, 5])
    #expect(row[4].isEmpty)
    #expect(row[-1].isEmpty)
  }

  @Test func `the reader counts the bytes and lines that it has given`() {
    var reader = DelimitedReader(MemorySource(Array("\u{FEFF}a\r\n\"b\nc\"\nd".utf8)))
    var counts: [[UInt64]] = []
    while reader.next() != nil { counts.append([reader.byteCount, reader.lineCount]) }
    #expect(counts == [[6, 1], [12, 3], [13, 3]])
  }
}

@Suite struct DelimitedLimitTests {
  private static func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `a row of the limit's length is read and a longer one is skipped`(_ lineEnd: String) {
    let text = Self.letters(10) + lineEnd + Self.letters(11) + lineEnd + "a,b" + lineEnd
    let step = UInt64(lineEnd.utf8.count)
    #expect(
      readRows(text, limits: smallLimits(bytes: 10)) == [
        .plain(1, 0, [Self.letters(10)]), .skipped(2, 10 + step, .tooLong),
        .plain(3, 21 + 2 * step, ["a", "b"]),
      ])
  }

  @Test func `a row far longer than the window takes no more memory and is skipped`() {
    let bytes = Array((Self.letters(3 << 20) + "\nb").utf8)
    let rows = readRows(
      bytes, limits: smallLimits(bytes: 1000), readSize: 4096, windowBytes: 4096)
    #expect(rows == [.skipped(1, 0, .tooLong), .plain(2, 3 << 20 + 1, ["b"])])
  }

  @Test func `a long last row without a line end is skipped`() {
    let rows = readRows("a\n" + Self.letters(50), limits: smallLimits(bytes: 10))
    #expect(rows == [.plain(1, 0, ["a"]), .skipped(2, 2, .tooLong)])
  }

  @Test func `a row of too many fields is skipped up to its end`() {
    let text = "1,2,3\n1,\"2\n\",3,4\n1,2\n"
    #expect(
      readRows(text, limits: smallLimits(fields: 3)) == [
        .plain(1, 0, ["1", "2", "3"]), .skipped(2, 6, .tooManyFields), .plain(4, 17, ["1", "2"]),
      ])
  }

  @Test func `a quote that never closes costs its own line only`() {
    let lines = (0..<5000).map { "\($0),row" }
    let text = "a,\"b\n" + lines.joined(separator: "\n")
    let rows = readRows(text, limits: smallLimits(bytes: 1000))
    #expect(rows.count == 5001)
    #expect(rows.first == .skipped(1, 0, .unclosedQuote))
    #expect(rows[1] == .plain(2, 5, ["0", "row"]))
    #expect(rows.last == .plain(5001, UInt64(text.utf8.count - 8), ["4999", "row"]))
  }

  @Test func `a quoted field may be as long as the limit`() {
    let text = "\"" + Self.letters(998) + "\"\nb"
    #expect(
      readRows(text, limits: smallLimits(bytes: 1000)) == [
        .plain(1, 0, [Self.letters(998)]), .plain(2, 1001, ["b"]),
      ])
    #expect(
      readRows(text, limits: smallLimits(bytes: 999)) == [
        .skipped(1, 0, .tooLong), .plain(2, 1001, ["b"]),
      ])
  }

  @Test func `after many unclosed quotes none spans lines any more`() {
    // Inside a quote each line closes one and opens the next, so that every row would go on to the limit.
    let line = "a\"b,\"\n"
    let text = String(repeating: line, count: 40_000) + "\"c\",d\n"
    let rows = readRows(text, limits: smallLimits(bytes: 100_000, unclosedQuotes: 4))
    #expect(rows.count == 40_001)
    #expect(rows.dropLast().allSatisfy { $0.isUnclosed })
    #expect(rows.last == .plain(40_001, 240_000, ["c", "d"]))
  }

  @Test func `limits beyond all numbers are cut`() {
    let limits = smallLimits(bytes: .max, fields: .max, unclosedQuotes: .max)
    #expect(readRows("a,b\n", limits: limits) == [.plain(1, 0, ["a", "b"])])
    let none = smallLimits(bytes: .min, fields: .min, unclosedQuotes: .min)
    #expect(readRows("a\nbc\n", limits: none) == [.plain(1, 0, ["a"]), .skipped(2, 2, .tooLong)])
  }

  @Test func `an error of the source ends the rows where it stands`() {
    var reader = DelimitedReader(FailingSource(bytes: Array("a,b\nc".utf8)))
    var rows: [ReadRow] = []
    while let item = reader.next() { rows.append(ReadRow(item)) }
    #expect(rows == [.plain(1, 0, ["a", "b"]), .plain(2, 4, ["c"])])
    #expect(reader.failure is FailingSource.Failure)
  }
}

/// Gives its bytes and then an error.
private struct FailingSource: ByteSource {
  struct Failure: Error {}

  var bytes: [UInt8]

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !bytes.isEmpty else { throw Failure() }
    let count = min(bytes.count, buffer.count)
    buffer.copyBytes(from: bytes[..<count])
    bytes.removeFirst(count)
    return count
  }
}

extension ReadRow {
  fileprivate var isUnclosed: Bool {
    guard case .skipped(let row) = self else { return false }
    return row.reason == .unclosedQuote
  }
}
