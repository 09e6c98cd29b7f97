/// Runs untrusted bytes through everything a real input meets; for fuzzing and attack tests.
package enum ArchiveProbe {
  /// What came out of the bytes.
  package struct Outcome: Hashable, Sendable {
    /// Members listed.
    package var memberCount = 0
    /// Members read to an end of any kind.
    package var readCount = 0
    /// Bytes delivered by all readers.
    package var byteCount: UInt64 = 0
  }

  /// Small limits, so that no input costs more than some megabytes of work.
  package static var limits: ArchiveLimits {
    var limits = ArchiveLimits()
    limits.memberByteCount = 1 << 20
    limits.inflationRatioFloor = 1 << 16
    limits.memberCount = 64
    limits.spoolByteCount = 1 << 20
    limits.sniffedMemberCount = 16
    return limits
  }

  /// Opens bytes in memory, searches them, and reads every member under small limits.
  ///
  /// Every error is an expected outcome; only a trap or a hang is a finding.
  package static func run(_ bytes: [UInt8]) -> Outcome {
    var outcome = Outcome()
    let slice = ByteSlice(ByteStore(memory: bytes, label: "probe"))
    guard let source = try? ExportSource.open(slice, limits: limits) else { return outcome }
    if let export = try? source.appleExport() {
      _ = source.member(atPath: "/workout-routes/route.gpx", relativeTo: export.main)
    }
    outcome.memberCount = source.members.count
    for member in source.members {
      guard let reader = try? source.reader(for: member) else { continue }
      let isRead = (try? reader.drain()) != nil
      outcome.readCount += isRead ? 1 : 0
      outcome.byteCount += reader.byteCount
    }
    return outcome
  }
}

/// Feeds a fuzzer's bytes to `ArchiveProbe`; returns the bytes that came out of them.
package func fuzzArchive(_ bytes: [UInt8]) -> Int {
  Int(clamping: ArchiveProbe.run(bytes).byteCount)
}
