import HealthRecords
import SonarTestSupport
import Testing

@testable import DeviceExports

/// What one lane made of a piece.
private struct LaneResult: Equatable {
  var delivery: Delivery
  var facts: PieceFacts
}

@Suite struct `The two lanes` {
  private let limits = ReaderLimits()
  private let fast = FastLane(
    member: "m", sideFiles: MemorySideFiles(), limits: ReaderLimits())

  private func piece(_ bytes: [UInt8]) -> Piece {
    Piece(
      index: 0, byte: 100, line: 5, bytes: bytes, newlines: bytes.count { $0 == 0x0A })
  }

  private func readFast(_ bytes: [UInt8]) -> LaneResult? {
    fast.parse(piece(bytes)).map { LaneResult(delivery: Delivery($0.batch), facts: $0.facts) }
  }

  private func readCarefully(_ bytes: [UInt8]) throws -> LaneResult? {
    let careful = CarefulLane(member: "m", sideFiles: MemorySideFiles(), limits: limits)
    var result: LaneResult?
    try careful.parse(piece(bytes)) {
      result = LaneResult(delivery: Delivery($0.batch), facts: $0.facts)
    }
    return result
  }

  /// The elements of the small export, without header and end.
  private var elements: [UInt8] {
    let lines = smallExport.split(separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.dropFirst(6).dropLast(2).joined(separator: "\n").utf8)
  }

  @Test func `agree on a sound piece, which the fast one takes`() throws {
    let result = readFast(elements)
    #expect(result?.delivery.samples.count == 11)
    #expect(try readCarefully(elements) == result)
  }

  @Test(arguments: [
    "<Record type='T'/>", "<Record type=\"T\" type=\"U\"/>", "<Record type = \"T\"/>",
    "<Record\n type=\"T\"/>", "<Record  type=\"T\"\ta=\"b\"/>", "<Record type=\"T\n\"/>",
    "<Record type=\"&x;\"/>", "<Record type=\"&#0;\"/>", "<Record type=\"<\"/>",
    "<Record type=\"\u{1}\"/>", "<Record type=T/>", "<Record type/>", "<Record", "</Record>",
    "<Record type=\"T\"></Workout>", "<Record type=\"T\">", "text", "<!-- -->", "<?p?>",
    "<![CDATA[]]>", "<Record type=\"T\"/>&amp;", "<a:b/>", "<Record a:b=\"\"/>",
    "<Record xmlns=\"u\" type=\"T\"/>", "<Record type=\"T\"><Record type=\"U\"/></Record>",
    "<Record type=\"T\" sourceName=\"&x;\"/>", "<Record type=\"T\" sourceName=\"<\"/>",
    "<Record type=\"T\" device=\"&\"/>", "<Record type=\"T\" sourceName=\"a\" sourceName=\"b\"/>",
    "<MetadataEntry key=\" sourceName=\"1\"/>", "</HealthData><Record type=\"T\"/>", "< Record/>",
    "<Record type=\"T\"b=\"c\"/>", "<Record type=\"T\" / >", "<1/>", "<Record 1=\"\"/>", "\u{0}",
    "<Ä/>",
  ])
  func `anything unusual is left to the careful one`(_ text: String) {
    #expect(readFast(elements + Array("\n ".utf8) + Array(text.utf8)) == nil)
    #expect(readFast(elements)?.delivery.samples.count == 11)
  }

  @Test(arguments: [
    "", "1", "12345678", "1234567890123456789", "a&amp;b", "&lt;&gt;&quot;&apos;&amp;", "&#65;b",
    "&#x1F600;",
    "ä", "7:47:41\u{202F}PM", "\u{10FFFF}", "\u{E000}\u{FFFD}", "1234567&amp;", "12345678ä",
    "\u{7F}", "'>=/",
    String(repeating: "long ", count: 4000), String(repeating: "ä&amp;", count: 4000),
  ])
  func `agree on what a value says`(_ value: String) throws {
    let text = """
       <Record type="T" value="\(value)" note="\(value)" sourceName="\(value)" device="\(value)">
        <MetadataEntry key="k" value="\(value)"/>
        <Part a="\(value)" sourceName="\(value)"/>
       </Record>
      """
    let result = try #require(readFast(Array(text.utf8)))
    #expect(try readCarefully(Array(text.utf8)) == result)
  }

  @Test(arguments: [
    "&#x\(String(repeating: "0", count: 80))41;", "&amp", "&;", "&", "&#;", "&#xD800;", "&#1;",
    "&amp;&b;", "\u{FFFE}", "\u{FFFF}", "a<b",

    "12345678\u{1F}", "ä<", "ä\u{1}",
  ])
  func `a value that XML does not allow is unusual`(_ value: String) {
    for name in ["value", "note", "sourceName", "device"] {
      let text = " <Record type=\"T\" \(name)=\"\(value)\"/>"
      #expect(readFast(Array(text.utf8)) == nil, "\(name)")
    }
  }

  @Test(arguments: ["a\tb", "a\rb", "\t"])
  func `white space that a parser rewrites is unusual, or read as libxml2 does`(
    _ value: String
  ) throws {
    #expect(readFast(Array(" <Record type=\"T\" value=\"\(value)\"/>".utf8)) == nil)
    let shared = Array(" <Record type=\"T\" sourceName=\"\(value)\" device=\"\(value)\"/>".utf8)
    let result = try #require(readFast(shared))
    #expect(try readCarefully(shared) == result)
  }

  @Test func `values beyond the memory of a tag are left to the careful one`() {
    let long = String(repeating: "ä", count: 40_000)
    #expect(readFast(Array(" <Record type=\"T\" value=\"\(long)\"/>".utf8)) == nil)
    let plain = String(repeating: "a", count: 80_000)
    #expect(
      readFast(Array(" <Record type=\"T\" value=\"\(plain)\"/>".utf8))?.delivery.samples.count == 1)
  }

  @Test func `attributes in any order and number are read as they stand`() throws {
    var random = SeededGenerator(7)
    let names = [
      "type", "unit", "value", "sourceName", "sourceVersion", "device", "startDate", "a", "b", "c",
    ]
    let lines = (0..<300).map { _ in
      let chosen = names.shuffled(using: &random).prefix(Int.random(in: 1...10, using: &random))
      return " <Record " + chosen.map { "\($0)=\"\($0)\"" }.joined(separator: " ") + "/>"
    }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let result = try #require(readFast(bytes))
    #expect(try readCarefully(bytes) == result)
  }

  @Test func `bytes that are no UTF-8 are unusual`() {
    for bytes in [[0xC3], [0xFF], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      for name in ["value", "sourceName", "device"] {
        let text = Array(" <Record type=\"T\" \(name)=\"".utf8) + bytes + Array("\"/>".utf8)
        #expect(readFast(text) == nil)
      }
    }
  }

  @Test func `a value is told from every other by its bytes`() throws {
    let names = ["1", "2", "0", "17", "&#49;", "&amp;", "a&lt;b", "ä", " ", "  x  ", "\u{A0}"]
    let records = (0..<200).map { index in
      " <Record type=\"T\" sourceName=\"\(names[index % names.count])\" device=\"\(names[index / 7 % names.count])\" sourceVersion=\"3\"/>"
    }
    let bytes = Array(records.joined(separator: "\n").utf8)
    let result = try #require(readFast(bytes))
    #expect(try readCarefully(bytes) == result)
    #expect(
      result.delivery.samples.first == "0 data T line=0 source=1 version=3 device=1")
  }

  @Test func `values stay right after a piece that was given up`() throws {
    let odd = Array(" <Record type=\"T\" sourceName=\"new &bad;\" device=\"&\"/>".utf8)
    for _ in 0..<3 {
      #expect(readFast(odd) == nil)
      let sound = Array(" <Record type=\"T\" sourceName=\"new\" device=\"d\"/>".utf8)
      #expect(
        readFast(sound)?.delivery.samples == ["0 data T line=0 source=new device=d"])
    }
  }

  @Test func `many distinct sources are read like few`() throws {
    let text = (0..<3000).map { " <Record type=\"T\" sourceName=\"s\($0)\"/>" }
      .joined(separator: "\n")
    let result = try #require(readFast(Array(text.utf8)))
    #expect(result.delivery.samples.last == "2999 data T line=2999 source=s2999")
  }

  @Test(arguments: 0..<8) func `agree on mutated pieces`(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    var taken = 0
    for _ in 0..<250 {
      let mutated = mutate(elements, &random)
      guard let result = readFast(mutated) else { continue }
      taken += 1
      let careful = try readCarefully(mutated)
      if careful != result {
        Issue.record("lanes differ on \(String(decoding: mutated, as: UTF8.self))")
      }
    }
    #expect(taken > 10)
  }

  @Test(arguments: 0..<4) func `runs agree on mutated exports`(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(1000 + seed))
    let bytes = Array(smallExport.utf8)
    for _ in 0..<60 {
      let mutated = mutate(bytes, &random)
      let pieceBytes = Int.random(in: 1...2000, using: &random)
      guard
        let careful = try? read(mutated, options: .small(lanes: 1, pieceBytes: pieceBytes))
      else { continue }
      let fast = try read(mutated, options: .small(lanes: 2, pieceBytes: pieceBytes))
      if fast.outputs != careful.outputs || fast.facts != careful.facts {
        Issue.record("pieces of \(pieceBytes): \(String(decoding: mutated, as: UTF8.self))")
      }
    }
  }

  /// A few random changes: bytes, repeats, cuts, and text that means something in XML.
  private func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let words = [
      "\"", "'", "<", ">", "/>", "&", "&amp;", "&#65;", "&lt;", " sourceName=\"", "device=\"1\" ",
      "<!--", "-->", "=", "\n", " ", "\n <Record type=\"M\"/>", "</Record>", "\u{0}", "\u{FFFD}",
      "<Unknown a=\"b\"/>", "<![CDATA[", "HKDevice: 0x", "x", "</HealthData>", "startDate=\"x\" ",
    ]
    var result = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<result.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: result[place] = UInt8.random(in: 0...255, using: &random)
      case 1: result.remove(at: place)
      case 2:
        let end = min(result.count, place + Int.random(in: 1...40, using: &random))
        result.insert(contentsOf: result[place..<end], at: place)
      case 3:
        result.removeSubrange(place..<min(result.count, place + 20))
      case 4: result[place] = UInt8.random(in: 0x20...0x7E, using: &random)
      default:
        let word = words[Int.random(in: 0..<words.count, using: &random)]
        result.insert(contentsOf: Array(word.utf8), at: place)
      }
    }
    return result
  }
}
