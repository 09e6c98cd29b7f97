import HealthRecords
import Testing

@Suite struct JSONWriterTests {
  static func text(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func `containers nest with commas between their elements`() {
    let text = Self.text { json in
      json.beginObject()
      json.key("a")
      json.beginArray()
      json.integer(1)
      json.beginArray()
      json.endArray()
      json.beginObject()
      json.endObject()
      json.null()
      json.endArray()
      json.key("b" as String)
      json.boolean(true)
      json.key("c")
      json.boolean(false)
      json.endObject()
    }
    #expect(text == #"{"a":[1,[],{},null],"b":true,"c":false}"#)
  }

  @Test(arguments: [
    ("", #""""#),
    ("plain", #""plain""#),
    ("a\"b\\c/d", #""a\"b\\c/d""#),
    ("\n\r\t", #""\n\r\t""#),
    ("\u{0}\u{1f}\u{7f}", "\"\\u0000\\u001f\u{7f}\""),
    ("\u{202f}é\u{1F55B}", "\"\u{202f}é\u{1F55B}\""),
    ("\u{8}\u{c}", #""\u0008\u000c""#),
  ])
  func `only what JSON requires is escaped`(_ raw: String, written: String) {
    #expect(Self.text { $0.string(raw) } == written)
  }

  /// Text is searched eight bytes at a time: a mark must be found wherever it stands among plain bytes.
  @Test(arguments: 0..<20)
  func `a byte is escaped wherever it stands`(_ place: Int) {
    for byte in UInt8.min...UInt8.max {
      var text = [UInt8](repeating: UInt8(ascii: "!"), count: 20)
      text[place] = byte
      let isMark = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      var json = JSONWriter()
      text.withUnsafeBufferPointer { json.string($0) }
      let prefix = Array("\"".utf8) + text[..<place]
      #expect(Array(json.bytes.prefix(prefix.count)) == prefix)
      #expect(
        json.bytes[prefix.count] == (isMark ? UInt8(ascii: "\\") : byte), "byte \(byte)")
      #expect(json.bytes.suffix(20 - place) == text[(place + 1)...] + "\"".utf8)
    }
  }

  @Test func `a pair is an array of two strings, each escaped`() {
    let (name, value) = (Array("a\"".utf8), Array("line\n of more than eight bytes".utf8))
    let head = name.withUnsafeBufferPointer { JSONWriter.pairHead($0) }
    let text = Self.text { json in
      json.beginArray()
      for _ in 0..<2 {
        head.withUnsafeBufferPointer { head in
          value.withUnsafeBufferPointer { json.pair(head: head, $0) }
        }
      }
      json.endArray()
    }
    let pair = #"["a\"","line\n of more than eight bytes"]"#
    #expect(text == "[\(pair),\(pair)]")
  }

  @Test func `a key that is data is escaped`() {
    let text = Self.text { json in
      json.beginObject()
      json.key("a\"b" as String)
      json.integer(1)
      json.endObject()
    }
    #expect(text == #"{"a\"b":1}"#)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (3, "3"), (-3, "-3"), (0.1, "0.1"), (47.8478, "47.8478"),
      (5.91532e-05, "5.91532e-05"), (999_999_999_999_999, "999999999999999"),
      (1e15, "1000000000000000"), (-9_007_199_254_740_992, "-9007199254740992"),
      (18_014_398_509_481_984, "1.8014398509481984e+16"),
      (1e308, "1e+308"), (.leastNonzeroMagnitude, "5e-324"),
      (0.1 + 0.2, "0.30000000000000004"),
      (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
    ] as [(Double, String)])
  func `a number is the shortest that reads back`(_ value: Double, written: String) {
    #expect(Self.text { $0.number(value) } == written)
  }

  @Test(arguments: [
    (Int64.min, "-9223372036854775808"), (.max, "9223372036854775807"), (0, "0"), (-1, "-1"),
    (100, "100"),
  ])
  func `an integer is written in full`(_ value: Int64, written: String) {
    #expect(Self.text { $0.integer(value) } == written)
  }

  @Test func `an unsigned integer above the signed range is written in full`() {
    #expect(Self.text { $0.integer(UInt64.max) } == "18446744073709551615")
  }

  @Test func `canonical JSON is taken over as one value`() {
    let text = Self.text { json in
      json.beginArray()
      json.raw(Array(#"{"a":1}"#.utf8))
      json.raw(Array("2".utf8))
      json.endArray()
    }
    #expect(text == #"[{"a":1},2]"#)
  }

  @Test func `a writer that forgot its contents starts without a comma`() {
    var json = JSONWriter()
    json.integer(1)
    json.removeAll()
    json.integer(2)
    #expect(json.bytes == Array("2".utf8))
  }
}
