/// Splits bytes into tags, minding quotes, wherever the pieces end; never more than one tag is held.
///
/// The careful lane's eyes: it knows nothing of names or nesting. A raw `<` inside a tag cannot be right in XML, so
/// the tag before it is broken and a new one begins there.
struct TagScanner {
  /// What was found.
  enum Token {
    /// A whole tag, within the buffer.
    case tag(Range<Int>)
    /// A whole tag that began in an earlier buffer; see `takeCarry`.
    case carriedTag
    /// A tag that another one interrupts; what there is of it is in `takeCarry`.
    case brokenTag
    /// A whole tag over the limit; its first bytes are in `takeCarry`.
    case overlongTag
    /// A comment, declaration, section or instruction.
    case markup
  }

  private enum State {
    case text
    case opened
    case tag
    case exclaimed
    case comment
    case section
    case instruction
    case declaration
  }

  /// How much of an overlong tag is kept, to say what it was.
  private static let headBytes = 4096

  /// Newlines seen since the start of the file.
  var line: UInt64 = 0
  /// The line of the last tag's start.
  private(set) var tagLine: UInt64 = 0
  /// Runs of text between tags since `takeStray`.
  private var strayRuns = 0
  /// Control bytes between tags since `takeStray`.
  private var controlBytes = 0

  private let limit: Int
  private var state = State.text
  private var carry: [UInt8] = []
  private var quote: UInt8 = 0
  private var followsEquals = false
  private var isOverlong = false
  private var isInStrayRun = false
  /// How much of the end of a comment, section or instruction was met; or the brackets open in a declaration.
  private var matched = 0
  private var exclaimed: [UInt8] = []

  /// Creates a scanner at the start of text.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether no tag or other markup is open.
  var isBetweenTags: Bool { state == .text }

  /// The bytes of a tag that is not in the buffer, taken.
  mutating func takeCarry() -> [UInt8] {
    defer { carry = [] }
    return carry
  }

  /// What stood between the tags since the last call: runs of text, and control bytes.
  mutating func takeStray() -> (runs: Int, controls: Int) {
    defer {
      strayRuns = 0
      controlBytes = 0
    }
    return (strayRuns, controlBytes)
  }

  /// The next token, or nil when the buffer ends before it; `index` moves behind what was read.
  mutating func next(in buffer: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Token? {
    var start = index
    while index < buffer.count {
      let byte = buffer[index]
      switch state {
      case .text:
        readText(byte)
        start = index
      case .opened:
        open(byte)
        if state == .opened {
          tagLine = line
          start = index
        }
      case .tag:
        if let token = readTag(buffer, start: start, &index) { return token }
        continue
      case .exclaimed: readExclaimed(byte)
      case .comment, .section, .instruction, .declaration:
        if readMarkup(byte) {
          index += 1
          countLine(byte)
          return .markup
        }
      }
      countLine(byte)
      index += 1
    }
    if state == .tag || state == .opened { keep(buffer[start...]) }
    return nil
  }

  // MARK: - Text

  private mutating func countLine(_ byte: UInt8) {
    if byte == UInt8(ascii: "\n") { line &+= 1 }
  }

  private mutating func readText(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<"):
      tagLine = line
      state = .opened
    case 0x20, 0x09, 0x0A, 0x0D: break
    case 0..<0x20: controlBytes += 1
    default: addStray()
    }
    if byte == UInt8(ascii: "<") || byte == 0x0A { isInStrayRun = false }
  }

  private mutating func addStray() {
    if !isInStrayRun { strayRuns += 1 }
    isInStrayRun = true
  }

  /// Decides by the byte behind `<` what begins there.
  private mutating func open(_ byte: UInt8) {
    quote = 0
    followsEquals = false
    switch byte {
    case UInt8(ascii: "!"):
      state = .exclaimed
      exclaimed.removeAll(keepingCapacity: true)
      carry = []
    case UInt8(ascii: "?"):
      state = .instruction
      matched = 0
      carry = []
    case UInt8(ascii: "/"): state = .tag
    default:
      if TagReader.isNameStart(byte) {
        state = .tag
      } else {
        // "<" and anything else is text; another "<" begins anew.
        state = byte == UInt8(ascii: "<") ? .opened : .text
        carry = []
        addStray()
      }
    }
  }

  // MARK: - Tags

  /// Reads on in a tag to its end or the buffer's.
  private mutating func readTag(
    _ buffer: UnsafeBufferPointer<UInt8>, start: Int, _ index: inout Int
  ) -> Token? {
    while index < buffer.count {
      if quote != 0, !readValue(buffer, &index) { continue }
      let byte = buffer[index]
      switch byte {
      case UInt8(ascii: "<"):
        keep(buffer[start..<index])
        finishTag()
        return .brokenTag
      case UInt8(ascii: ">"):
        index += 1
        return completeTag(buffer, start..<index)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if followsEquals { quote = byte }
        followsEquals = false
      case UInt8(ascii: "="): followsEquals = true
      case 0x20, 0x09, 0x0A, 0x0D: countLine(byte)
      default: followsEquals = false
      }
      index += 1
    }
    return nil
  }

  /// Reads to the end of a value, or to a `<`, for which it returns true.
  private mutating func readValue(
    _ buffer: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Bool {
    let end = buffer.index(of: quote, from: index) ?? buffer.count
    let value = UnsafeBufferPointer(rebasing: buffer[index..<end])
    let length = value.index(of: UInt8(ascii: "<"), from: 0) ?? value.count
    var position = 0
    while let newline = value.index(of: 0x0A, from: position), newline < length {
      line &+= 1
      position = newline + 1
    }
    index += length
    if length < value.count { return true }
    if index < buffer.count {
      quote = 0
      index += 1
    }
    return false
  }

  private mutating func completeTag(
    _ buffer: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Token {
    let isCarried = !carry.isEmpty
    if isCarried || range.count > limit { keep(buffer[range]) }
    let wasOverlong = isOverlong
    finishTag()
    if wasOverlong { return .overlongTag }
    return isCarried ? .carriedTag : .tag(range)
  }

  private mutating func finishTag() {
    state = .text
    isOverlong = false
  }

  /// Keeps a part of a tag for the next buffer, within the limit.
  private mutating func keep(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
    if isOverlong { return }
    if carry.count + part.count > limit {
      isOverlong = true
      carry.append(contentsOf: part.prefix(Self.headBytes))
      carry = Array(carry.prefix(Self.headBytes))
    } else {
      carry.append(contentsOf: part)
    }
  }

  // MARK: - Other markup

  /// Tells comments, sections and declarations apart.
  private mutating func readExclaimed(_ byte: UInt8) {
    exclaimed.append(byte)
    if exclaimed.elementsEqual("--".utf8) {
      state = .comment
    } else if exclaimed.elementsEqual("[CDATA[".utf8) {
      state = .section
    } else if "--".utf8.starts(with: exclaimed) || "[CDATA[".utf8.starts(with: exclaimed) {
      return
    } else {
      state = byte == UInt8(ascii: ">") ? .text : .declaration
    }
    matched = 0
  }

  /// Whether the markup ends with this byte.
  private mutating func readMarkup(_ byte: UInt8) -> Bool {
    let isEnd = byte == UInt8(ascii: ">")
    switch state {
    case .comment: return closes(byte, UInt8(ascii: "-"), times: 2)
    case .section: return closes(byte, UInt8(ascii: "]"), times: 2)
    case .instruction: return closes(byte, UInt8(ascii: "?"), times: 1)
    default:
      if byte == UInt8(ascii: "[") { matched += 1 }
      if byte == UInt8(ascii: "]"), matched > 0 { matched -= 1 }
      if isEnd, matched == 0 { state = .text }
      return isEnd && matched == 0
    }
  }

  private mutating func closes(_ byte: UInt8, _ mark: UInt8, times: Int) -> Bool {
    if byte == UInt8(ascii: ">"), matched >= times {
      state = .text
      return true
    }
    matched = byte == mark ? matched &+ 1 : 0
    return false
  }
}
