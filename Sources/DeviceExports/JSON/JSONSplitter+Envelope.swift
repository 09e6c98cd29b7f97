internal import CSonarSimdjson

extension JSONSplitter {
  // MARK: - Members

  /// Follows the members of an object that is, or may become, an envelope.
  ///
  /// Every record that stands by itself comes through here, so nothing is made of a member that it might not need.
  mutating func nextMember() -> JSONPiece? {
    while place == .object {
      if isEnvelope { keep(from: position) }
      guard let byte = peekBehindSpace() else { return endInsideValue() }
      switch (byte, expects) {
      case (UInt8(ascii: "}"), .first), (UInt8(ascii: "}"), .separator):
        position += 1
        if let piece = endObject() { return piece }
      case (UInt8(ascii: ","), .separator):
        position += 1
        expects = .value
      case (UInt8(ascii: "\""), .first), (UInt8(ascii: "\""), .value):
        switch member() {
        case .done: break
        case .malformed: return damaged()
        case .atEnd: return endInsideValue()
        }
      default: return damaged()
      }
    }
    return nil
  }

  private mutating func endObject() -> JSONPiece? {
    levels.removeLast()
    leave()
    guard levels.isEmpty else { return nil }
    return isEnvelope ? .envelope(header: header.closed, at: value) : record()
  }

  /// One key with its value; a value that leads to records is only entered.
  private mutating func member() -> Skip {
    if isEnvelope || isOversized { keep(from: position) }
    let keyStart = position
    memberStart = position
    let key = skipString()
    guard key == .done else { return key }
    let keyEnd = position
    guard let colon = peekBehindSpace() else { return .atEnd }
    guard colon == UInt8(ascii: ":") else { return .malformed }
    position += 1
    guard let first = peekBehindSpace() else { return .atEnd }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      position - keyStart <= limits.recordBytes,
      enterPath(first, keyStart: keyStart, keyEnd: keyEnd)
    {
      return .done
    }
    expects = .separator
    return skipValue(first, keyStart: keyStart)
  }

  /// Enters an array or object where a path leads into it; returns false where none does.
  private mutating func enterPath(_ first: UInt8, keyStart: Int, keyEnd: Int) -> Bool {
    guard let candidates = levels.last, candidates != 0 else { return false }
    let key = window.bytes(keyStart + 1, keyEnd - 1)
    let match = paths.matching(key, at: levels.count - 1, of: candidates)
    if first == UInt8(ascii: "[") {
      guard match.endsHere else { return false }
      arrayKey = String(decoding: key, as: UTF8.self)
      arrayNumber += 1
      if !isEnvelope { decide() }
      enter(.array)
    } else {
      guard match.goingOn != 0 else { return false }
      levels.append(match.goingOn)
      enter(.object)
    }
    return true
  }

  /// From here on the value is an envelope: what was kept in case it is a record is not needed.
  private mutating func decide() {
    header.settle(in: window)
    isEnvelope = true
    isOversized = false
  }

  private mutating func skipValue(_ first: UInt8, keyStart: Int) -> Skip {
    switch first {
    case UInt8(ascii: "["): return skipContainer(isStrict: !isEnvelope)
    case UInt8(ascii: "{"):
      let value = skipContainer(isStrict: !isEnvelope)
      guard value == .done else { return value }
    case UInt8(ascii: "\""):
      let value = skipString()
      guard value == .done else { return value }
    default:
      let value = skipScalar()
      guard value == .done else { return value }
    }
    // A member over the limit is longer than any header, and no longer kept as a whole.
    if position - keyStart > limits.recordBytes { return .done }
    if isEnvelope || isOversized {
      header.add(window.bytes(keyStart, position))
    } else {
      header.note(keyStart, position)
    }
    return .done
  }

  // MARK: - Damage

  /// The stream ends inside a value that stands by itself, or damage in it has hidden its end.
  private mutating func endInsideValue() -> JSONPiece {
    guard mayRewind(to: value) else { return truncated(from: value) }
    let end = position
    resume(from: value.byte + 1)
    if place == .end { ending = .truncated }
    let code: JSONFault.Code = place == .end ? .truncated : .invalidStructure
    return .skipped(JSONFault(code, byte: end), from: value)
  }

  /// The stream ends inside an element.
  ///
  /// Where its array begins in the same line, behind other values, that line may be the damage that has hidden the values
  /// of the next ones; an array that goes over lines is cut off.
  mutating func endInsideElement() -> JSONPiece {
    let isLine = levels.isEmpty && value.line > 1 && start.line == value.line
    guard isLine, window.failure == nil, mayRewind(to: start) else { return truncated(from: start) }
    let end = position
    resume(from: start.byte + 1)
    if place == .end { ending = .truncated }
    let code: JSONFault.Code = place == .end ? .truncated : .invalidStructure
    return .skipped(JSONFault(code, byte: end), from: start)
  }

  private mutating func damaged() -> JSONPiece {
    let isTooDeep = !isEnvelope && scan.depth > Int(CSONAR_JSON_SCAN_DEPTH)
    let piece = skipped(isTooDeep ? .tooDeep : .invalidStructure, from: value)
    resume(from: mayRewind(to: value) && !isTooDeep ? value.byte + 1 : position)
    return piece
  }

  /// Whether what was read from a value or element on may be read again: it is in memory, and damage has not cost too much
  /// yet.
  private func mayRewind(to start: JSONPosition) -> Bool {
    let count = position - start.byte
    guard !isEnvelope, !isOversized, count <= limits.recordBytes else { return false }
    return rewound + count <= position + (4 << 20)
  }

  /// Goes on at the next line from a position that begins with a bracket; to the end without one.
  private mutating func resume(from first: Int) {
    rewound += position - first
    position = first
    levels.removeAll(keepingCapacity: true)
    scan.depth = 0
    place = .between
    arrayKey = nil
    while true {
      keep(from: position)
      let rest = window.bytes(position, window.end)
      guard let newline = rest.index(of: UInt8(ascii: "\n"), from: 0) else {
        position = window.end
        if !refill() { return finish(window.failure == nil ? .complete : .truncated) }
        continue
      }
      position += newline + 1
      if let byte = peek(), byte & 0xDF == 0x5B { return }
    }
  }

  /// Ends the stream inside something.
  mutating func truncated(from start: JSONPosition) -> JSONPiece {
    finish(.truncated)
    return .skipped(JSONFault(.truncated, byte: window.end), from: start)
  }

  func skipped(_ code: JSONFault.Code, from start: JSONPosition) -> JSONPiece {
    .skipped(JSONFault(code, byte: position), from: start)
  }
}
