import Testing

@testable import SampleExports

@Suite struct `Zip writer` {
  @Test func `members come back as they went in, in the phone's layout`() throws {
    let noise = noise(70_000)
    let files: [(String, MemberSize, [UInt8])] = [
      ("apple_health_export/export.xml", .unknown, noise),
      ("empty", .known(0), []),
      ("repeated", .known(100_000), Array(repeating: 65, count: 100_000)),
    ]
    let members = try Unzip.members(of: try zip(files))
    #expect(members.map(\.name) == files.map(\.0))
    #expect(members.map(\.contents) == files.map(\.2))
    #expect(members.allSatisfy { $0.flags == 0x0008 && $0.madeBy == 0x0314 })
    #expect(members.allSatisfy { $0.attributes == 0x81A4_0000 })
  }

  @Test func `a local header holds the plain size when it is known`() throws {
    let bytes = try zip([("a", .known(3), [1, 2, 3])])
    #expect(
      Array(bytes[0..<30]) == [
        0x50, 0x4B, 3, 4, 20, 0, 8, 0, 8, 0, 0, 0, 0x21, 0x5A, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0,
        1, 0, 0, 0,
      ])
  }

  @Test func `a large member has wide sizes`() throws {
    let bytes = try zip([("big", .unknownAndLarge, [7, 7]), ("small", .unknown, [1])])
    #expect(Array(bytes[4..<6]) == [45, 0])
    #expect(Array(bytes[18..<26]) == Array(repeating: 0xFF, count: 8))
    #expect(try Unzip.members(of: bytes).map(\.contents) == [[7, 7], [1]])
  }

  @Test func `numbers beyond the limit move to zip64 fields`() throws {
    let files: [(String, MemberSize, [UInt8])] = [
      ("first", .unknownAndLarge, noise(3_000)), ("second", .unknown, [1, 2]),
      ("third", .unknownAndLarge, noise(2_000)),
    ]
    let bytes = try zip(files, limit: 1_000)
    let members = try Unzip.members(of: bytes)
    #expect(members.map(\.contents) == files.map(\.2))
    #expect(Array(bytes[(bytes.count - 6)..<(bytes.count - 2)]) == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  @Test func `a member that outgrows its header is an error`() {
    let error = #expect(throws: SampleError.self) {
      try zip([("grown", .unknown, noise(2_000))], limit: 1_000)
    }
    #expect(error?.code == .memberTooLarge)
    #expect(error?.path == "grown")
  }

  @Test func `a member of another size than announced is an error`() {
    let error = #expect(throws: SampleError.self) { try zip([("short", .known(9), [1])]) }
    #expect(error?.code == .misuse)
  }

  @Test(arguments: [0, 65_536])
  func `a name without or with too many bytes is an error`(length: Int) {
    let name = String(repeating: "n", count: length)
    let error = #expect(throws: SampleError.self) { try zip([(name, .unknown, [])]) }
    #expect(error?.code == .misuse)
  }

  @Test func `calls out of order are errors`() throws {
    let idle = try ZipWriter(output: MemoryOutput())
    #expect(throws: SampleError.self) { try idle.write([1]) }
    #expect(throws: SampleError.self) { try idle.endFile() }
    let open = try ZipWriter(output: MemoryOutput())
    try open.beginFile(named: "a", size: .unknown)
    #expect(throws: SampleError.self) { try open.beginFile(named: "b", size: .unknown) }
    #expect(throws: SampleError.self) { try open.finish() }
  }

  @Test func `an archive without members is valid`() throws {
    let bytes = try zip([])
    #expect(bytes.count == 22)
    #expect(try Unzip.members(of: bytes) == [])
  }

  @Test func `an error of the output stops the writer`() throws {
    for allowed in 0..<6 {
      let writer = try ZipWriter(output: FailingOutput(allowed: allowed))
      #expect(throws: SampleError(.outputFailed, "full")) {
        try writer.beginFile(named: "a", size: .unknown)
        try writer.write(noise(10))
        try writer.endFile()
        try writer.finish()
      }
    }
  }

  @Test func `a whole export survives the zip`() throws {
    var configuration = AppleHealthSample.Configuration.small(days: 1)
    configuration.recordsPerDay = 60
    configuration.features.remove(.electrocardiograms)
    let plain = try GeneratedExport(configuration)
    let output = MemoryOutput()
    let counts = try AppleHealthSample(configuration: configuration).writeZip(to: output)
    #expect(counts == plain.counts)
    let members = try Unzip.members(of: output.bytes)
    #expect(members.map(\.name) == plain.files.map(\.path))
    #expect(members.map(\.contents) == plain.files.map(\.bytes))
  }

  private func zip(
    _ files: [(String, MemberSize, [UInt8])], limit: UInt64 = 0xFFFF_FFFE
  ) throws -> [UInt8] {
    let output = MemoryOutput()
    let writer = try ZipWriter(output: output, limit: limit)
    for (name, size, bytes) in files {
      try writer.beginFile(named: name, size: size)
      for start in stride(from: 0, to: bytes.count, by: 1_500) {
        try writer.write(Array(bytes[start..<min(start + 1_500, bytes.count)]))
      }
      try writer.endFile()
    }
    try writer.finish()
    return output.bytes
  }

  private func noise(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: 99)
    return (0..<count).map { _ in UInt8(random.below(256)) }
  }
}

/// An output that takes some calls and then fails.
private final class FailingOutput: ByteOutput {
  private var allowed: Int

  init(allowed: Int) {
    self.allowed = allowed
  }

  func write(_ bytes: [UInt8]) throws(SampleError) {
    try use()
  }

  func close() throws(SampleError) {
    try use()
  }

  private func use() throws(SampleError) {
    allowed -= 1
    guard allowed >= 0 else { throw SampleError(.outputFailed, "full") }
  }
}
