import Testing

@testable import SonarCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Answers calls of the system from a script and remembers what it took.
final class ScriptedSystem {
  enum Answer {
    case takes(Int)
    case fails(CInt)
  }

  private var answers: [Answer]
  private(set) var taken: [UInt8] = []
  private(set) var calls = 0

  /// Takes everything once the answers are used up.
  init(_ answers: [Answer] = []) { self.answers = answers }

  var text: String { String(decoding: taken, as: UTF8.self) }

  func output(capacity: Int = 0) -> TextOutput {
    TextOutput(descriptor: 1, capacity: capacity) { [self] _, bytes in
      calls += 1
      let answer = answers.isEmpty ? .takes(bytes.count) : answers.removeFirst()
      switch answer {
      case .fails(let error): return (-1, error)
      case .takes(let count):
        taken += bytes.prefix(count)
        return (min(count, bytes.count), 0)
      }
    }
  }
}

@Suite struct TextOutputs {
  @Test func `text waits in the buffer until it is full or flushed`() throws {
    let system = ScriptedSystem()
    let output = system.output(capacity: 8)
    try output.write("1234567")
    #expect(system.calls == 0)
    try output.write("é")
    #expect(system.text == "1234567é")
    try output.write("x")
    try output.flush()
    try output.flush()
    #expect(system.text == "1234567éx")
    #expect(system.calls == 2)
  }

  @Test func `a short or interrupted write is continued`() throws {
    let system = ScriptedSystem([.takes(1), .fails(EINTR), .takes(2), .fails(EINTR)])
    try system.output().write("abcdef")
    #expect(system.text == "abcdef")
    #expect(system.calls == 5)
  }

  @Test func `a reader that has gone ends the output quietly`() throws {
    let system = ScriptedSystem([.takes(2), .fails(EPIPE)])
    let output = system.output()
    try output.write("abcdef")
    try output.write("more")
    try output.flush()
    #expect(output.isClosed)
    #expect(system.text == "ab")
    #expect(system.calls == 2)
  }

  @Test(arguments: [
    (ENOSPC, OutputError.Code.noSpace), (EIO, .writeFailed), (EBADF, .writeFailed),
  ])
  func `a failure is an error, and its text is not written later`(
    number: CInt, code: OutputError.Code
  ) throws {
    let system = ScriptedSystem([.takes(1), .fails(number)])
    let output = system.output()
    let expected = OutputError(descriptor: 1, errorNumber: number)
    #expect(throws: expected) { try output.write("abc") }
    #expect(expected.code == code)
    try output.write("z")
    #expect(system.text == "az")
  }

  @Test func `a device that takes nothing does not spin`() {
    let system = ScriptedSystem([.takes(0)])
    #expect(throws: OutputError(descriptor: 1, errorNumber: EIO)) {
      try system.output().write("abc")
    }
  }

  @Test func `an error names the stream and a remedy`() {
    #expect(
      OutputError(descriptor: 1, errorNumber: ENOSPC).description
        == "Writing to standard output failed (error \(ENOSPC)). "
        + "The disk is full: free some space and run again.")
  }

  @Test func `a real pipe takes the bytes`() throws {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { _ = close(end) } }
    let output = TextOutput(descriptor: ends[1])
    try output.write("héllo")
    try output.flush()
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(ends[0], &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "héllo")
  }

  @Test func `a full pipe that does not block is waited for`() async throws {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    try #require(fcntl(writeEnd, F_SETFL, O_NONBLOCK) == 0)
    defer { _ = close(readEnd) }
    let size = 1 << 20
    async let received = Self.drain(readEnd)
    let output = TextOutput(descriptor: writeEnd)
    try output.write(String(repeating: "x", count: size))
    try output.flush()
    _ = close(writeEnd)
    #expect(await received == size)
  }

  private static func drain(_ descriptor: CInt) async -> Int {
    var total = 0
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return total }
      total += count
    }
  }
}
