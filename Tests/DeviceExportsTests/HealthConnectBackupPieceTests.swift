import HealthRecords
import Testing

@testable import DeviceExports

@Suite struct `Pieces of a Health Connect backup` {
  /// 25 heart rate records with as many samples as their key's last digit, and 7 of steps.
  private func fixture() throws -> BackupFixture {
    let fixture = try BackupFixture(["heart_rate_record_table", "steps_record_table"])
    for row in 1...25 {
      try fixture.run(
        "INSERT INTO heart_rate_record_table (uuid, app_info_id) VALUES (randomblob(16), 1)")
      for sample in 0..<row % 10 {
        try fixture.run("INSERT INTO heart_rate_record_series_table VALUES (\(row), 60, \(sample))")
      }
    }
    for _ in 1...7 {
      try fixture.run("INSERT INTO steps_record_table (uuid) VALUES (randomblob(16))")
    }
    try fixture.run("INSERT INTO application_info_table (row_id, package_name) VALUES (1, 'a.b')")
    return fixture
  }

  private func options(_ change: (inout HealthConnectBackupOptions) -> Void)
    -> HealthConnectBackupOptions
  {
    var options = HealthConnectBackupOptions()
    change(&options)
    return options
  }

  @Test func `A piece ends with a number of rows, or where its table ends`() throws {
    let reading = try fixture().reading(options: options { $0.pieceRows = 10 })
    #expect(reading.recordsPerPiece == [10, 10, 5, 7])
  }

  @Test func `A piece ends with the record that fills it`() throws {
    // A row of steps has 15 attributes and 16 bytes, those of its uuid.
    let steps = try fixture().reading(options: options { $0.pieceAttributes = 30 })
    #expect(steps.recordsPerPiece.suffix(4) == [2, 2, 2, 1])
    let bytes = try fixture().reading(options: options { $0.pieceBytes = 33 })
    #expect(bytes.recordsPerPiece.suffix(3) == [3, 3, 1])
  }

  @Test(arguments: [1, 2, 3, 24, 25, 26, 1000])
  func `The records do not depend on the size of pieces`(rows: Int) throws {
    let bytes = try fixture().bytes()
    let whole = try BackupReading(bytes)
    var cut = try BackupReading(bytes, options: options { $0.pieceRows = rows })
    #expect(cut.recordsPerPiece.allSatisfy { (1...rows).contains($0) })
    cut.recordsPerPiece = whole.recordsPerPiece
    cut.progress = whole.progress
    #expect(cut == whole)
  }

  @Test(arguments: 0...5)
  func `Reading goes on behind the pieces that were taken`(skipped: Int) throws {
    let bytes = try fixture().bytes()
    let whole = try BackupReading(bytes, options: options { $0.pieceRows = 10 })
    let rest = try BackupReading(
      bytes,
      options: options {
        $0.pieceRows = 10
        $0.skipPieces = skipped
      })
    let taken = whole.recordsPerPiece.prefix(skipped)
    #expect(rest.records == Array(whole.records.dropFirst(taken.reduce(0, +))))
    #expect(rest.recordsPerPiece == Array(whole.recordsPerPiece.dropFirst(skipped)))
    #expect(rest.counts.values.reduce(0, +) == rest.records.count)
    #expect(rest.isComplete)
  }

  @Test func `Progress grows with every piece up to the size of the file`() throws {
    let bytes = try fixture().bytes()
    let progress = try BackupReading(bytes, options: options { $0.pieceRows = 4 }).progress
    #expect(progress == progress.sorted())
    #expect(Set(progress).count == progress.count)
    #expect(try #require(progress.last) <= UInt64(bytes.count))
    #expect(try #require(progress.last) > UInt64(bytes.count) * 9 / 10)
  }

  @Test func `Outputs are numbered, and each says where to go on`() throws {
    let slice = ByteSlice(ByteStore(memory: try fixture().bytes(), label: "memory"))
    var numbers: [[Int?]] = []
    _ = try HealthConnectBackupReader(options: options { $0.pieceRows = 10 }).read(
      from: HealthConnectBackup(slice, member: "b.db"), transform: { $0.samples.count },
      consume: { numbers.append([$0.index, $0.resumePoint, $0.output]) })
    #expect(numbers == [[0, 1, 10], [1, 2, 10], [2, 3, 5], [3, 4, 7]])
  }

  @Test func `What the consumer throws ends the reading`() throws {
    struct Enough: Error {}
    let slice = ByteSlice(ByteStore(memory: try fixture().bytes(), label: "memory"))
    var taken = 0
    #expect(throws: Enough.self) {
      _ = try HealthConnectBackupReader(options: options { $0.pieceRows = 10 }).read(
        from: HealthConnectBackup(slice, member: "b.db"), transform: { _ in },
        consume: { _ in
          taken += 1
          if taken == 2 { throw Enough() }
        })
    }
    #expect(taken == 2)
  }

  @Test func `Parts beyond the limit are counted and left out`() throws {
    let reading = try fixture().reading(options: options { $0.limits.partsPerRecord = 8 })
    #expect(reading.records.map(\.parts.count).max() == 8)
    #expect(reading.notes == ["too_many_parts x2 b.db/heart_rate_record_table 9"])
  }

  @Test func `Parts that do not fit the cache are sorted in a temporary file`() throws {
    let fixture = try BackupFixture(["sleep_session_record_table"])
    try fixture.run(
      """
      INSERT INTO sleep_session_record_table (uuid) VALUES (x'01'), (x'02'), (x'03'), (x'04');
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7999)
      INSERT INTO sleep_stages_table
        SELECT 4 - i % 4, i, NULL, substr(hex(zeroblob(500)), 1, 1000) FROM n;
      """)
    let slice = ByteSlice(ByteStore(memory: try fixture.bytes(), label: "memory"))
    var starts: [[Int]] = []
    _ = try HealthConnectBackupReader().read(
      from: HealthConnectBackup(slice, member: "b.db"), transform: { $0 },
      consume: { piece in
        let batch = piece.output
        starts += batch.samples.map { sample in
          batch.parts[sample.parts.indices].map { part in
            let first = batch.attributes[Int(part.attributes.start)]
            return Int(batch.symbols.string(of: first.value) ?? "") ?? -1
          }
        }
      })
    #expect(starts == (1...4).map { key in Array(stride(from: 4 - key, to: 8000, by: 4)) })
  }
}
