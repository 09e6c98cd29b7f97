#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error, and what is known about the terminals behind them.
///
/// Built once, where the program starts. Not `Sendable`, like the outputs it holds.
package struct StandardStreams {
  /// What a command was asked for; buffered.
  package let output: TextOutput

  /// Messages and progress; every write goes out at once.
  package let errors: TextOutput

  /// The terminal behind ``output``.
  package let outputTerminal: Terminal

  /// The terminal behind ``errors``.
  package let errorTerminal: Terminal

  /// Takes descriptors 1 and 2 of the process.
  ///
  /// Ignores the signal of broken pipes for the whole process, so that a reader that goes away is
  /// seen as an answer of `write(2)` and not as death by signal.
  package static func ofProcess() -> StandardStreams {
    signal(SIGPIPE, SIG_IGN)
    return StandardStreams(
      output: TextOutput(descriptor: STDOUT_FILENO),
      errors: TextOutput(descriptor: STDERR_FILENO, capacity: 0),
      outputTerminal: Terminal(descriptor: STDOUT_FILENO),
      errorTerminal: Terminal(descriptor: STDERR_FILENO))
  }

  /// Creates streams over any outputs, for tests.
  package init(
    output: TextOutput, errors: TextOutput, outputTerminal: Terminal, errorTerminal: Terminal
  ) {
    self.output = output
    self.errors = errors
    self.outputTerminal = outputTerminal
    self.errorTerminal = errorTerminal
  }
}
