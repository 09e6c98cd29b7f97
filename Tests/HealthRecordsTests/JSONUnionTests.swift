import HealthRecords
import Testing

@Suite struct JSONUnionTests {
  /// Two values and their union.
  private static let unions = [
    ("{}", "{}", "{}"), ("[]", "[1]", "[1]"), ("[1]", "[]", "[1]"),
    ("{}", #"{"a":1}"#, #"{"a":1}"#),
    (#"{"a":1}"#, #"{"b":2}"#, #"{"a":1,"b":2}"#),
    (#"{"a":1}"#, #"{"a":2}"#, #"{"a":1}"#), (#"{"a":[1]}"#, #"{"a":{"b":1}}"#, #"{"a":[1]}"#),
    (#"{"a":{"x":1}}"#, #"{"a":{"y":[2]},"b":""}"#, #"{"a":{"x":1,"y":[2]},"b":""}"#),
    (#"[["u","1"],["n","a"]]"#, #"[["u","1"],["n","b"]]"#, #"[["u","1"],["n","a"],["n","b"]]"#),
    (#"["a,b","c\\"]"#, #"["a,b","]","\","]"#, #"["a,b","c\\","]","\","]"#),
    (#"{"a:b":1,"c\"{":"}"}"#, #"{"a:b":2,"d":"\\"}"#, #"{"a:b":1,"c\"{":"}","d":"\\"}"#),
    (#"{"é":1}"#, #"{"é":1,"e":2}"#, #"{"é":1,"e":2}"#),
    // No JSON, or other values: the first stays.
    ("1", "2", "1"), ("", "[1]", ""), ("[1", "[2]", "[1"), (#"["]"#, "[2]", #"["]"#),
    ("[1]]", "[2]", "[1]]"), ("{1}", "[1]", "{1}"), ("null", "null", "null"),
  ]

  @Test(arguments: unions)
  func `two values make one`(_ first: String, _ second: String, _ union: String) {
    #expect(
      String(decoding: JSONUnion.of(Array(first.utf8), Array(second.utf8)), as: UTF8.self) == union)
  }

  @Test(arguments: unions)
  func `a union holds what it was made of`(_ first: String, _ second: String, _ union: String) {
    let bytes = Array(union.utf8)
    #expect(JSONUnion.of(bytes, bytes) == bytes)
    #expect(JSONUnion.of(bytes, Array(second.utf8)) == bytes)
  }

  @Test func `nesting has an end`() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let closed = deep + [UInt8](repeating: UInt8(ascii: "]"), count: 100_000)
    #expect(JSONUnion.of(deep, closed) == deep)
    #expect(JSONUnion.of(closed, closed.dropLast() + [93, 93]) == closed)
  }
}
