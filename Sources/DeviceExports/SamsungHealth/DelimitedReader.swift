/// Reads comma-separated rows (RFC 4180) from bytes, one at a time.
///
/// LF, CRLF and a lone CR end a row, mixed as they come; quoted fields may hold commas, line ends and doubled quotes;
/// a UTF-8 byte-order mark is skipped; the last row needs no line end. Bytes are not interpreted otherwise: NUL and
/// invalid UTF-8 stay as they are. What it gives depends on the bytes alone, not on how they arrive.
///
/// Memory is one window, which grows up to the limit of a row; a row costs no allocation. Made and used on one
/// thread; a value that cannot be copied, as a class would pay for exclusive access to its fields with every row.
package struct DelimitedReader<Source: ByteSource>: ~Copyable {
  /// Why the source ended early; the rows before were given, the last of them perhaps cut.
  package private(set) var failure: (any Error)?

  /// Bytes of the member that all items given so far take, with their line ends.
  package private(set) var byteCount: UInt64 = 0

  /// Lines of the member that all items given so far take.
  package private(set) var lineCount: UInt64 = 0

  /// Whether the input ends with the last item given, without a line end: perhaps it was cut off there.
  package private(set) var isOpenEnded = false

  private var source: Source
  private let limits: DelimitedLimits
  private let windowBytes: Int
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The unread bytes are those from `start` to `end`.
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  private var hasBegun = false
  private var newlines = NextMark(DelimitedMark.newline)
  private var returns = NextMark(DelimitedMark.carriageReturn)
  private var quotes = NextMark(DelimitedMark.quote)
  private let fields: UnsafeMutablePointer<DelimitedField>
  /// Fields of the row, counted beyond the limit too.
  private var fieldCount = 0
  private var oddity: DelimitedOddity?
  private var hasDoubledQuotes = false
  private var unclosedQuotes = 0

  /// Creates a reader in front of the first byte; `windowBytes` is what it reads at a time.
  package init(
    _ source: Source, limits: DelimitedLimits = DelimitedLimits(), windowBytes: Int = 256 << 10
  ) {
    self.source = source
    self.limits = limits.clamped
    self.windowBytes = min(max(windowBytes, 4), 1 << 30)
    capacity = self.windowBytes
    memory = Self.allocate(capacity)
    fields = .allocate(capacity: self.limits.fieldsPerRow)
  }

  deinit {
    memory.deallocate()
    fields.deallocate()
  }

  /// The next row or the news of one that was left out; nil at the end.
  package mutating func next() -> DelimitedItem? {
    if !hasBegun { begin() }
    while true {
      let count = min(end - start, viewLimit)
      let isWhole = isAtEnd && count == end - start
      if count == 0, isWhole { return nil }
      let view = View(end: start + count, isWhole: isWhole)
      switch count == 0 ? .unknown(isInQuotes: false) : scan(view) {
      case .row(let rowEnd, let next):
        if rowEnd - start > limits.bytesPerRow { return skipLine(.tooLong) }
        return finish(rowEnd, next)
      case .unknown(let isInQuotes):
        if isWhole || end - start > viewLimit {
          return skipLine(isInQuotes ? .unclosedQuote : .tooLong)
        }
        // One byte more than a view tells whether the view is all that is left: a last quote closes only there.
        fill(to: max(min(count * 2, viewLimit + 1), windowBytes))
      }
    }
  }

  // MARK: - Scanning a row

  /// The bytes in which the row must end: all there are, or up to the limit.
  private struct View {
    var end: Int
    /// Whether nothing follows them.
    var isWhole: Bool
  }

  private enum Scan {
    /// Where the row ends and where the next one begins.
    case row(end: Int, next: Int)
    /// The row goes on beyond the view, as far as can be told.
    case unknown(isInQuotes: Bool)
  }

  /// A row's longest text with the two bytes that tell how it ends.
  private var viewLimit: Int { limits.bytesPerRow + 2 }

  private mutating func scan(_ view: View) -> Scan {
    oddity = nil
    hasDoubledQuotes = false
    let lineEnd = min(lineEnd(), view.end)
    let isLine = quotes.place(from: start, in: memory, before: end) >= lineEnd
    if isLine || unclosedQuotes >= limits.unclosedQuotes {
      guard let next = rowStart(behind: lineEnd, view) else { return .unknown(isInQuotes: false) }
      if isLine {
        split(memory + start, lineEnd - start)
        return .row(end: lineEnd, next: next)
      }
      let line = View(end: lineEnd, isWhole: true)
      return scanFields(line) == nil
        ? .unknown(isInQuotes: true) : .row(end: lineEnd, next: next)
    }
    guard let rowEnd = scanFields(view) else { return .unknown(isInQuotes: true) }
    guard let next = rowStart(behind: rowEnd, view) else { return .unknown(isInQuotes: false) }
    return .row(end: rowEnd, next: next)
  }

  /// The first line end among the unread bytes; `Int.max` where there is none.
  @inline(__always)
  private mutating func lineEnd() -> Int {
    min(
      newlines.place(from: start, in: memory, before: end),
      returns.place(from: start, in: memory, before: end))
  }

  /// Where the next row begins; nil where that cannot be told.
  @inline(__always)
  private func rowStart(behind rowEnd: Int, _ view: View) -> Int? {
    guard rowEnd < view.end else { return view.isWhole ? rowEnd : nil }
    if memory[rowEnd] == DelimitedMark.newline { return rowEnd + 1 }
    guard rowEnd + 1 < view.end else { return view.isWhole ? rowEnd + 1 : nil }
    return memory[rowEnd + 1] == DelimitedMark.newline ? rowEnd + 2 : rowEnd + 1
  }

  /// Splits a line without quotes at its commas.
  private mutating func split(_ text: UnsafePointer<UInt8>, _ count: Int) {
    let limit = limits.fieldsPerRow
    let fields = fields
    var found = 0
    var fieldStart = 0
    var index = 0
    while index < count {
      var commas = DelimitedWord(text + index).commas
      let rest = count &- index
      if rest < 8 { commas &= (1 << UInt64(truncatingIfNeeded: rest &* 8)) &- 1 }
      while commas != 0 {
        let comma = index &+ commas.trailingZeroBitCount >> 3
        if found < limit { fields[found] = DelimitedField(from: fieldStart, to: comma) }
        found &+= 1
        fieldStart = comma &+ 1
        commas &= commas &- 1
      }
      index &+= 8
    }
    if found < limit { fields[found] = DelimitedField(from: fieldStart, to: count) }
    fieldCount = count == 0 ? 0 : found &+ 1
  }

  // MARK: - Rows with quotes

  /// Splits a row that may have quotes; gives its end, or nil where a quote is open at the view's end.
  private mutating func scanFields(_ view: View) -> Int? {
    fieldCount = 0
    var position = start
    while true {
      let isQuoted = position < view.end && memory[position] == DelimitedMark.quote
      let fieldEnd =
        isQuoted ? addQuotedField(from: position, view) : addPlainField(from: position, view)
      guard let fieldEnd else { return nil }
      guard fieldEnd < view.end, memory[fieldEnd] == DelimitedMark.comma else { return fieldEnd }
      position = fieldEnd + 1
    }
  }

  private mutating func addPlainField(from position: Int, _ view: View) -> Int {
    let fieldEnd = endOfPlainField(from: position, view, .quoteInsideField)
    add(DelimitedField(from: position - start, to: fieldEnd - start))
    return fieldEnd
  }

  /// The next comma or line end, or the view's end; a quote on the way is an oddity.
  private mutating func endOfPlainField(
    from position: Int, _ view: View, _ kind: DelimitedOddity.Kind
  ) -> Int {
    var index = position
    while index < view.end, !DelimitedMark.endsField(memory[index]) {
      if memory[index] == DelimitedMark.quote { note(kind, at: index) }
      index += 1
    }
    return index
  }

  /// Adds the field whose quote opens at a position; nil where none closes it before the view's end.
  private mutating func addQuotedField(from position: Int, _ view: View) -> Int? {
    var hasDoubled = false
    var search = position + 1
    while true {
      let quote = DelimitedMark.place(
        of: DelimitedMark.quote, from: search, in: memory, before: view.end)
      guard quote < view.end else { return nil }
      let next = quote + 1
      guard next < view.end else {
        // Only the end tells that the quote is no doubled one.
        guard view.isWhole else { return nil }
        addQuoted(from: position, to: quote, hasDoubled)
        return next
      }
      if memory[next] == DelimitedMark.quote {
        hasDoubled = true
        search = next + 1
        continue
      }
      guard !DelimitedMark.endsField(memory[next]) else {
        addQuoted(from: position, to: quote, hasDoubled)
        return next
      }
      note(.textAfterQuote, at: next)
      let fieldEnd = endOfPlainField(from: next, view, .textAfterQuote)
      add(DelimitedField(from: position - start, to: fieldEnd - start))
      return fieldEnd
    }
  }

  private mutating func addQuoted(from open: Int, to close: Int, _ hasDoubled: Bool) {
    var field = DelimitedField(from: open + 1 - start, to: close - start)
    field.isQuoted = true
    field.hasDoubledQuotes = hasDoubled
    hasDoubledQuotes = hasDoubledQuotes || hasDoubled
    add(field)
  }

  private mutating func add(_ field: DelimitedField) {
    if fieldCount < limits.fieldsPerRow { fields[fieldCount] = field }
    fieldCount += 1
  }

  private mutating func note(_ kind: DelimitedOddity.Kind, at index: Int) {
    guard oddity == nil else { return }
    oddity = DelimitedOddity(kind: kind, byte: byteCount + UInt64(index - start))
  }

  // MARK: - Giving a row

  private mutating func finish(_ rowEnd: Int, _ next: Int) -> DelimitedItem {
    let (line, byte, first) = (lineCount + 1, byteCount, start)
    lineCount += lineEnds(from: first, to: rowEnd) + (next > rowEnd ? 1 : 0)
    take(to: next)
    isOpenEnded = next == rowEnd
    guard fieldCount <= limits.fieldsPerRow else {
      return .skipped(SkippedRow(reason: .tooManyFields, line: line, byte: byte))
    }
    if hasDoubledQuotes { undouble(from: first) }
    return .row(
      DelimitedRow(
        line: line, byte: byte, oddity: oddity, text: memory + first,
        fields: UnsafeBufferPointer(start: fields, count: fieldCount)))
  }

  /// Makes doubled quotes single ones in place.
  private func undouble(from first: Int) {
    for index in 0..<fieldCount where fields[index].hasDoubledQuotes {
      let text = memory + first + Int(fields[index].start)
      var (read, written) = (0, 0)
      while read < Int(fields[index].count) {
        text[written] = text[read]
        read += text[read] == DelimitedMark.quote ? 2 : 1
        written += 1
      }
      fields[index].count = UInt32(truncatingIfNeeded: written)
    }
  }

  /// Line ends inside a row, of which only quoted fields have any.
  private mutating func lineEnds(from first: Int, to rowEnd: Int) -> UInt64 {
    guard lineEnd() < rowEnd else { return 0 }
    var count: UInt64 = 0
    for index in first..<rowEnd {
      let byte = memory[index]
      let isSecond = index > first && memory[index - 1] == DelimitedMark.carriageReturn
      if byte == DelimitedMark.carriageReturn || byte == DelimitedMark.newline && !isSecond {
        count += 1
      }
    }
    return count
  }

  /// Leaves out the rest of the first line.
  private mutating func skipLine(_ reason: SkippedRow.Reason) -> DelimitedItem {
    let skipped = SkippedRow(reason: reason, line: lineCount + 1, byte: byteCount)
    if reason == .unclosedQuote { unclosedQuotes += 1 }
    lineCount += 1
    while true {
      let place = lineEnd()
      if place < end, let next = rowStart(behind: place, View(end: end, isWhole: isAtEnd)) {
        take(to: next)
        return .skipped(skipped)
      }
      take(to: min(place, end))
      if isAtEnd {
        isOpenEnded = true
        return .skipped(skipped)
      }
      fill(to: windowBytes)
    }
  }

  // MARK: - The window

  private mutating func begin() {
    hasBegun = true
    fill(to: windowBytes)
    if end >= 3, memory[0] == 0xEF, memory[1] == 0xBB, memory[2] == 0xBF { take(to: 3) }
  }

  private mutating func take(to index: Int) {
    byteCount += UInt64(index - start)
    start = index
  }

  /// Reads until there are so many unread bytes, or no more.
  private mutating func fill(to wanted: Int) {
    if start + wanted > capacity { makeRoom(for: wanted) }
    while end - start < wanted, !isAtEnd {
      let target = UnsafeMutableRawBufferPointer(start: memory + end, count: capacity - end)
      do {
        let count = try source.read(into: target)
        isAtEnd = count <= 0
        end += min(max(count, 0), target.count)
      } catch {
        failure = error
        isAtEnd = true
      }
    }
  }

  /// Moves the unread bytes to the front, of a larger window where this one is too small.
  private mutating func makeRoom(for wanted: Int) {
    let old = memory
    if wanted > capacity {
      capacity = max(wanted, min(capacity * 2, viewLimit + windowBytes))
      memory = Self.allocate(capacity)
    }
    memory.update(from: old + start, count: end - start)
    if memory != old { old.deallocate() }
    newlines.shift(by: start)
    returns.shift(by: start)
    quotes.shift(by: start)
    (start, end) = (0, end - start)
  }

  /// Zeroed memory, with the padding that reading whole words needs.
  private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + DelimitedWord.padding)
    memory.initialize(repeating: 0, count: count + DelimitedWord.padding)
    return memory
  }
}

extension DelimitedLimits {
  /// The limits within what the reader's own numbers can hold.
  fileprivate var clamped: DelimitedLimits {
    var limits = self
    limits.bytesPerRow = min(max(bytesPerRow, 1), 1 << 30)
    limits.fieldsPerRow = min(max(fieldsPerRow, 1), 1 << 16)
    return limits
  }
}
