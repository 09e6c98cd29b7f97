/// What an `&` in an attribute value begins.
struct XMLReference: Equatable {
  /// The kinds of reference.
  enum Kind {
    /// One of XML's five entities, or a character that XML allows.
    case valid
    /// A reference to a character that XML forbids.
    case forbiddenCharacter
    /// The form of an entity, of a name that XML does not define.
    case unknownEntity
    /// No reference.
    case none
  }

  /// No name or number that is worth reading is longer.
  private static let maximumLength = 64

  /// What it is.
  let kind: Kind
  /// Its bytes, `&` and `;` included; 1 where it is none.
  let length: Int

  /// Reads what begins with the `&` at an index.
  init(_ value: UnsafeBufferPointer<UInt8>, at start: Int) {
    let window = value[start...].prefix(Self.maximumLength)
    guard let end = window.firstIndex(of: UInt8(ascii: ";")), end > start + 1 else {
      self.init(kind: .none, length: 1)
      return
    }
    let body = value[start + 1..<end]
    let kind = body.first == UInt8(ascii: "#") ? Self.number(body.dropFirst()) : Self.entity(body)
    self.init(kind: kind, length: kind == .none ? 1 : end + 1 - start)
  }

  private init(kind: Kind, length: Int) {
    self.kind = kind
    self.length = length
  }

  private static func entity(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Kind {
    let bytes = UnsafeBufferPointer(rebasing: name)
    if isPredefined(bytes) { return .valid }
    let isName = bytes.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
    return isName ? .unknownEntity : .none
  }

  private static func isPredefined(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    switch name.count {
    case 2: ("lt" as StaticString).equals(name) || ("gt" as StaticString).equals(name)
    case 3: ("amp" as StaticString).equals(name)
    case 4: ("quot" as StaticString).equals(name) || ("apos" as StaticString).equals(name)
    default: false
    }
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Kind {
    let isHex = digits.first == UInt8(ascii: "x")
    let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      !text.isEmpty
    else { return .none }
    guard let value = UInt32(text, radix: isHex ? 16 : 10) else {
      let radix = isHex ? 16 : 10
      let isNumber = text.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? 99) < radix }
      return isNumber ? .forbiddenCharacter : .none
    }
    return isAllowed(value) ? .valid : .forbiddenCharacter
  }

  /// The characters of XML 1.0.
  private static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

/// The bytes of one character beyond ASCII, or a run that is none.
struct UTF8Sequence: Equatable {
  /// Whether the bytes are a character that XML allows.
  let isValid: Bool
  /// The number of bytes: of the character, or of the longest part that could have begun one (at least 1).
  let length: Int

  /// Reads the sequence at an index, whose byte is not ASCII.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    let first = bytes[start]
    let second = Self.secondRange(after: first)
    guard let second else {
      self.init(isValid: false, length: 1)
      return
    }
    let wanted = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var length = 1
    while length < wanted, start + length < bytes.count {
      let range = length == 1 ? second : 0x80...0xBF
      guard range.contains(bytes[start + length]) else { break }
      length += 1
    }
    // U+FFFE and U+FFFF are encoded well and forbidden in XML.
    let isNoncharacter =
      length == 3 && first == 0xEF && bytes[start + 1] == 0xBF && bytes[start + 2] >= 0xBE
    self.init(isValid: length == wanted && !isNoncharacter, length: length)
  }

  private init(isValid: Bool, length: Int) {
    self.isValid = isValid
    self.length = length
  }

  /// The second bytes that may follow; excludes overlong forms, surrogates and what lies beyond U+10FFFF.
  private static func secondRange(after first: UInt8) -> ClosedRange<UInt8>? {
    switch first {
    case 0xC2...0xDF: 0x80...0xBF
    case 0xE0: 0xA0...0xBF
    case 0xE1...0xEC, 0xEE...0xEF: 0x80...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF1...0xF3: 0x80...0xBF
    case 0xF4: 0x80...0x8F
    default: nil
    }
  }
}
