#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a program may do with the place its text goes to.
package struct Terminal: Sendable, Hashable {
  /// Whether a person reads along.
  package let isTerminal: Bool

  /// The width in columns; nil where text is not to be fitted, as in files and pipes.
  package let columns: Int?

  /// Whether text may carry color and weight.
  ///
  /// `NO_COLOR` with any value that is not empty, `CLICOLOR=0` and `TERM=dumb` forbid it.
  package let allowsStyle: Bool

  /// Whether a line may be drawn over: a terminal that is not dumb.
  package let allowsRedrawing: Bool

  /// A file, a pipe or anything else that is no terminal.
  package static let none = Terminal(isTerminal: false, columns: nil) { _ in nil }

  /// Looks at a descriptor of the process and at its environment.
  package init(descriptor: CInt) {
    self.init(
      isTerminal: isatty(descriptor) == 1, columns: windowColumns(descriptor),
      environment: environmentValue)
  }

  /// Creates a terminal from what is known about it.
  ///
  /// A terminal that does not tell its width gets that of the variable `COLUMNS`, else 80.
  ///
  /// - Parameters:
  ///   - isTerminal: whether a person reads along.
  ///   - columns: the width the system reports.
  ///   - environment: looks a variable up.
  package init(isTerminal: Bool, columns: Int?, environment: (String) -> String?) {
    let isDumb = environment("TERM") == "dumb"
    let isPlain = environment("NO_COLOR")?.isEmpty == false || environment("CLICOLOR") == "0"
    self.isTerminal = isTerminal
    allowsRedrawing = isTerminal && !isDumb
    allowsStyle = isTerminal && !isDumb && !isPlain
    let width = columns ?? environment("COLUMNS").flatMap { Int($0) }
    self.columns = isTerminal ? min(max(width ?? 80, 20), 1000) : nil
  }
}

/// The width the kernel knows for a terminal; nil for 0, which means that it does not know.
private func windowColumns(_ descriptor: CInt) -> Int? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}

/// A variable of the process's environment.
private func environmentValue(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
