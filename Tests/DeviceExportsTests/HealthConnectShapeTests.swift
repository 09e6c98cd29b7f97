import DeviceExports
import Testing

@Suite struct HealthConnectShapeTests {
  static let all = healthConnectRecords + healthConnectEnvelopes

  @Test func `every shape has a fixture`() {
    #expect(Set(Self.all.map(\.shape)) == Set(HealthConnectReader.shapes))
    #expect(Set(HealthConnectReader.shapes).count == HealthConnectReader.shapes.count)
  }

  @Test(arguments: all)
  func `a shape is recognised and read`(fixture: HealthConnectFixture) throws {
    let found = try readHealthConnect(fixture.json)
    #expect(found.samples == fixture.samples)
    #expect(found.diagnostics == fixture.diagnostics)
    #expect(found.format == "health_connect_\(fixture.shape)")
    #expect(found.isComplete)
    #expect(found.rejected.isEmpty)
  }

  @Test(arguments: healthConnectEnvelopes)
  func `what an envelope says before its records comes with them`(fixture: HealthConnectFixture)
    throws
  {
    let found = try readHealthConnect(fixture.json)
    for envelope in fixture.envelopes { #expect(found.envelopes.contains(envelope)) }
    if fixture.envelopes.isEmpty, !fixture.samples.isEmpty { #expect(found.envelopes.isEmpty) }
  }

  @Test(arguments: all)
  func `the head of a file tells the shape`(fixture: HealthConnectFixture) {
    let bytes = Array(fixture.json.utf8)
    #expect(HealthConnectReader.shape(ofHead: bytes) == fixture.shape)
    #expect(HealthConnectReader.shape(ofHead: [0xEF, 0xBB, 0xBF] + bytes) == fixture.shape)
    #expect(HealthConnectReader.shape(ofHead: [0x5B, 0x0A] + bytes + [0x2C]) == fixture.shape)
  }

  @Test(arguments: all)
  func `a head that ends anywhere gives that shape or none`(fixture: HealthConnectFixture) {
    let bytes = Array(fixture.json.utf8)
    var shapes: Set<String> = []
    for count in bytes.indices {
      if let shape = HealthConnectReader.shape(ofHead: Array(bytes[..<count])) {
        shapes.insert(shape)
      }
    }
    // Less than the first record may look like another shape that has no more than that.
    #expect(shapes.isSubset(of: [fixture.shape, "rn", "ubie"]))
  }

  /// A list, lines, values one behind the other, with a byte-order mark and white space.
  static let forms: [(String, @Sendable (String) -> String)] = [
    ("a list", { "[\($0)]" }), ("a list of two", { "[\($0),\n\($0)]" }),
    ("lines", { "\($0)\n\($0)\n" }), ("lines of Windows", { "\($0)\r\n\r\n\($0)" }),
    ("no space between", { $0 + $0 }), ("a mark", { "\u{FEFF}" + $0 }),
    ("white space", { "\n\t \($0) \n" }), ("lists", { "[\($0)][\($0)]" }),
  ]

  @Test(arguments: all, forms)
  func `a shape is read in every form`(
    fixture: HealthConnectFixture, form: (String, @Sendable (String) -> String)
  ) throws {
    let json = form.1(fixture.json)
    let found = try readHealthConnect(json)
    let copies = (json.utf8.count + 8) / (fixture.json.utf8.count + 1) >= 2 ? 2 : 1
    let once = fixture.samples.map(withoutLine)
    #expect(found.samples.map(withoutLine) == (copies == 2 ? once + once : once))
    #expect(found.isComplete)
    #expect(found.rejected.isEmpty)
  }

  @Test(arguments: healthConnectRecords)
  func `what stands before a record does not matter`(fixture: HealthConnectFixture) throws {
    for other in healthConnectRecords {
      let found = try readHealthConnect("\(other.json)\n\(fixture.json)\n\(other.json)")
      let samples = other.samples + fixture.samples + other.samples
      #expect(found.samples.map(withoutLine) == samples.map(withoutLine))
      let isMixed = other.shape != fixture.shape
      #expect(found.format == "health_connect_" + (isMixed ? "mixed" : fixture.shape))
    }
  }

  @Test(arguments: healthConnectEnvelopes.filter { !$0.samples.isEmpty })
  func `an envelope followed list by list gives the same as one read whole`(
    fixture: HealthConnectFixture
  ) throws {
    let whole = try readHealthConnect(fixture.json)
    var options = HealthConnectOptions()
    options.limits.wholeBytes = fixture.json.utf8.count - 1
    #expect(try readHealthConnect(fixture.json.utf8, options: options) == whole)
    #expect(try readHealthConnect(fixture.json.utf8, readSize: 1, options: options) == whole)
  }

  @Test func `a page without records is of the first shape that has pages`() throws {
    let found = try readHealthConnect(#"{"records":[]}"#)
    #expect(found == FoundHealthConnect(format: "health_connect_rn"))
  }

  @Test func `an empty list is a file without records`() throws {
    #expect(try readHealthConnect("[]") == FoundHealthConnect(format: "health_connect_unknown"))
  }
}

/// A sample's text without the line it is on.
private func withoutLine(_ sample: String) -> String {
  sample.split(separator: " ", omittingEmptySubsequences: false).filter { !$0.hasPrefix("@") }
    .joined(separator: " ")
}
