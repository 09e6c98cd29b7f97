internal import HealthRecords

/// Entry point for fuzzing: a total function over any bytes, under small limits.
package enum BackupProbe {
  /// Small limits, so that no input costs more than a fraction of a second.
  private static var options: HealthConnectBackupOptions {
    var options = HealthConnectBackupOptions()
    options.pieceRows = 5
    options.limits.partsPerRecord = 20
    options.limits.rowBytes = 1 << 12
    options.limits.recoveriesPerTable = 10
    options.limits.steps = 1_000_000
    options.limits.stepsPerByte = 1
    return options
  }

  /// Reads the bytes as a database and gives a hash of all that came of it; 0 where nothing could.
  ///
  /// Every error is an expected outcome; only a trap or a hang is a finding.
  package static func read(_ bytes: [UInt8]) -> Int {
    let slice = ByteSlice(ByteStore(memory: bytes, label: "probe"))
    let backup = HealthConnectBackup(slice, member: "probe")
    var total = 0
    let summary = try? HealthConnectBackupReader(options: options).read(
      from: backup, transform: digest, consume: { total = total &* 31 &+ $0.output })
    guard let summary else { return total }
    let noted = summary.diagnostics.all.reduce(0) { $0 &+ $1.count }
    return total &+ noted &+ (summary.complete ? 1 : 2)
  }

  @Sendable private static func digest(_ batch: NativeBatch) -> Int {
    var total = batch.samples.count &+ batch.envelope.count
    for sample in batch.samples {
      total = total &* 31 &+ Int(truncatingIfNeeded: batch.position(of: sample).line)
      total = total &* 31 &+ digest(batch.attributes[sample.attributes.indices], batch.symbols)
      for part in batch.parts[sample.parts.indices] {
        total = total &* 31 &+ digest(batch.attributes[part.attributes.indices], batch.symbols)
      }
    }
    return total
  }

  private static func digest(_ attributes: ArraySlice<NativeAttribute>, _ symbols: SymbolTable)
    -> Int
  {
    attributes.reduce(0) { total, attribute in
      let name = symbols.hash(of: attribute.name)
      let value = symbols.hash(of: attribute.value)
      return total &* 31 &+ Int(truncatingIfNeeded: name ^ value)
    }
  }
}
