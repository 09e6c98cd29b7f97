import HealthRecords
import Testing

/// What a writer writes, as text.
private func written(_ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  body(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite struct `A JSON writer` {
  @Test func `separates what stands side by side, at every depth`() {
    let text = written { json in
      json.beginObject()
      json.key("empty")
      json.beginArray()
      json.endArray()
      json.key("nested")
      json.beginArray()
      json.beginObject()
      json.endObject()
      json.beginObject()
      json.key("a")
      json.null()
      json.key("b")
      json.boolean(true)
      json.endObject()
      json.boolean(false)
      json.endArray()
      json.key("last")
      json.integer(1)
      json.endObject()
    }
    #expect(text == #"{"empty":[],"nested":[{},{"a":null,"b":true},false],"last":1}"#)
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), (#"say "hi""#, #""say \"hi\"""#), (#"a\b"#, #""a\\b""#),
    ("line\nfeed\r\tend", #""line\nfeed\r\tend""#), ("\0\u{1F}", #""\u0000\u001f""#),
    ("a/b", #""a/b""#), ("\u{7F}\u{2028}é", "\"\u{7F}\u{2028}é\""),
    ("\"", #""\"""#), ("tail\\", #""tail\\""#),
  ])
  func `escapes only what JSON requires`(text: String, expected: String) {
    #expect(written { $0.string(text) } == expected)
    let bytes = Array(text.utf8)
    #expect(written { json in bytes.withUnsafeBufferPointer { json.string($0) } } == expected)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (62.5, "62.5"),
      (1.0 / 3, "0.3333333333333333"), (1e14, "100000000000000"),
      (999_999_999_999_999, "999999999999999"), (1e16, "1e+16"), (1e21, "1e+21"),
      (-1e16, "-1e+16"), (1e-5, "1e-05"), (.leastNonzeroMagnitude, "5e-324"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.nan, "null"), (.infinity, "null"),
      (-.infinity, "null"),
    ] as [(Double, String)])
  func `writes the shortest number that reads back`(value: Double, expected: String) {
    #expect(written { $0.number(value) } == expected)
    if value.isFinite { #expect(Double(expected) == value) }
  }

  @Test func `writes whole numbers of every width to their ends`() {
    let text = written { json in
      json.beginArray()
      json.integer(Int64.min)
      json.integer(Int64.max)
      json.integer(UInt64.max)
      json.integer(Int8.min)
      json.integer(0)
      json.endArray()
    }
    #expect(
      text == "[-9223372036854775808,9223372036854775807,18446744073709551615,-128,0]")
  }

  @Test func `escapes keys that are data`() {
    let text = written { json in
      json.beginObject()
      json.key(#"a"b"# as String)
      json.integer(1)
      json.key("c" as String)
      json.integer(2)
      json.endObject()
    }
    #expect(text == #"{"a\"b":1,"c":2}"#)
  }

  @Test func `takes canonical JSON as one value`() {
    let inner = Array(#"{"x":[1,2]}"#.utf8)
    let text = written { json in
      json.beginArray()
      json.raw(inner)
      json.raw(inner)
      json.null()
      json.endArray()
    }
    #expect(text == #"[{"x":[1,2]},{"x":[1,2]},null]"#)
  }

  @Test func `starts over when its contents are removed`() {
    var json = JSONWriter()
    json.beginArray()
    json.integer(1)
    json.removeAll()
    json.string("again")
    #expect(json.bytes == Array(#""again""#.utf8))
  }
}
