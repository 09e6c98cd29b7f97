import SonarTestSupport
import Testing

@testable import SupportedData

/// Dates inside structured elements; the reader's own suite runs the same table.
@Suite struct AppleDateTests {
  @Test(arguments: WrittenDateEdges.accepted)
  func `a date at the edge of its ranges is read`(_ text: String, _ milliseconds: Int64) {
    #expect(AppleDate.milliseconds(text) == milliseconds)
  }

  @Test(arguments: WrittenDateEdges.refused)
  func `a date beyond its ranges is none and stays as written`(_ text: String) {
    #expect(AppleDate.milliseconds(text) == nil)
    #expect(AppleDate.withoutOffset(text) == text)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:59Z", 59_000), ("1970-01-01T00:00:60Z", nil),
      ("1970-01-01T00:00:60.5Z", nil), ("1970-01-01T24:00:00Z", nil),
    ] as [(String, Int64?)])
  func `the clock of a date in UTC has the same ranges`(_ text: String, _ milliseconds: Int64?) {
    #expect(AppleDate.utcMilliseconds(text) == milliseconds)
  }
}
