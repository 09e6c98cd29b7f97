import Testing

@testable import DeviceExports

@Suite struct `Tags of an export` {
  private func scan(_ text: String, readSize: Int) -> [String] {
    let bytes = Array(text.utf8)
    var scanner = TagScanner(limit: 20)
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: readSize) {
      let part = Array(bytes[start..<min(start + readSize, bytes.count)])
      part.withUnsafeBufferPointer { buffer in
        var index = 0
        while let token = scanner.next(in: buffer, at: &index) {
          let line = scanner.tagLine
          let text = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) + "@\(line)" }
          switch token {
          case .tag(let range): found.append(text(Array(buffer[range])))
          case .carriedTag: found.append(text(scanner.takeCarry()))
          case .brokenTag: found.append("broken " + text(scanner.takeCarry()))
          case .overlongTag: found.append("long " + text(scanner.takeCarry()))
          case .markup: found.append("markup")
          }
        }
      }
    }
    let stray = scanner.takeStray()
    return found + ["\(stray.runs) \(stray.controls) \(scanner.line) \(scanner.isBetweenTags)"]
  }

  @Test(arguments: [
    ("<a/>\n<b>\n</b>", ["<a/>@0", "<b>@1", "</b>@2", "0 0 2 true"]),
    ("<a b=\">\" c='\">'>", ["<a b=\">\" c='\">'>@0", "0 0 0 true"]),
    ("<a b=\"\n\"><c>", ["<a b=\"\n\">@0", "<c>@1", "0 0 1 true"]),
    ("<a b\"c>d\">", ["<a b\"c>@0", "1 0 0 true"]),
    ("<a b=\"x\n<c/>", ["broken <a b=\"x\n@0", "<c/>@1", "0 0 1 true"]),
    ("<a <b/>", ["broken <a @0", "<b/>@0", "0 0 0 true"]),
    ("<<a/>< b><5>", ["<a/>@0", "3 0 0 true"]),
    ("x y\nz\u{1}", ["2 1 1 true"]),
    ("<!-- <a> -- > --><a/>", ["markup", "<a/>@0", "0 0 0 true"]),
    ("<![CDATA[<a>]]]><a/>", ["markup", "<a/>@0", "0 0 0 true"]),
    ("<?a > ?><!DOCTYPE a [<b>]><!x><a/>", ["markup", "markup", "markup", "<a/>@0", "0 0 0 true"]),
    ("<!---->", ["markup", "0 0 0 true"]), ("<!-->", ["0 0 0 false"]),
    ("<a", ["0 0 0 false"]), ("<", ["0 0 0 false"]), ("<a b=\"c>", ["0 0 0 false"]),
    (
      "<a b=\"0123456789012345\"/><c/>",
      ["long <a b=\"0123456789012345\"/>@0", "<c/>@0", "0 0 0 true"]
    ),
  ])
  func `are split the same wherever the reads end`(_ text: String, _ expected: [String]) {
    for readSize in 1...max(1, text.utf8.count) {
      let found = scan(text, readSize: readSize)
      let kept = found.map { $0.hasPrefix("long ") ? "long" : $0 }
      #expect(kept == expected.map { $0.hasPrefix("long ") ? "long" : $0 })
    }
  }

  @Test(arguments: [
    ("<a/>", "<a/>", true), ("<a>", "<a/>", false), ("<a b=\"c\" >", "<a b=\"c\" />", false),
    ("<a b='\"'/>", "<a b=\"&quot;\"/>", true), ("<a\n\tb = \"c\"/>", "<a\n\tb = \"c\"/>", true),
    ("<a b=\"&lt;&#65;&#x41;ä\"/>", "<a b=\"&lt;&#65;&#x41;ä\"/>", true),
    ("<a b=\"&\"/>", "<a b=\"&amp;\"/>", true), ("<a b=\"&x;\"/>", "<a b=\"&amp;x;\"/>", true),
    ("<a b=\"1\" b=\"1\"/>", "<a b=\"1\"/>", true), ("<a b=\"1\" b=\"2\"/>", "<a b=\"1\"/>", true),
    (
      "<a startDate=\"1\" startDate=\"2\" startDate=\"3\"/>", "<a startDate=\"1\" endDate=\"2\"/>",
      true
    ),
    ("<ä/>", "<ä/>", true),
  ])
  func `are written so that a parser takes them`(
    _ tag: String, _ output: String, _ isEmpty: Bool
  ) {
    var reader = TagReader(limits: ReaderLimits())
    let outcome = Array(tag.utf8).withUnsafeBufferPointer { reader.read($0) }
    #expect(outcome == .start(isEmpty: isEmpty))
    #expect(String(decoding: reader.output, as: UTF8.self) == output)
  }

  @Test(arguments: [
    "<a b>", "<a b=>", "<a b=c>", "<a b=\"c\"d=\"e\">", "<a =\"\">", "<a 1=\"\">", "<a b:c=\"\">",
    "<a / >", "<a /b=\"\">", "<a b=\"c\"\">", "<a b=\"c>", "<a:b>", "<a b==\"c\">", "<a,>",
  ])
  func `that make no sense are rejected`(_ tag: String) {
    var reader = TagReader(limits: ReaderLimits())
    let outcome = Array(tag.utf8).withUnsafeBufferPointer { reader.read($0) }
    #expect(outcome == .rejected(.malformedElement, isEmpty: false))
  }

  @Test(arguments: [
    ("&amp;", XMLReference.Kind.valid, 5), ("&#65;x", .valid, 5), ("&#x10FFFF;", .valid, 10),
    ("&#x110000;", .forbiddenCharacter, 10), ("&#xFFFE;", .forbiddenCharacter, 8),
    ("&#0;", .forbiddenCharacter, 4), ("&nbsp;", .unknownEntity, 6), ("&;", .none, 1),
    ("& x;", .none, 1), ("&#;", .none, 1), ("&#x;", .none, 1), ("&#+1;", .none, 1),
    ("&#1a;", .none, 1), ("&#xg;", .none, 1), ("&", .none, 1), ("&amp", .none, 1),
  ])
  func `hold references of all kinds`(
    _ text: String, _ kind: XMLReference.Kind, _ length: Int
  ) {
    let reference = Array(text.utf8).withUnsafeBufferPointer { XMLReference($0, at: 0) }
    #expect(reference.kind == kind)
    #expect(reference.length == length)
  }

  @Test func `every character beyond ASCII is told from what is none`() {
    for scalar in 0x80...0x10FFFF {
      guard let character = Unicode.Scalar(UInt32(scalar)) else { continue }
      let bytes = Array(String(character).utf8)
      let sequence = bytes.withUnsafeBufferPointer { UTF8Sequence($0, at: 0) }
      let isAllowed = scalar != 0xFFFE && scalar != 0xFFFF
      if sequence.isValid != isAllowed || sequence.length != bytes.count {
        Issue.record("U+\(String(scalar, radix: 16))")
      }
    }
  }

  @Test func `an element reads its attributes alone`() throws {
    let element = SingleElement(limits: ReaderLimits())
    let read = { (text: String) in
      try Array(text.utf8).withUnsafeBufferPointer { try element.attributes($0) }
    }
    #expect(try read("<a b='c&amp;' d=\"e\">") == ["b": Array("c&".utf8), "d": Array("e".utf8)])
    #expect(try read("<a b=c>") == nil)
    #expect(try read("<a>") == [:])
  }
}
