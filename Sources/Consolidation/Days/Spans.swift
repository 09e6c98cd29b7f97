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

  /// Adds a span; a logarithm of their number to find its place, and the move of those behind it.
  mutating func insert(_ span: Range<Int64>) {
    guard !span.isEmpty else { return }
    let first = place { $0.upperBound >= span.lowerBound }
    let end = max(first, place { $0.lowerBound > span.upperBound })
    var union = span
    if first < end {
      union =
        min(
          span.lowerBound, ranges[first].lowerBound)..<max(
          span.upperBound, ranges[end - 1].upperBound)
    }
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(union))
  }

  /// The place of the first span for which something holds that holds for all behind it; logarithmic.
  private func place(where holds: (Range<Int64>) -> Bool) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(ranges[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Milliseconds in all.
  var length: Int64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

  /// What of a span lies outside.
  func outside(of span: Range<Int64>) -> [Range<Int64>] {
    var rest: [Range<Int64>] = []
    var start = span.lowerBound
    for range in ranges[place { $0.upperBound > start }...] {
      guard range.lowerBound < span.upperBound else { break }
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
