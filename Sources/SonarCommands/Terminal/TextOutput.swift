#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Text written to a file descriptor through a buffer of its own.
///
/// The C library's streams are not used: they are globals that Swift cannot check, and what they
/// hold is lost in a crash. Not `Sendable`: one owner writes and flushes. Nothing is written at
/// deinitialization, since a failure could not be reported there: call ``flush()``.
package final class TextOutput {
  /// One call of the system: bytes written, or -1 and an error number.
  package typealias SystemWrite = (CInt, UnsafeRawBufferPointer) -> (count: Int, error: CInt)

  private let descriptor: CInt
  private let capacity: Int
  private let systemWrite: SystemWrite
  private var buffer: [UInt8] = []

  /// Whether the reader has gone (`sonar export | head`); from then on everything is dropped.
  ///
  /// A command that produces much output stops when it sees this, and ends as if all was written.
  package private(set) var isClosed = false

  /// Creates an output that passes its bytes on whenever `capacity` of them are waiting.
  ///
  /// With a capacity of 0 every write goes out at once, as standard error wants it.
  package init(
    descriptor: CInt, capacity: Int = 1 << 15,
    systemWrite: @escaping SystemWrite = TextOutput.writeOnce
  ) {
    self.descriptor = descriptor
    self.capacity = max(0, capacity)
    self.systemWrite = systemWrite
    buffer.reserveCapacity(self.capacity)
  }

  /// Adds text as UTF-8; goes to the system only when the buffer is full.
  package func write(_ text: String) throws(OutputError) {
    guard !isClosed else { return }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= max(1, capacity) { try flush() }
  }

  /// Adds bytes as they are; goes to the system only when the buffer is full.
  package func write(bytes: [UInt8]) throws(OutputError) {
    guard !isClosed else { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= max(1, capacity) { try flush() }
  }

  /// Writes everything that waits; returns when the system has taken all of it.
  ///
  /// An interrupted call is repeated and a full pipe is waited for. A reader that has gone is no
  /// error, see ``isClosed``. After an error the waiting bytes are dropped.
  package func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var written = 0
    while written < buffer.count, !isClosed {
      let (count, error) = buffer.withUnsafeBytes { bytes in
        systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
      }
      if count > 0 {
        written += count
      } else if error == EPIPE {
        isClosed = true
      } else if error == EAGAIN || error == EWOULDBLOCK {
        waitUntilWritable()
      } else if count < 0 && error != EINTR {
        throw OutputError(descriptor: descriptor, errorNumber: error)
      } else if count == 0 {
        // write(2) promises progress or an error; a device that gives neither would spin for ever.
        throw OutputError(descriptor: descriptor, errorNumber: EIO)
      }
    }
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, 1000)
  }

  /// One call of `write(2)`.
  package static func writeOnce(
    _ descriptor: CInt, _ bytes: UnsafeRawBufferPointer
  ) -> (count: Int, error: CInt) {
    let count = callWrite(descriptor, bytes)
    return (count, count < 0 ? errno : 0)
  }
}

/// `write(2)`, called where no method of the same name hides it.
private func callWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// Output that the system refused to take.
package struct OutputError: Error, Hashable, CustomStringConvertible {
  /// A stable name for the kind of failure.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The name as it may appear in machine-readable output.
    package let rawValue: String

    /// Creates a code from its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The disk or quota is full.
    package static let noSpace = Self(rawValue: "no_space")
    /// Any other failure of a write.
    package static let writeFailed = Self(rawValue: "write_failed")
  }

  /// The kind of failure.
  package let code: Code

  /// The descriptor written to: 1 is standard output, 2 standard error.
  package let descriptor: CInt

  /// The system's error number.
  package let errorNumber: CInt

  /// Creates an error from what the system reported.
  package init(descriptor: CInt, errorNumber: CInt) {
    code = errorNumber == ENOSPC || errorNumber == EDQUOT ? .noSpace : .writeFailed
    self.descriptor = descriptor
    self.errorNumber = errorNumber
  }

  /// What failed and what to do, in two sentences.
  package var description: String {
    let place =
      switch descriptor {
      case 1: "standard output"
      case 2: "standard error"
      default: "file descriptor \(descriptor)"
      }
    let remedy =
      code == .noSpace
      ? "The disk is full: free some space and run again."
      : "Check where it is redirected to and run again."
    return "Writing to \(place) failed (error \(errorNumber)). \(remedy)"
  }
}
