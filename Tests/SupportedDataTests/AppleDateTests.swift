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
}
