import DeviceExports
import HealthRecords
import SupportedData
import Testing

/// Electrocardiograms from file to record: the phone's language changes words only.
@Suite struct ElectrocardiogramLanguages {
  private static let english = """
    Name
    Date of Birth,"Jan 1, 1980"
    Recorded Date,2022-02-05 20:55:07 -0500
    Classification,Sinus Rhythm
    Symptoms,
    Software Version,1.90
    Device,"Watch6,7"
    Sample Rate,512.5 hertz


    Lead,Lead I
    Unit,µV

    -107.825
    3
    0.5

    """

  private static let german = """
    Name
    Geburtsdatum,"01.01.1980"
    Aufzeichnungsdatum,2022-02-06 02:55:07 +0100
    Klassifizierung,Sinusrhythmus
    Symptome,
    Softwareversion,1.90
    Gerät,"Watch6,7"
    Messrate,"512,5 Hertz"


    Ableitung,Ableitung I
    Einheit,µV

    -107,825
    3
    0,5

    """

  /// The batch of an export that holds nothing but the file.
  private static func batch(_ file: String) throws -> RecordBatch {
    let normalizer = Normalizer(tables: try MappingTables.embedded())
    let export = "<HealthData locale=\"en_US\">\n</HealthData>\n"
    let reader = AppleHealthReader(
      member: "export.xml",
      sideFiles: MemorySideFiles(["electrocardiograms/ecg_2022-02-05.csv": Array(file.utf8)]),
      options: ReaderOptions())
    var batches: [RecordBatch] = []
    _ = try reader.read(
      from: { MemorySource(Array(export.utf8)) }, transform: { normalizer.normalize($0) },
      consume: { batches.append($0.output) })
    return try #require(batches.first { !$0.rows.isEmpty })
  }

  private static func payload(_ batch: RecordBatch) throws -> String {
    let row = try #require(batch.rows.first)
    return String(decoding: batch.payloads[row.payload.indices], as: UTF8.self)
  }

  @Test func `one recording in two languages is one record with equal content`() throws {
    let batches = try [Self.english, Self.german].map(Self.batch)
    let rows = batches.flatMap(\.rows)
    try #require(rows.count == 2)
    #expect(rows[0].id == rows[1].id)
    #expect(rows[0].contentHash == rows[1].contentHash)
    #expect(rows[0].digest != rows[1].digest, "the words themselves differ")
    #expect(rows.map(\.start) == [1_644_112_507_000, 1_644_112_507_000])
    #expect(rows.map(\.end) == [1_644_112_507_006, 1_644_112_507_006])
    for batch in batches {
      #expect(try Self.payload(batch).contains(#""sample_rate_hz":512.5,"voltages":"#))
    }
  }

  @Test(arguments: [
    ("Watch6,7", "Watch7,1", false), ("20:55:07", "20:55:08", false), ("0.5\n", "0.6\n", true),
    ("512.5", "512", true),
  ])
  func `device and instant are identity, voltages and rate are content`(
    _ old: String, _ new: String, isSameRecord: Bool
  ) throws {
    let changed = Self.english.split(separator: old, omittingEmptySubsequences: false)
      .joined(separator: new)
    let rows = try [Self.english, changed].flatMap { try Self.batch($0).rows }
    try #require(rows.count == 2)
    #expect((rows[0].id == rows[1].id) == isSameRecord)
    if isSameRecord { #expect(rows[0].contentHash != rows[1].contentHash) }
  }
}
