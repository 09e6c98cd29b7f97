import HealthRecords
import SonarTestSupport
import Testing

@Suite struct `Dates of an Apple Health export` {
  private func parse(_ text: String) -> WrittenDate? {
    var parser = DateParser()
    return Array(text.utf8).withUnsafeBufferPointer { parser.parse($0) }
  }

  @Test(arguments: [
    ("1970-01-01 00:00:00 +0000", 0, 0),
    ("1970-01-01 01:00:00 +0100", 0, 60),
    ("1969-12-31 23:59:59 +0000", -1000, 0),
    ("2000-02-29 12:00:00 +0000", 951_825_600_000, 0),
    ("2017-11-05 18:14:47 -0500", 1_509_923_687_000, -300),
    ("2024-02-29 23:59:59 +0545", 1_709_230_499_000, 345),
    ("2024-01-01 00:00:00 -0330", 1_704_079_800_000, -210),
    ("0001-01-01 00:00:00 +0000", -62_135_596_800_000, 0),
    ("9999-12-31 23:59:59 +0000", 253_402_300_799_000, 0),
    ("2024-06-01 00:00:00 +1800", 1_717_135_200_000, 1080),
  ])
  func `the form of today is read`(_ text: String, _ milliseconds: Int64, _ offset: Int16) {
    #expect(
      parse(text)
        == WrittenDate(milliseconds: milliseconds, offset: offset, isCanonical: true))
  }

  @Test(arguments: WrittenDateEdges.accepted)
  func `a date at the edge of its ranges is read`(_ text: String, _ milliseconds: Int64) {
    #expect(parse(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: WrittenDateEdges.refused)
  func `a date beyond its ranges is none`(_ text: String) {
    #expect(parse(text) == nil)
  }

  @Test(arguments: [0, 0xFF, 0x20, 0x30] as [UInt8])
  func `ten equal bytes are no day`(_ byte: UInt8) {
    let text = Array(repeating: byte, count: 10) + Array(" 12:00:00 +0000".utf8)
    var parser = DateParser()
    #expect(text.withUnsafeBufferPointer { parser.parse($0) } == nil)
  }

  @Test func `the form of iOS 8 is read and told apart`() {
    #expect(
      parse("20150616071916-0700")
        == WrittenDate(milliseconds: 1_434_464_356_000, offset: -420, isCanonical: false))
  }

  @Test func `a negative zero offset is the instant but not its text`() {
    #expect(
      parse("1970-01-01 00:00:00 -0000")
        == WrittenDate(milliseconds: 0, offset: 0, isCanonical: false))
  }

  @Test(arguments: [
    "", " ", "2024", "2024-02-30 00:00:00 +0000", "2023-02-29 00:00:00 +0000",
    "1900-02-29 00:00:00 +0000", "2024-00-01 00:00:00 +0000", "2024-13-01 00:00:00 +0000",
    "2024-04-31 00:00:00 +0000", "2024-01-00 00:00:00 +0000", "0000-01-01 00:00:00 +0000",
    "2024-01-01 24:00:00 +0000", "2024-01-01 00:60:00 +0000", "2024-01-01 00:00:60 +0000",
    "2024-01-01 00:00:00 +0060", "2024-01-01 00:00:00 +1801", "2024-01-01 00:00:00  0000",
    "2024-01-01T00:00:00 +0000", "2024/01/01 00:00:00 +0000", "2024-01-01 00:00:00+00:00",
    "2024-01-01 00:00:00 +00000", "2o24-01-01 00:00:00 +0000", "2024-01-01 0x:00:00 +0000",
    "20150616071916 0700", "20151316071916+0700", "2015061607191a+0700",
    "\u{0}\u{0}\u{0}\u{0}-\u{0}\u{0}-\u{0}\u{0} 00:00:00 +0000",
  ])
  func `no other text is a date`(_ text: String) {
    #expect(parse(text) == nil)
  }

  @Test func `every day of four hundred years follows the one before`() {
    var parser = DateParser()
    var expected: Int64 = -62_135_596_800_000 + 1999 * 365 * 86_400_000 + 484 * 86_400_000
    for year in 2000..<2400 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, count) in days.enumerated() {
        for day in 1...count {
          let text = "\(year)-\(pad(month + 1))-\(pad(day)) 00:00:00 +0000"
          let date = Array(text.utf8).withUnsafeBufferPointer { parser.parse($0) }
          if date?.milliseconds != expected { Issue.record("\(text)") }
          expected += 86_400_000
        }
      }
    }
  }

  @Test func `a remembered day serves no other text`() {
    var parser = DateParser()
    let texts = [
      "2024-01-01 00:00:00 +0000", "2024-01-02 00:00:00 +0000", "2024-01-01 00:00:01 +0000",
      "2024-01-0x 00:00:00 +0000", "2024-01-01 00:00:00 +0000",
    ]
    let dates = texts.map { text in
      Array(text.utf8).withUnsafeBufferPointer { parser.parse($0)?.milliseconds }
    }
    let day: Int64 = 1_704_067_200_000
    #expect(dates == [day, day + 86_400_000, day + 1000, nil, day])
  }

  @Test(arguments: [
    ("2024-01-18T13:54:28Z", 1_705_586_068_000 as Int64?),
    ("2024-01-18T13:54:28.5Z", 1_705_586_068_500),
    ("2024-01-18T13:54:28.123999Z", 1_705_586_068_123), ("2024-01-18T13:54:28", nil),
    ("2024-01-18T13:54:28.Z", nil), ("2024-01-18T13:54:28.xZ", nil),
    ("2024-02-30T13:54:28Z", nil), ("2024-01-18 13:54:28Z", nil), ("", nil), ("Z", nil),
    ("1970-01-01T00:00:59Z", 59_000), ("1970-01-01T00:00:60Z", nil),
    ("1970-01-01T00:00:60.5Z", nil), ("1970-01-01T24:00:00Z", nil),
  ])
  func `the dates of routes are read`(_ text: String, _ milliseconds: Int64?) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { UTCDate.parse($0) } == milliseconds)
  }

  private func pad(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
