internal import CSonarSimdjson

/// How an attempt to skip something ended.
enum Skip {
  /// The position is behind it.
  case done
  /// The position is at what cannot be.
  case malformed
  /// The stream ends inside it.
  case atEnd
}

extension JSONSplitter {
  /// Lets go of what is before a position.
  @inline(__always)
  mutating func keep(from position: Int) {
    window.anchor = position
    keptFrom = position
  }

  /// Reads more, once all that was read is used up; returns false at the end.
  mutating func refill() -> Bool {
    if position - keptFrom > limits.recordBytes { letGo() }
    return window.more()
  }

  /// What is kept is over the limit: from here on it is only followed.
  private mutating func letGo() {
    if !isOversized, !isEnvelope, place == .object {
      // It may still become an envelope, and the member at hand a part of its header.
      header.settle(in: window)
      keep(from: memberStart)
    }
    isOversized = true
    if position - keptFrom > limits.recordBytes { window.anchor = position }
  }

  /// The byte at the position; nil at the end.
  @inline(__always)
  mutating func peek() -> UInt8? {
    position < window.end || refill() ? window[position] : nil
  }

  /// Skips white space and returns the byte behind it; nil at the end.
  @inline(__always)
  mutating func peekBehindSpace() -> UInt8? {
    while let byte = peek() {
      guard byte <= 0x20, byte.isXMLSpace else { return byte }
      position &+= 1
    }
    return nil
  }

  /// Skips a string from its opening quote on.
  mutating func skipString() -> Skip {
    position += 1
    var isEscaped = false
    while true {
      let bytes = window.bytes(position, window.end)
      var index = 0
      while let quote = bytes.index(of: UInt8(ascii: "\""), from: index) {
        if !Self.isEscaped(bytes, index, quote, isEscaped) {
          position += quote + 1
          return .done
        }
        isEscaped = false
        index = quote + 1
      }
      isEscaped = Self.isEscaped(bytes, index, bytes.count, isEscaped)
      position = window.end
      if !refill() { return .atEnd }
    }
  }

  /// Whether the byte at an index is escaped, where none before it from `start` on is a quote.
  private static func isEscaped(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ index: Int, _ startIsEscaped: Bool
  ) -> Bool {
    var first = index
    while first > start, bytes[first - 1] == UInt8(ascii: "\\") { first -= 1 }
    let isOdd = (index - first) & 1 == 1
    return first == start && startIsEscaped ? !isOdd : isOdd
  }

  /// Skips a number or word, right or wrong, up to what ends one.
  mutating func skipScalar() -> Skip {
    let first = position
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D:
        return position > first ? .done : .malformed
      default: position &+= 1
      }
    }
    return .atEnd
  }

  /// Prepares for the opening bracket of an array or object.
  mutating func beginScan(isStrict: Bool) {
    scan.depth = 0
    scan.isInString = 0
    scan.isEscaped = 0
    scan.isStrict = isStrict ? 1 : 0
  }

  /// Skips an array or object from its opening bracket on.
  mutating func skipContainer(isStrict: Bool) -> Skip {
    beginScan(isStrict: isStrict)
    while true {
      let bytes = window.bytes(position, window.end)
      guard let first = bytes.baseAddress else { return .atEnd }
      let result = csonar_json_scan(&scan, first, bytes.count)
      position += result.end
      switch result.outcome {
      case CSONAR_JSON_SCAN_END: return .done
      case CSONAR_JSON_SCAN_MORE: if !refill() { return .atEnd }
      default: return .malformed
      }
    }
  }
}
