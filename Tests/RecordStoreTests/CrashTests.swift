import Foundation
import HealthRecords
import RecordStore
import SonarSQLite
import Testing

@Suite struct CrashTests {
  private static let drafts = (0..<300).map { Draft(key: $0, start: Int64($0) * 1000) }

  /// Imports into the store at `path`, and kills the process before the given commit.
  ///
  /// The cache is so small that most pages are written before they are committed.
  private static func importing(at path: String, killedBefore commit: Int) throws {
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = 50
    configuration.cacheKiB = 1
    let store = try RecordStore.open(path: path, create: true, configuration: configuration)
    var seen = 0
    store.faultHook = { moment in
      guard moment == .commit else { return }
      seen += 1
      if seen == commit { kill(getpid(), SIGKILL) }
    }
    try run(drafts, on: store, size: 25)
  }

  /// A first import has a rollback journal, a later one a write-ahead log.
  @Test(arguments: [1, 3, 6], [false, true])
  func `a process killed before a commit leaves a store that goes on`(
    _ commit: Int, _ isLater: Bool
  ) async throws {
    let fixture = try TemporaryStore()
    let earlier = [Draft(nativeType: "HKOther", key: 1000)]
    if isLater { try fixture.importing(earlier) }
    let path = fixture.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, commit = commit as Int] in
      try CrashTests.importing(at: path, killedBefore: commit)
    }
    let journal = path + (isLater ? "-wal" : "-journal")
    #expect(try !Data(contentsOf: URL(fileURLWithPath: journal)).isEmpty)
    #expect(try fixture.store.recordCount() == (commit - 1) * 50 + (isLater ? 1 : 0))
    try fixture.store.checkIntegrity()
    let summary = try run(Self.drafts, on: fixture.store, size: 25)
    #expect(summary.totals == [.inserted: 300 - (commit - 1) * 50])
    let expected = try TemporaryStore()
    try expected.importing(Self.drafts + (isLater ? earlier : []))
    #expect(try fixture.lines() == expected.lines())
  }
}
