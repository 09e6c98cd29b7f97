import DeviceExports
import Testing

@Suite struct JSONSplitterTests {
  static let streams: [(String, [FoundJSON])] = [
    ("", [.end(.complete)]),
    (" \n", [.end(.complete)]),
    (
      "{\"a\":1}\n\n{\"b\":[{}]}\r\n",
      [
        .record("{\"a\":1}", byte: 0, line: 1), .record("{\"b\":[{}]}", byte: 9, line: 3),
        .end(.complete),
      ]
    ),
    (
      "{\"a\":1}{\"b\":2} {}",
      [
        .record("{\"a\":1}", byte: 0, line: 1), .record("{\"b\":2}", byte: 7, line: 1),
        .record("{}", byte: 15, line: 1), .end(.complete),
      ]
    ),
    (
      "\u{FEFF}[{\"a\":\"]\\\"}\"},\n [2] , \"x\", 3, NaN]",
      [
        .record("{\"a\":\"]\\\"}\"}", byte: 4, line: 1), .record("[2]", byte: 19, line: 2),
        .record("\"x\"", byte: 25, line: 2), .record("3", byte: 30, line: 2),
        .record("NaN", byte: 33, line: 2), .end(.complete),
      ]
    ),
    (
      "{\"v\":1,\"records\":[{\"a\":1},{}],\"more\":true,\"other\":[1],\"changes\":[{\"b\":2}]}",
      [
        .record("{\"a\":1}", byte: 18, line: 1, key: "records"),
        .record("{}", byte: 26, line: 1, key: "records"),
        .record("{\"b\":2}", byte: 65, line: 1, key: "changes"),
        .envelope("{\"v\":1,\"more\":true}"), .end(.complete),
      ]
    ),
    (
      "{\"data\":{\"id\":\"é\",\"records\":[{}],\"x\":{}},\"n\":null}\n{\"records\":[]}",
      [
        .record("{}", byte: 30, line: 1, key: "records"),
        .envelope("{\"id\":\"é\",\"x\":{},\"n\":null}"),
        .envelope("{}"), .end(.complete),
      ]
    ),
    // The path leads through objects only, and not through arrays or deeper ones.
    (
      "{\"data\":[{\"records\":[1]}],\"x\":{\"records\":[2]},\"records\":{}}",
      [
        .record(
          "{\"data\":[{\"records\":[1]}],\"x\":{\"records\":[2]},\"records\":{}}", byte: 0, line: 1),
        .end(.complete),
      ]
    ),
    // A line of opening brackets does not take the next ones along; an array over several lines is cut off.
    (
      "{\"a\":1}\n[[[\n{\"b\":2}\n{\"c\":3}\n",
      [
        .record("{\"a\":1}", byte: 0, line: 1), .skipped(.invalidStructure, byte: 9, line: 2),
        .record("{\"b\":2}", byte: 12, line: 3), .record("{\"c\":3}", byte: 20, line: 4),
        .end(.complete),
      ]
    ),
    (
      "{\"a\":1}\n[\n[[\n{\"b\":2}\n",
      [
        .record("{\"a\":1}", byte: 0, line: 1), .skipped(.truncated, byte: 10, line: 3),
        .end(.truncated),
      ]
    ),
    (
      "1\n{\"a\":1}\n\"x\" {}\n{}",
      [
        .skipped(.notARecord, byte: 0, line: 1), .record("{\"a\":1}", byte: 2, line: 2),
        .skipped(.notARecord, byte: 10, line: 3), .record("{}", byte: 17, line: 4), .end(.complete),
      ]
    ),
    (
      "[{},,{} {},]",
      [
        .record("{}", byte: 1, line: 1), .skipped(.invalidStructure, byte: 4, line: 1),
        .record("{}", byte: 5, line: 1), .skipped(.invalidStructure, byte: 8, line: 1),
        .record("{}", byte: 8, line: 1), .skipped(.invalidStructure, byte: 11, line: 1),
        .end(.complete),
      ]
    ),
    // Damage in a line costs that line.
    (
      "{\"a\":[1,2}\n{\"b\":1}\n{\"a\":\"x\n{\"c\":1}\n{\"a\":{\"b\":1\n{\"d\":1}\n{\"a\" 1}\n{\"e\":1}",
      [
        .skipped(.invalidStructure, byte: 0, line: 1), .record("{\"b\":1}", byte: 11, line: 2),
        .skipped(.invalidStructure, byte: 19, line: 3), .record("{\"c\":1}", byte: 27, line: 4),
        .skipped(.invalidStructure, byte: 35, line: 5), .record("{\"d\":1}", byte: 47, line: 6),
        .skipped(.invalidStructure, byte: 55, line: 7), .record("{\"e\":1}", byte: 63, line: 8),
        .end(.complete),
      ]
    ),
    // Damage in an array costs the element as far as brackets tell.
    (
      "[{\"a\":[1},{\"b\":2}},{\"c\":\"x\ny\"},{\"d\":1]",
      [
        .record("{\"a\":[1}", byte: 1, line: 1), .record("{\"b\":2}", byte: 10, line: 1),
        .skipped(.invalidStructure, byte: 17, line: 1),
        .record("{\"c\":\"x\ny\"}", byte: 19, line: 1),
        .skipped(.invalidStructure, byte: 31, line: 2), .end(.complete),
      ]
    ),
    (
      "[{\"a\":1},{\"b\":",
      [
        .record("{\"a\":1}", byte: 1, line: 1), .skipped(.truncated, byte: 9, line: 1),
        .end(.truncated),
      ]
    ),
  ]

  @Test(arguments: streams)
  func `a stream is cut into its records`(json: String, expected: [FoundJSON]) {
    #expect(split(json) == expected)
  }

  @Test(arguments: streams, [1, 2, 3, 7, 64, 4096])
  func `chunks make no difference`(stream: (String, [FoundJSON]), readSize: Int) {
    var limits = JSONSplitterLimits()
    limits.readBytes = 16
    #expect(split(stream.0.utf8, readSize: readSize, limits: limits) == stream.1)
  }

  @Test func `a cut envelope gives what is whole, and tells`() {
    let json = Array("{\"v\":1,\"records\":[{\"a\":1},{\"b\":2}],\"w\":2}\n".utf8)
    let first = FoundJSON.record("{\"a\":1}", byte: 18, line: 1, key: "records")
    let second = FoundJSON.record("{\"b\":2}", byte: 26, line: 1, key: "records")
    for end in 1..<json.count - 1 {
      var expected: [FoundJSON] = []
      if end >= 25 { expected.append(first) }
      if end >= 33 { expected.append(second) }
      let start = [18..<19: 18, 19..<25: 18, 26..<27: 26, 27..<33: 26, 25..<26: 25, 33..<34: 33]
        .first { $0.key.contains(end) }?.value
      let from = end < 18 || end > 33 ? 0 : end == 18 ? 18 : start ?? 0
      expected += [.skipped(.truncated, byte: from, line: 1), .end(.truncated)]
      #expect(split(json[..<end]) == expected, "cut at \(end)")
    }
  }

  @Test(
    arguments: [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x7B, 0, 0x7D, 0], [0, 0x7B]]
      as [[UInt8]])
  func `UTF-16 is refused`(bytes: [UInt8]) {
    #expect(split(bytes) == [.skipped(.notUTF8, byte: 0, line: 1), .end(.refused)])
  }

  @Test(arguments: [1, 5, 1000])
  func `a record over the limit is left out, and the rest goes on`(readSize: Int) {
    var limits = JSONSplitterLimits()
    limits.recordBytes = 40
    limits.readBytes = 16
    let long = "{\"a\":\"" + String(repeating: "}\\\"{", count: 100) + "\",\"b\":[[{}]]}"
    #expect(
      split("\(long)\n{\"c\":1}\n".utf8, readSize: readSize, limits: limits) == [
        .skipped(.tooLong, byte: 0, line: 1),
        .record("{\"c\":1}", byte: long.utf8.count + 1, line: 2),
        .end(.complete),
      ])
    #expect(
      split("[\(long),{\"c\":1}]".utf8, readSize: readSize, limits: limits) == [
        .skipped(.tooLong, byte: 1, line: 1),
        .record("{\"c\":1}", byte: long.utf8.count + 2, line: 1),
        .end(.complete),
      ])
    // What stands before the records of an envelope is not one.
    let envelope = "{\"v\":1,\"x\":\(long),\"w\":\"y\",\"records\":[{}]}"
    #expect(
      split(envelope.utf8, readSize: readSize, limits: limits) == [
        .record("{}", byte: envelope.utf8.count - 4, line: 1, key: "records"),
        .envelope("{\"v\":1,\"w\":\"y\"}"), .end(.complete),
      ])
  }

  @Test func `a star stands for every key`() {
    #expect(
      split(#"{"at":1,"steps":[{"n":1}],"heart_rate":[{"n":2}]}"#, paths: ["*"]) == [
        .record("{\"n\":1}", byte: 17, line: 1, key: "steps"),
        .record("{\"n\":2}", byte: 40, line: 1, key: "heart_rate"), .envelope("{\"at\":1}"),
        .end(.complete),
      ])
  }

  @Test func `what an envelope says before its records is there with the first one`() {
    let json = #"{"v":1,"data":{"at":"x","records":[{}],"late":2}}"#
    var splitter = JSONSplitter(
      MemorySource(Array(json.utf8)), paths: JSONRecordPaths(["data.records"]))
    guard case .record = splitter.next() else {
      Issue.record("no record")
      return
    }
    #expect(String(decoding: splitter.headerSoFar, as: UTF8.self) == #"{"v":1,"at":"x"}"#)
    guard case .envelope(let header, let position) = splitter.next() else {
      Issue.record("no envelope")
      return
    }
    #expect(String(decoding: header, as: UTF8.self) == #"{"v":1,"at":"x","late":2}"#)
    #expect(position == JSONPosition(byte: 0, line: 1))
    #expect(splitter.next() == nil)
  }

  @Test(arguments: [1, 7, 4096])
  func `small objects are given whole, and a large one by the paths chosen for it`(readSize: Int) {
    let large = #"{"v":1,"list":[{"n":1},{"n":2}],"rest":[{"long":"0123456789"}]}"#
    var limits = JSONSplitterLimits()
    limits.wholeBytes = 20
    limits.readBytes = 16
    var heads: [String] = []
    var splitter = JSONSplitter(
      MemorySource(Array("{\"list\":[1]}\n\(large)\n[\(large)]{\"x\":[".utf8), readSize: readSize),
      limits: limits
    ) { head in
      heads.append(String(decoding: head, as: UTF8.self))
      return JSONRecordPaths(heads.count == 1 ? ["list"] : [])
    }
    var found: [String] = []
    while let piece = splitter.next() {
      switch piece {
      case .record(let json, _): found.append(String(decoding: json.bytes, as: UTF8.self))
      case .skipped(let fault, _): found.append(fault.code.rawValue)
      case .envelope(let header, _): found.append(String(decoding: header, as: UTF8.self))
      }
    }
    #expect(heads == [#"{"v":1,"list":[{"n":"#, #"{"x":["#])
    #expect(
      found == [
        #"{"list":[1]}"#, #"{"n":1}"#, #"{"n":2}"#, #"{"v":1}"#, large, "json_truncated",
      ])
  }

  @Test(arguments: [1, 4096])
  func `members that do not fit into the header are left out`(readSize: Int) {
    var limits = JSONSplitterLimits()
    limits.headerBytes = 16
    limits.readBytes = 16
    let json = #"{"long":"0123456789abcdef","v":1,"records":[],"w":2,"x":33333}"#
    #expect(
      split(json.utf8, readSize: readSize, limits: limits) == [
        .envelope(#"{"v":1,"w":2}"#), .end(.complete),
      ])
  }

  @Test func `brackets without end are no trouble`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(split(deep) == [.skipped(.truncated, byte: 1, line: 1), .end(.truncated)])
    #expect(
      split("{\"a\":\(deep)\n{\"b\":1}") == [
        .skipped(.tooDeep, byte: 0, line: 1), .record("{\"b\":1}", byte: 100_006, line: 2),
        .end(.complete),
      ])
    let whole = deep + String(repeating: "]", count: 100_000)
    #expect(split(whole).count == 2)
  }

  @Test(arguments: [
    "{\"a\":[\n", "[\n", "{\"a\":\n", "{\"a\":\"\n", "{\"a\n", "{\n", "{}}\n", ":\n",
  ])
  func `damage line after line takes time in proportion`(line: String) {
    // A hundred thousand lines, each of which begins what the next ones do not end.
    #expect(split(String(repeating: line, count: 100_000)).count > 1)
  }

  @Test func `a source that fails ends the stream`() {
    struct Failing: ByteSource {
      struct Failure: Error {}
      var isFirst = true
      mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard isFirst else { throw Failure() }
        isFirst = false
        buffer.copyBytes(from: "{\"a\":1}\n".utf8)
        return 8
      }
    }
    var splitter = JSONSplitter(Failing(), paths: JSONRecordPaths([]))
    guard case .record = splitter.next() else {
      Issue.record("no record")
      return
    }
    #expect(splitter.next() == nil)
    #expect(splitter.ending == .truncated)
    #expect(splitter.failure is Failing.Failure)
  }

  /// An opening, and the same record over and over, without the stream ever being in memory.
  struct Repeating: ByteSource {
    var opening: [UInt8]
    let record: [UInt8]
    var left: Int
    var offset = 0

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let bytes = opening.isEmpty ? record : opening
      let count = left > 0 ? min(buffer.count, bytes.count - offset) : 0
      buffer.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      guard offset == bytes.count else { return count }
      offset = 0
      if opening.isEmpty { left -= 1 } else { opening = [] }
      return count
    }
  }

  @Test(arguments: [("", "\n"), ("[", ","), ("{\"records\":[", ",")])
  func `memory does not grow with the stream`(opening: String, separator: String) {
    let text = "{\"id\":\"" + String(repeating: "x", count: 60_000) + "\"}" + separator
    let times = 300_000_000 / text.utf8.count
    var splitter = JSONSplitter(
      Repeating(opening: Array(opening.utf8), record: Array(text.utf8), left: times),
      paths: JSONRecordPaths(["records"]))
    var count = 0
    while let piece = splitter.next() {
      if case .record = piece { count += 1 }
    }
    #expect(count == times)
    #expect(splitter.memoryBytes == 256 << 10)
  }
}
