import Foundation
import HealthRecords
import RecordStore
import SonarSQLite
import Testing

@Suite struct CrashTests {
  private static let drafts = (0..<300).map { Draft(key: $0, start: Int64($0) * 1000) }

  /// Imports into the store at `path`, and kills the process before the given commit.
  private static func importing(at path: String, killedBefore commit: Int) throws {
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = 50
    let store = try RecordStore.open(path: path, create: true, configuration: configuration)
    var seen = 0
    store.faultHook = { moment in
      guard moment == .commit else { return }
      seen += 1
      if seen == commit { kill(getpid(), SIGKILL) }
    }
    try run(drafts, on: store, size: 25)
  }

  @Test(arguments: [1, 3, 6])
  func `a process killed before a commit leaves a store that goes on`(_ commit: Int) async throws {
    let fixture = try TemporaryStore()
    let path = fixture.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, commit = commit as Int] in
      try CrashTests.importing(at: path, killedBefore: commit)
    }
    #expect(try fixture.store.recordCount() == (commit - 1) * 50)
    try fixture.store.checkIntegrity()
    let summary = try run(Self.drafts, on: fixture.store, size: 25)
    #expect(summary.totals == [.inserted: 300 - (commit - 1) * 50])
    let expected = try TemporaryStore()
    try expected.importing(Self.drafts)
    #expect(try fixture.lines() == expected.lines())
  }
}
