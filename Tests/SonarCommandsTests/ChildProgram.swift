import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that was started, without a shell in between.
final class Child {
  /// `sonar` beside the test bundle; nil where only the tests were built.
  static let sonar: String? = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<5 {
      let candidate = folder.appendingPathComponent("sonar").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
        !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: candidate)
      {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  enum Ending: Equatable {
    case exited(CInt)
    case signalled(CInt)
  }

  private let id: pid_t
  private(set) var ending: Ending?

  init(_ program: String, _ words: [String]) throws {
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var id = pid_t()
    let error = posix_spawn(&id, program, nil, nil, &arguments, &environment)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    self.id = id
  }

  deinit { kill() }

  /// Whether it has not ended yet; asks the system without waiting.
  var isRunning: Bool {
    if ending == nil { collect(WNOHANG) }
    return ending == nil
  }

  /// Waits for its end.
  func wait() {
    while ending == nil { collect(0) }
  }

  /// Ends it at once, as a lost battery does, and waits for that.
  func kill() {
    guard isRunning else { return }
    endProcess(id, SIGKILL)
    wait()
  }

  private func collect(_ options: CInt) {
    var status: CInt = 0
    guard waitpid(id, &status, options) == id else { return }
    // The macros that take a status apart are not imported: the low 7 bits are the signal.
    let signal = status & 0x7F
    ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }
}

/// `kill(2)`, called where no method of the same name hides it.
private func endProcess(_ id: pid_t, _ signal: CInt) {
  _ = kill(id, signal)
}
