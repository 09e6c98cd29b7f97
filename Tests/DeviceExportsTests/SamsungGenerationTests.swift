import HealthRecords
import Testing

@testable import DeviceExports

private let heartRate = "com.samsung.shealth.tracker.heart_rate"
private let uuid = "aaaaaaaa-0000-4000-8000-000000000001"
private let sideName = "\(uuid).binning_data.json"

/// A file of an export by path.
private typealias File = (name: String, text: String)

/// A table of one row that names a side file.
private func table(
  in folder: String, stamp: String, cell: String = sideName, type: String = heartRate
) -> File {
  let row = "\"\(cell)\",\(uuid),"
  return ("\(folder)\(type).\(stamp).csv", samsungText(type, "binning_data,datauuid", [row]))
}

/// A side file of one value below some export's folder.
private func side(_ folder: String, _ value: Int, name: String = "1/\(sideName)") -> File {
  ("\(folder)jsons/\(heartRate)/\(name)", "[{\"heart_rate\":\(value)}]")
}

private func part(_ value: Int) -> String { "<binning_data @heart_rate=\(value)>" }

/// Exports of several times that lie side by side, each with side files of its own.
@Suite struct SamsungGenerations {
  private static let old = "samsunghealth_a_20240101101061/"
  private static let new = "samsunghealth_a_20250101101061/"
  private static let oldStamp = "20240101101061"
  private static let newStamp = "20250101101061"

  private static let both = [
    table(in: old, stamp: oldStamp), side(old, 60), table(in: new, stamp: newStamp), side(new, 75),
  ]

  @Test(arguments: [false, true])
  func `a row gets the side file of its own export`(isReversed: Bool) throws {
    let files = isReversed ? Self.both.reversed() : Self.both
    let reading = try SamsungExportReading(files)
    #expect(reading.parts == [part(60), part(75)])
    #expect(reading.notes == [])
  }

  @Test func `a row gets the side file of its own export in a folder too`() throws {
    let folder = try TemporaryFolder()
    for file in Self.both { try folder.write("d/\(file.name)", Array(file.text.utf8)) }
    let reading = try SamsungExportReading(ExportSource.open(.path(folder.path)))
    #expect(reading.parts == [part(60), part(75)])
    #expect(reading.notes == [])
  }

  @Test func `a file under another name in the own export comes before one in another`() throws {
    let cell = "\(uuid).\(heartRate).binning_data.json"
    let reading = try SamsungExportReading([
      table(in: Self.old, stamp: Self.oldStamp, cell: cell), side(Self.old, 60),
      table(in: Self.new, stamp: Self.newStamp, cell: cell),
      side(Self.new, 75, name: "1/\(cell)"),
    ])
    #expect(reading.parts == [part(60), part(75)])
    #expect(reading.notes == [])
  }

  @Test func `an export that lacks a file takes it from another`() throws {
    for lacking in [1, 3] {
      var files = Self.both
      files.remove(at: lacking)
      let value = lacking == 1 ? 75 : 60
      let reading = try SamsungExportReading(files)
      #expect(reading.parts == [part(value), part(value)])
      #expect(reading.notes == [])
    }
  }

  struct Others: Sendable {
    /// The folders that have the file, beside a table without one at the top.
    var folders: [String]
    /// The stamps of the tables in them; empty for none.
    var stamps: [String] = ["", ""]
    /// Which of the folders gives the file.
    var chosen: Int
  }

  @Test(arguments: [
    Others(folders: ["a_20240101101061", "b_20250101101061"], chosen: 1),
    Others(folders: ["b_20240101101061", "a_20250101101061"], chosen: 1),
    Others(folders: ["b_202401011010", "a_20250101101061"], chosen: 1),
    Others(folders: ["copy", "a_20250101101061"], chosen: 1),
    Others(folders: ["y", "x"], chosen: 0),
    Others(folders: ["x/1", "x"], chosen: 0),
    // What lies in a folder says more than how the folder is called.
    Others(folders: ["old", "new"], stamps: [oldStamp, newStamp], chosen: 1),
    Others(
      folders: ["a_20250101101061", "a_20240101101061"], stamps: [oldStamp, newStamp], chosen: 1),
  ])
  func `of several other exports the newest gives the file`(_ others: Others) throws {
    var files = [table(in: "", stamp: "20230101101061")]
    for (index, folder) in others.folders.enumerated() {
      files.append(side("\(folder)/", index))
      guard !others.stamps[index].isEmpty else { continue }
      files.append(
        (
          "\(folder)/w.\(others.stamps[index]).csv",
          samsungText("com.samsung.health.weight", "v,datauuid", ["1,w,"])
        ))
    }
    let reading = try SamsungExportReading(files)
    #expect(reading.parts.last == part(others.chosen))
    let unread = "\(others.folders[1 - others.chosen])/jsons/\(heartRate)/1/\(sideName)"
    #expect(reading.notes == ["side_file_without_row x1 \(unread) line 0"])
  }

  @Test func `files without a row are counted in every export`() throws {
    let odd = "0/odd.binning_data.json"
    let reading = try SamsungExportReading(
      Self.both + [side(Self.old, 1, name: odd), side(Self.new, 2, name: odd)])
    #expect(reading.parts == [part(60), part(75)])
    let first = "\(Self.old)jsons/\(heartRate)/\(odd)"
    #expect(reading.notes == ["side_file_without_row x2 \(first) line 0"])
  }

  @Test func `a file whose row is in no table of its own export is without a row`() throws {
    let other = table(in: Self.old, stamp: Self.oldStamp, type: "com.samsung.shealth.stress")
    let reading = try SamsungExportReading([other] + Self.both.dropFirst())
    #expect(reading.parts == ["", part(75)])
    let unread = "\(Self.old)jsons/\(heartRate)/1/\(sideName)"
    #expect(
      reading.notes.filter { $0.hasPrefix("side_file_without_row") }
        == ["side_file_without_row x1 \(unread) line 0"])
  }

  // MARK: - Data Viewer

  private static let viewer = "com.samsung.health.hrv"

  private static func viewerTable(_ folder: String) -> File {
    let text = "\(viewer)\nbinning_data,datauuid\nbinning_data.1.blob,\(uuid)\n"
    return ("\(folder)\(viewer).csv", text)
  }

  private static func blob(_ folder: String, _ value: Int) -> File {
    ("\(folder)blobs/\(viewer)/binning_data.1.blob", "[{\"heart_rate\":\(value)}]")
  }

  @Test func `a numbered blob is that of its own export`() throws {
    let files = ["a/", "b/"].enumerated().flatMap { [Self.viewerTable($1), Self.blob($1, $0)] }
    let reading = try SamsungExportReading(files)
    #expect(reading.parts == [part(0), part(1)])
    #expect(reading.notes == [])
  }

  /// Blobs are numbered anew in every export: an equal number says nothing.
  @Test func `a numbered blob of another export is not taken`() throws {
    let reading = try SamsungExportReading([
      Self.viewerTable("a/"), Self.viewerTable("b/"), Self.blob("b/", 1),
    ])
    #expect(reading.parts == ["", part(1)])
    #expect(reading.outputs.map(\.output.notes) == [["side_file_missing x1 line 3"], []])
  }
}
