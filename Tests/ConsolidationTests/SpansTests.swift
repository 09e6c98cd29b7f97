import Testing

@testable import Consolidation

/// Spans that are added one by one.
@Suite struct InsertedSpans {
  @Test(
    arguments: [
      ([0..<1, 4..<5, 2..<3], [0..<1, 2..<3, 4..<5]), ([0..<2, 2..<4], [0..<4]),
      ([4..<6, 0..<2, 2..<4], [0..<6]), ([0..<2, 4..<6, 8..<10, 1..<9], [0..<10]),
      ([0..<9, 3..<4], [0..<9]), ([3..<3], []), ([3..<4, 0..<9, 9..<9], [0..<9]),
      ([.min..<0, 0 ..< .max], [.min ..< .max]),
    ] as [([Range<Int64>], [Range<Int64>])])
  func `spans added one by one are their union`(added: [Range<Int64>], union: [Range<Int64>]) {
    var spans = Spans([])
    for span in added { spans.insert(span) }
    #expect(spans.ranges == union)
    #expect(spans == Spans(added))
  }

  @Test(
    arguments: [
      (0..<12, [0..<1, 3..<5, 8..<12]), (1..<3, []), (3..<5, [3..<5]), (2..<4, [3..<4]),
      (6..<9, [8..<9]), (20..<30, [20..<30]), (7..<7, []),
    ] as [(Range<Int64>, [Range<Int64>])])
  func `what of a span lies outside`(span: Range<Int64>, outside: [Range<Int64>]) {
    let spans = Spans([1..<3, 5..<8])
    #expect(spans.outside(of: span) == outside)
    #expect(
      spans.overlap(with: span) == span.length - outside.reduce(0) { $0 + $1.length })
  }
}
