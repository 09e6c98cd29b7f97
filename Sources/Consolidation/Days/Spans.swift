/// Spans of time that neither overlap nor touch, in order.
struct Spans: Hashable {
  private(set) var ranges: [Range<Int64>] = []

  /// The union of spans in any order.
  init(_ spans: [Range<Int64>]) {
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) where !span.isEmpty {
      if let last = ranges.last, last.upperBound >= span.lowerBound {
        ranges[ranges.count - 1] =
          last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        ranges.append(span)
      }
    }
  }

  /// Milliseconds in all.
  var length: Int64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

  /// What of a span lies outside.
  func outside(of span: Range<Int64>) -> [Range<Int64>] {
    var rest: [Range<Int64>] = []
    var start = span.lowerBound
    for range in ranges where range.upperBound > start && range.lowerBound < span.upperBound {
      if range.lowerBound > start { rest.append(start..<range.lowerBound) }
      start = range.upperBound
    }
    if start < span.upperBound { rest.append(start..<span.upperBound) }
    return rest
  }

  /// Milliseconds of a span that lie inside.
  func overlap(with span: Range<Int64>) -> Int64 {
    outside(of: span).reduce(span.upperBound - span.lowerBound) {
      $0 - ($1.upperBound - $1.lowerBound)
    }
  }
}

extension Range<Int64> {
  /// Milliseconds.
  var length: Int64 { upperBound - lowerBound }
}
