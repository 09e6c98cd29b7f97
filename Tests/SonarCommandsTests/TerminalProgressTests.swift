import Testing

@testable import SonarCommands

/// A clock that stands still until it is moved; for one thread.
private final class StandingClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  var now = Instant(offset: .zero)
  let minimumResolution = Duration.zero
  func sleep(until deadline: Instant, tolerance: Duration?) async throws { now = deadline }
}

@Suite struct ProgressText {
  /// A state, a time, a width and the line.
  struct Case: Sendable, CustomTestStringConvertible {
    let progress: InputProgress
    let elapsed: Duration
    var columns = 100
    let line: String
    var testDescription: String { line }
  }

  private static let half = InputProgress(bytesRead: 47, bytesInAll: 100, records: 1_234_567)

  static let cases: [Case] = [
    Case(progress: InputProgress(), elapsed: .zero, line: "0 records"),
    Case(
      progress: half, elapsed: .seconds(2),
      line: "[=========>          ]   47%  1,234,567 records  617,284/s  0:03 left"),
    Case(
      progress: half, elapsed: .milliseconds(999),
      line: "[=========>          ]   47%  1,234,567 records"),
    Case(
      progress: half, elapsed: .seconds(2), columns: 50,
      line: " 47%  1,234,567 records  617,284/s  0:03 left"),
    Case(progress: half, elapsed: .seconds(2), columns: 24, line: " 47%  1,234,567 records"),
    Case(progress: half, elapsed: .seconds(2), columns: 4, line: " 47%"),
    Case(progress: half, elapsed: .seconds(2), columns: 2, line: " …"),
    Case(
      progress: InputProgress(bytesRead: 100, bytesInAll: 100, records: 2), elapsed: .seconds(4),
      line: "[====================]  100%  2 records  1/s"),
    Case(
      progress: InputProgress(bytesRead: 1, bytesInAll: 100, records: 1), elapsed: .seconds(60),
      line: "[>                   ]    1%  1 record  0/s  1:39:00 left"),
    Case(
      progress: InputProgress(bytesRead: 9, bytesInAll: nil, records: 10), elapsed: .seconds(5),
      line: "10 records  2/s"),
    // Sizes that contradict each other: an input that grew, a negative count, an empty input.
    Case(
      progress: InputProgress(bytesRead: .max, bytesInAll: 1, records: 0), elapsed: .seconds(1),
      line: "[====================]  100%  0 records  0/s"),
    Case(
      progress: InputProgress(bytesRead: .min, bytesInAll: .max, records: .max),
      elapsed: .seconds(1), columns: 60,
      line: "  0%  9,223,372,036,854,775,807 records"),
    Case(progress: InputProgress(bytesInAll: 0), elapsed: .seconds(1), line: "0 records  0/s"),
  ]

  @Test(arguments: cases)
  func `a state is one line that fits`(example: Case) {
    let line = example.progress.line(after: example.elapsed, columns: example.columns)
    #expect(line == example.line)
  }
}

@Suite struct ProgressLines {
  private static let terminal = Terminal(isTerminal: true, columns: 40) { _ in nil }

  private static func line(
    _ system: ScriptedSystem, _ clock: StandingClock, terminal: Terminal = terminal,
    isQuiet: Bool = false
  ) -> ProgressLine<StandingClock> {
    ProgressLine(output: system.output(), terminal: terminal, isQuiet: isQuiet, clock: clock)
  }

  @Test func `it is drawn at most ten times a second and cleared at the end`() {
    let (system, clock) = (ScriptedSystem(), StandingClock())
    var line = Self.line(system, clock)
    for records in 0..<250 {
      line.update(InputProgress(records: records))
      clock.now.offset += .milliseconds(1)
    }
    line.clear()
    line.clear()
    let drawn = ["0", "100", "200"].map { "\r\($0) records\u{1B}[K" }.joined()
    #expect(system.text == drawn + "\r\u{1B}[K")
  }

  @Test(arguments: [
    (Terminal.none, false), (terminal, true),
    (Terminal(isTerminal: true, columns: 80) { $0 == "TERM" ? "dumb" : nil }, false),
  ])
  func `nothing is drawn where no person looks or none wants to`(
    terminal: Terminal, isQuiet: Bool
  ) {
    let system = ScriptedSystem()
    var line = Self.line(system, StandingClock(), terminal: terminal, isQuiet: isQuiet)
    line.update(InputProgress(records: 1))
    line.clear()
    #expect(system.calls == 0)
  }

  @Test func `a failure to draw ends the drawing`() {
    let (system, clock) = (ScriptedSystem([.fails(5)]), StandingClock())
    var line = Self.line(system, clock)
    for _ in 0..<3 {
      line.update(InputProgress(records: 1))
      clock.now.offset += .seconds(1)
    }
    #expect(system.calls == 1)
  }
}
