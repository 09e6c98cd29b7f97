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
@Suite struct KilledImports {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// Whose export is imported.
  enum Export: String, CaseIterable, Sendable {
    case appleHealth
    case samsungHealth
    case healthConnect

    /// How a whole import ends: the Samsung export has a row that is cut off.
    var code: ExitCode { self == .samsungHealth ? .inputDamaged : .success }

    /// Writes an export of about so many megabytes of records and returns its path.
    func write(_ place: Workplace, megabytes: Int) throws -> String {
      let output = MemoryOutput()
      switch self {
      case .appleHealth:
        var phone = AppleHealthSample.Configuration(seed: 11, size: .megabytes(megabytes))
        phone.sideFiles.routes = 2
        phone.sideFiles.electrocardiograms = 1
        return try place.export("export.zip", phone)
      case .samsungHealth:
        let phone = SamsungHealthSample.Configuration(seed: 11, size: .megabytes(megabytes))
        _ = try SamsungHealthSample(configuration: phone).writeZip(to: output)
      case .healthConnect:
        let phone = HealthConnectSample.Configuration(seed: 11, size: .megabytes(megabytes))
        _ = try HealthConnectSample(configuration: phone).writeZip(to: output)
      }
      return try place.file("export.zip", output.bytes)
    }
  }

  @Test(
    .enabled(if: Child.sonar != nil, "the sonar executable is not built beside the tests"),
    arguments: Export.allCases)
  func `an import killed anywhere and repeated ends in the same records`(
    of provider: Export
  ) throws {
    let place = try Workplace()
    let program = try #require(Child.sonar)
    let seed = Self.setting("SONAR_SEED") ?? UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed)
    print("kills of imports of \(provider): SONAR_SEED=\(seed)")
    let megabytes = Int(clamping: Self.setting("SONAR_KILL_MEGABYTES") ?? 1)
    let export = try provider.write(place, megabytes: megabytes)

    let clock = ContinuousClock()
    let straight = try Child(program, ["import", export, "--into", place.path("a.db"), "--quiet"])
    let duration = clock.measure { straight.wait() }
    #expect(straight.ending == .exited(CInt(provider.code.rawValue)))
    let records = try place.records(of: "a.db")
    let size = Self.size(place.path("a.db"))
    #expect(!records.isEmpty && size > 0)

    var killed = 0
    for round in 0..<Int(clamping: Self.setting("SONAR_KILLS") ?? 4) {
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
      #expect(again.code == provider.code, "seed \(seed), round \(round): \(again.errors)")
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
