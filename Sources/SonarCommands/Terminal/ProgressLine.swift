/// One line on standard error that shows how far a command has come.
///
/// Drawn only where it can be drawn over, and at most ten times a second whatever the number of
/// updates. A failure to draw ends the drawing, never the work. The owner calls ``clear()`` before
/// it writes anything else to the same place, and at the end.
package struct ProgressLine<Time: Clock> where Time.Duration == Duration {
  private let clock: Time
  private let output: TextOutput
  private let columns: Int
  private let start: Time.Instant
  private var lastDrawn: Time.Instant?
  private var isEnabled: Bool
  private var isVisible = false

  /// The shortest time between two drawings.
  private let interval = Duration.milliseconds(100)

  /// Starts the measurement of time; draws nothing yet.
  ///
  /// - Parameters:
  ///   - output: where the line goes; usually standard error.
  ///   - terminal: what is behind `output`.
  ///   - isQuiet: whether the user asked for silence.
  ///   - clock: the clock that rates are measured with; a test brings its own.
  package init(output: TextOutput, terminal: Terminal, isQuiet: Bool, clock: Time) {
    self.clock = clock
    self.output = output
    start = clock.now
    isEnabled = terminal.allowsRedrawing && !isQuiet
    // A line that fills the last column makes some terminals wrap.
    columns = max(1, (terminal.columns ?? 80) - 1)
  }

  /// Shows a new state if the last drawing is old enough; cheap otherwise.
  package mutating func update(_ progress: InputProgress) {
    guard isEnabled else { return }
    let now = clock.now
    if let lastDrawn, lastDrawn.duration(to: now) < interval { return }
    lastDrawn = now
    draw("\r" + progress.line(after: start.duration(to: now), columns: columns) + "\u{1B}[K")
    isVisible = true
  }

  /// Removes the line, if there is one.
  package mutating func clear() {
    guard isVisible else { return }
    draw("\r\u{1B}[K")
    isVisible = false
  }

  private mutating func draw(_ text: String) {
    do throws(OutputError) {
      try output.write(text)
      try output.flush()
    } catch {
      isEnabled = false
    }
  }
}
