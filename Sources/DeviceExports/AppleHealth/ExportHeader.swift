internal import HealthRecords

/// What stands before the first element of an export.
struct ExportHeader: Sendable, Equatable {
  /// The number of the version comment, as written.
  var version: String?
  /// The locale attribute.
  var locale: String?
  /// Bytes up to the end of the `<HealthData …>` tag.
  var length = 0
  /// Newlines in those bytes.
  var lines = 0
  /// Whether the element is empty, so that nothing follows.
  var isEmpty = false
  /// What was odd; positions are left to the caller.
  var oddities: [ReaderDiagnostic] = []

  /// What a version is called in reports.
  var formatVersion: String { "healthkit_export_\(version ?? "unknown")" }
}

/// Finds the root element, whatever stands before it.
///
/// Apple's document type declaration is malformed in version 12 and disagrees with the data in every version, so
/// everything before `<HealthData` is skipped, not parsed; comments are looked into for the version. What follows from
/// that: no declaration in a file has any effect.
struct HeaderScanner {
  private static let versionMark = Array("HealthKit Export Version:".utf8)
  private static let root = Array("<HealthData".utf8)

  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: ReaderLimits
  private var header = ExportHeader()
  private var index = 0

  /// Reads the header from the first bytes of a file; nil when it does not end within them.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: ReaderLimits
  ) throws(AppleHealthError) -> ExportHeader? {
    var scanner = HeaderScanner(bytes: bytes, limits: limits)
    return try scanner.run()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, limits: ReaderLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private mutating func run() throws(AppleHealthError) -> ExportHeader? {
    skipByteOrderMark()
    checkStart()
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start
      if has(Array("<!--".utf8)) {
        guard let end = endOfComment() else { return nil }
        readVersion(start..<end)
        index = end
      } else if isRoot {
        guard let end = endOfTag() else { return nil }
        try readRoot(start..<end)
        return header
      } else {
        index += 1
      }
    }
    return nil
  }

  private mutating func skipByteOrderMark() {
    guard has([0xEF, 0xBB, 0xBF]) else { return }
    header.oddities.append(.byteOrderMark)
    index = 3
  }

  /// Anything but a declaration or the root at the start was put there by another program.
  private mutating func checkStart() {
    let start = bytes[index...].firstIndex { $0 > 0x20 } ?? bytes.count
    let isUsual = ["<?xml", "<!DOCTYPE", "<HealthData"].contains {
      bytes[start...].starts(with: $0.utf8)
    }
    if !isUsual { header.oddities.append(.unexpectedPrologue) }
  }

  private func has(_ text: [UInt8]) -> Bool {
    bytes[index...].starts(with: text)
  }

  private var isRoot: Bool {
    let next = index + Self.root.count
    guard has(Self.root), next < bytes.count else { return false }
    return bytes[next] <= 0x20 || bytes[next] == UInt8(ascii: ">")
      || bytes[next] == UInt8(ascii: "/")
  }

  private func endOfComment() -> Int? {
    var end = index + 6
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: ">"), bytes[end - 1] == UInt8(ascii: "-"),
        bytes[end - 2] == UInt8(ascii: "-")
      {
        return end + 1
      }
      end += 1
    }
    return nil
  }

  private func endOfTag() -> Int? {
    var quote: UInt8 = 0
    for end in index..<bytes.count {
      let byte = bytes[end]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return end + 1
      }
    }
    return nil
  }

  private mutating func readVersion(_ comment: Range<Int>) {
    guard header.version == nil else { return }
    let text = bytes[comment]
    for start in text.indices where text[start...].starts(with: Self.versionMark) {
      let number = text[start...].dropFirst(Self.versionMark.count)
        .drop { $0 == 0x20 }.prefix { $0 &- 0x30 < 10 }
      if 1...6 ~= number.count { header.version = String(decoding: number, as: UTF8.self) }
      return
    }
  }

  private mutating func readRoot(_ tag: Range<Int>) throws(AppleHealthError) {
    header.length = tag.upperBound
    header.lines = bytes[..<tag.upperBound].count { $0 == UInt8(ascii: "\n") }
    header.isEmpty = bytes[tag.upperBound - 2] == UInt8(ascii: "/")
    let root = UnsafeBufferPointer(rebasing: bytes[tag])
    guard let attributes = try SingleElement(limits: limits).attributes(root) else {
      header.oddities.append(.malformedElement)
      return
    }
    header.locale = attributes["locale"].map { String(decoding: $0.prefix(64), as: UTF8.self) }
  }
}
