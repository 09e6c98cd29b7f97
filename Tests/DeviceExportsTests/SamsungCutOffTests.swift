import DeviceExports
import HealthRecords
import Testing

/// Tables whose copy ended early: half a cell may look like a whole one, so the last row is not trusted.
@Suite struct SamsungCutOffTables {
  private static let whole =
    "com.samsung.shealth.stress,6307003,3\nstart_time,datauuid,score\n"
    + "2026-01-02 10:00:00.000,a1,61.5,\n2026-01-02 11:00:00.000,a2,62.5,\n"

  private static func read(_ text: some StringProtocol) throws -> (
    rows: Int, rejected: Int, codes: [String], isCutOff: Bool
  ) {
    let reader = try SamsungTableReader(MemorySource(Array(text.utf8)), member: "t.csv")
    var (rows, rejected, codes) = (0, 0, [String]())
    while let batch = reader.next() {
      rows += batch.samples.count
      rejected += batch.rejectedTypes.values.reduce(0, +)
      codes += batch.diagnostics.all.map(\.code)
    }
    return (rows, rejected, codes, reader.isCutOff)
  }

  @Test func `a row that ends inside any of its cells is left out and told`() throws {
    let count = Self.whole.utf8.count
    for end in (count - 32)..<(count - 1) {
      let found = try Self.read(Self.whole.prefix(end))
      #expect(found.rows == 1 && found.rejected == 1, "cut at \(end)")
      #expect(found.codes == ["row_cut_off"] && found.isCutOff, "cut at \(end)")
    }
  }

  @Test func `a last row that is whole needs no line end`() throws {
    for end in [0, 1] {
      let found = try Self.read(Self.whole.dropLast(end))
      #expect(found.rows == 2 && found.rejected == 0)
      #expect(found.codes.isEmpty && !found.isCutOff)
    }
  }

  @Test func `where no row ends with a comma, the last one need not either`() throws {
    let text = Self.whole.replacing(",\n", with: "\n").dropLast()
    let found = try Self.read(text)
    #expect(found.rows == 2 && found.codes.isEmpty && !found.isCutOff)
  }

  @Test func `a quote that the cut leaves open is a cut row`() throws {
    let found = try Self.read(Self.whole + "2026-01-02 12:00:00.000,\"a3")
    #expect(found.rows == 2 && found.rejected == 1)
    #expect(found.codes == ["row_cut_off"] && found.isCutOff)
  }

  @Test func `a short row with a line end is a damaged row, not the end of the table`() throws {
    let found = try Self.read(Self.whole + "2026-01-02 12:00:00.000,a3\n")
    #expect(found.rows == 2 && found.rejected == 1)
    #expect(found.codes == ["wrong_field_count"] && !found.isCutOff)
  }
}
