import Foundation
import SampleExports
import SonarCommands
import SonarTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Imports that end in `kill -9`, then the same command again.
///
/// `SONAR_KILLS` and `SONAR_KILL_MEGABYTES` ask for more than the defaults, `SONAR_SEED` repeats a run. Above about 120
/// megabytes an import has checkpoints in between, from which the next one goes on.
@Suite(.serialized) struct KilledImports {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// The program beside the test bundle; nil where only the tests were built.
  private static let program: String? = {
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

  @Test(.enabled(if: program != nil, "the sonar executable is not built beside the tests"))
  func `an import killed anywhere and repeated ends in the same records`() throws {
    let place = try Workplace()
    let program = try #require(Self.program)
    let seed = Self.setting("SONAR_SEED") ?? UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed)
    print("kills of imports: SONAR_SEED=\(seed)")
    let megabytes = Int(clamping: Self.setting("SONAR_KILL_MEGABYTES") ?? 2)
    var phone = AppleHealthSample.Configuration(seed: 11, size: .megabytes(megabytes))
    phone.sideFiles.routes = 2
    phone.sideFiles.electrocardiograms = 1
    let export = try place.export("export.zip", phone)

    let clock = ContinuousClock()
    let straight = try Child(program, ["import", export, "--into", place.path("a.db"), "--quiet"])
    let duration = clock.measure { straight.wait() }
    #expect(straight.ending == .exited(0))
    let records = try place.records(of: "a.db")
    let size = Self.size(place.path("a.db"))
    #expect(!records.isEmpty && size > 0)

    var killed = 0
    for round in 0..<Int(clamping: Self.setting("SONAR_KILLS") ?? 8) {
      let store = "\(round).db"
      let words = ["import", export, "--into", place.path(store), "--quiet"]
      let child = try Child(program, words)
      // Half of the kills come at a time, half at a size: most is written in the last moments.
      let deadline = duration * Double.random(in: 0...1, using: &random)
      let target = Int64.random(in: 0...size, using: &random)
      let byTime = round.isMultiple(of: 2)
      let start = clock.now
      while child.isRunning {
        let written = Self.size(place.path(store)) + Self.size(place.path(store + "-wal"))
        if byTime ? start.duration(to: clock.now) >= deadline : written >= target { break }
        sched_yield()
      }
      child.kill()
      if child.ending == .signalled(SIGKILL) { killed += 1 }
      let again = try place.sonar(words)
      #expect(again.code == .success, "seed \(seed), round \(round): \(again.errors)")
      let differing = difference(try place.records(of: store), records)
      #expect(differing == [], "seed \(seed), round \(round)")
    }
    #expect(killed > 0, "seed \(seed): every import ended before its kill")
  }

  private static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}

/// A program that was started, without a shell in between.
private final class Child {
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
