import HealthRecords
import Testing

@testable import DeviceExports

/// A small export with every structure: nested, repeated, long and short elements.
let smallExport = export(
  #"""
   <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01"/>
   <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Jo’s Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:W&gt;" unit="count" \#(span) value="1"/>
   <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Jo’s Watch" \#(span) value="60">
    <MetadataEntry key="k" value="ä &amp; b"/>
    <HeartRateVariabilityMetadataList>
     <InstantaneousBeatsPerMinute bpm="64" time="1:00:00.00 AM"/>
    </HeartRateVariabilityMetadataList>
   </Record>
   <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="A" \#(span)>
    <Record type="Q" sourceName="A" unit="g" \#(span) value="1"/>
    <Record type="R" sourceName="A" unit="g" \#(span) value="2"/>
    <MetadataEntry key="HKFoodType" value="Soup"/>
   </Correlation>
   <Workout workoutActivityType="W" duration="10" \#(span)>
    <WorkoutEvent type="E" date="2024-05-01 10:01:00 +0200"/>
    <WorkoutActivity uuid="U" \#(span)>
     <WorkoutStatistics type="S" \#(span) sum="3" unit="kcal"/>
    </WorkoutActivity>
    <WorkoutRoute sourceName="W" \#(span)>
     <FileReference path="/workout-routes/r.gpx"/>
    </WorkoutRoute>
   </Workout>
   <ActivitySummary dateComponents="2024-05-01" activeEnergyBurned="300.5"/>
  """#)

private let sideFiles = [
  "workout-routes/r.gpx": Array(
    "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><ele>3</ele></trkpt></trkseg></trk></gpx>".utf8)
]

@Suite struct `Reading an export as a stream` {
  @Test(arguments: [1, 2, 4], [1, 7, 1 << 16])
  func `gives the same whatever the lanes and reads`(_ lanes: Int, _ readSize: Int) throws {
    let bytes = Array(smallExport.utf8)
    for pieceBytes in [1, 100, 300, 1000, 1 << 20] {
      let expected = try read(
        bytes, sideFiles: sideFiles, options: .small(lanes: 1, pieceBytes: pieceBytes))
      let run = try read(
        bytes, sideFiles: sideFiles, readSize: readSize,
        options: .small(lanes: lanes, pieceBytes: pieceBytes))
      #expect(run.outputs == expected.outputs)
      #expect(run.facts == expected.facts)
    }
  }

  @Test func `gives the same samples whatever the pieces`() throws {
    let whole = try read(smallExport, sideFiles: sideFiles)
    for pieceBytes in 1...600 {
      let run = try read(
        smallExport, sideFiles: sideFiles, options: .small(lanes: 1, pieceBytes: pieceBytes))
      #expect(unplaced(run.samples) == unplaced(whole.samples))
      #expect(run.summary.samplesByType == whole.summary.samplesByType)
      #expect(run.outputs.map(\.index) == Array(0..<run.summary.pieces))
      #expect(run.outputs.last?.bytes == UInt64(smallExport.utf8.count))
    }
  }

  @Test func `positions do not depend on the pieces`() throws {
    let damaged = smallExport.replacing("unit=\"g\"", with: "unit=g")
    let whole = try read(damaged, sideFiles: sideFiles)
    #expect(whole.codes == ["malformed_element": 2])
    for pieceBytes in [50, 200, 400, 800] {
      let run = try read(
        damaged, sideFiles: sideFiles, options: .small(lanes: 2, pieceBytes: pieceBytes))
      #expect(run.summary.diagnostics == whole.summary.diagnostics)
    }
  }

  @Test func `pieces end before elements of the top level`() throws {
    let run = try read(
      smallExport, sideFiles: sideFiles, options: .small(lanes: 2, pieceBytes: 700))
    #expect(run.outputs.map(\.resumePoint) == [1, 2])
    #expect(run.outputs.map(\.output.samples.count) == [6, 5])
  }

  @Test(arguments: [("", ""), ("\t", "\t\t"), ("    ", "        ")])
  func `other indentations cut as well`(_ outer: String, _ inner: String) throws {
    let elements = (0..<50).map { index in
      "\n\(outer)<Record type=\"T\" value=\"\(index)\">\n\(inner)<MetadataEntry key=\"k\" value=\"v\"/>\n\(outer)</Record>"
    }
    let text = "<HealthData>\(elements.joined())\n</HealthData>"
    let run = try read(text, options: .small(lanes: 2, pieceBytes: 200))
    #expect(run.samples.count == 50)
    #expect(run.summary.pieces > 5)
    #expect(run.summary.complete)
  }

  @Test func `a file of one line is cut all the same`() throws {
    let records = (0..<500).map { "<Record type=\"T\" value=\"\($0)\"/>" }.joined()
    let text = "<HealthData><Correlation type=\"C\">\(records)</Correlation>\(records)</HealthData>"
    for lanes in 1...2 {
      let run = try read(text, options: .small(lanes: lanes, pieceBytes: 100))
      #expect(run.samples.count == 1001)
      #expect(run.summary.complete)
      #expect(run.outputs.count == run.summary.pieces)
      #expect(run.outputs.contains { $0.resumePoint == nil })
    }
  }

  @Test func `a file that ends anywhere gives what is whole in it`() throws {
    let bytes = Array(smallExport.utf8)
    let whole = try read(bytes, sideFiles: sideFiles).samples
    let root = try #require(smallExport.utf8.firstRange(of: "<HealthData".utf8)).lowerBound
    let start = smallExport.utf8.distance(from: smallExport.utf8.startIndex, to: root) + 27
    for length in start..<bytes.count - 1 {
      let lanes = length % 5 == 0 ? 2 : 1
      let run = try read(
        Array(bytes[..<length]), sideFiles: sideFiles, options: .small(lanes: lanes))
      if !whole.starts(with: run.samples) || run.summary.complete {
        Issue.record("cut after \(length) bytes")
      }
      #expect(run.codes["truncated_export"] == 1)
    }
  }

  @Test func `an element that is not whole is counted with its members`() throws {
    let end = try #require(smallExport.firstRange(of: "</WorkoutActivity>"))
    let run = try read(String(smallExport[..<end.lowerBound]), sideFiles: sideFiles)
    #expect(run.samples.count == 6)
    #expect(
      run.summary.rejectedTypes == [
        "HKWorkoutTypeIdentifier": 1, "WorkoutActivity": 1, "WorkoutStatistics": 1,
      ])
    #expect(run.codes == ["truncated_element": 1, "truncated_export": 1])
  }

  @Test(arguments: [1, 2]) func `goes on where an earlier run stopped`(_ lanes: Int) throws {
    var options = ReaderOptions.small(lanes: lanes, pieceBytes: 300)
    let whole = try read(smallExport, sideFiles: sideFiles, options: options)
    for done in whole.outputs.compactMap(\.resumePoint) {
      options.skipPieces = done
      let rest = try read(smallExport, sideFiles: sideFiles, options: options)
      #expect(rest.outputs == Array(whole.outputs[done...]))
      #expect(rest.summary.exportedAt == whole.summary.exportedAt)
      #expect(rest.summary.locale == whole.summary.locale)
      #expect(rest.summary.complete)
      #expect(rest.summary.pieces == whole.summary.pieces)
      #expect(rest.summary.diagnostics == whole.summary.diagnostics)
    }
  }

  @Test(arguments: [1, 2, 4]) func `ends when the consumer throws`(_ lanes: Int) throws {
    struct Enough: Error, Equatable {}
    let reader = AppleHealthReader(
      member: "m", options: .small(lanes: lanes, pieceBytes: 100))
    var taken = 0
    #expect(throws: Enough()) {
      try reader.read(
        from: { EndlessSource() }, transform: { $0.samples.count },
        consume: { _ in
          taken += 1
          if taken == 3 { throw Enough() }
        })
    }
    #expect(taken == 3)
  }

  @Test func `a source that cannot be opened is the error`() {
    struct Closed: Error, Equatable {}
    let reader = AppleHealthReader(member: "m")
    #expect(throws: Closed()) {
      try reader.read(
        from: { () throws -> MemorySource in throw Closed() }, transform: { $0.samples.count },
        consume: { _ in })
    }
  }

  @Test func `a source that fails half-way gives what came before`() throws {
    let reader = AppleHealthReader(member: "m", options: .small(lanes: 2, pieceBytes: 100))
    var samples = 0
    let summary = try reader.read(
      from: { FailingSource(bytes: Array(smallExport.utf8), limit: 1500) },
      transform: { $0.samples.count }, consume: { samples += $0.output })
    #expect(samples == 6)
    #expect(summary.readFailure is FailingSource.Failure)
    #expect(!summary.complete)
    #expect(summary.bytes == 1500)
  }

  @Test func `every transform runs once for each piece`() throws {
    let reader = AppleHealthReader(member: "m", options: .small(lanes: 2, pieceBytes: 100))
    var origins: [UInt64] = []
    let summary = try reader.read(
      from: { MemorySource(Array(smallExport.utf8)) }, transform: { $0.origin.byte },
      consume: { origins.append($0.output) })
    #expect(origins.count == summary.pieces)
    #expect(origins == origins.sorted())
    #expect(Set(origins).count == origins.count)
  }

  /// Samples without index and line, which count within a piece.
  private func unplaced(_ samples: [String]) -> [String] {
    samples.map { sample in
      sample.split(separator: " ").dropFirst()
        .filter { !$0.hasPrefix("line=") && !$0.hasPrefix("parent=") }.joined(separator: " ")
    }
  }
}

/// Records without end.
private struct EndlessSource: ByteSource {
  private var isStarted = false

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let text = isStarted ? "\n <Record type=\"T\"/>" : "<HealthData>\n <Record type=\"T\"/>"
    isStarted = true
    let bytes = Array(text.utf8.prefix(buffer.count))
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}

/// Bytes up to a place, then an error.
private struct FailingSource: ByteSource {
  struct Failure: Error {}

  let bytes: [UInt8]
  let limit: Int
  private var position = 0

  init(bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard position < limit else { throw Failure() }
    let count = min(buffer.count, limit - position, 50)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}
