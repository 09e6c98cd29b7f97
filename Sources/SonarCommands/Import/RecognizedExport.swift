import DeviceExports
import HealthRecords

/// What an input turned out to be: by its content, never by its name.
enum RecognizedExport {
  /// The main file of an Apple Health export.
  case appleHealth(ExportMember)
  /// The tables of a Samsung Health export.
  case samsungHealth(SamsungExport)
  /// Files of records that apps wrote of Health Connect.
  case healthConnect([ExportMember])
  /// The database of a Health Connect backup.
  case healthConnectBackup(HealthConnectBackup)

  /// Looks into an opened input and notes what is not read with it; throws what it holds instead, and what to give.
  init(_ source: ExportSource) throws(ExportError) {
    self = try Self.first(in: source)
    switch self {
    case .appleHealth(let main): source.noteOtherExports(than: .appleHealth, reading: [main])
    case .samsungHealth(let export):
      source.noteOtherExports(than: .samsungHealth, reading: export.tables.map(\.member))
    case .healthConnect(let files):
      source.noteOtherExports(than: .healthConnectRecords, reading: files)
    case .healthConnectBackup:
      let database = firstMember(of: source).map { [$0] } ?? []
      source.noteOtherExports(than: .healthConnectBackup, reading: database)
    }
  }

  /// What is found first, one provider after the other.
  private static func first(in source: ExportSource) throws(ExportError) -> RecognizedExport {
    let failure: ExportError
    do throws(ExportError) {
      return .appleHealth(try source.appleExport().main)
    } catch {
      failure = error
    }
    var other: ExportError?
    do throws(ExportError) {
      return .samsungHealth(try source.samsungTables())
    } catch {
      other = error
    }
    if let backup = try source.healthConnectBackup() {
      return .healthConnectBackup(backup)
    }
    let files = try source.healthConnectFiles()
    guard files.isEmpty else {
      return .healthConnect(files)
    }
    // Samsung's search knows spreadsheets and side files without tables; all others are said for every provider alike.
    throw other.map { $0.code == .tablesMissing ? $0 : failure } ?? failure
  }

  /// Whose export it is.
  var provider: Provider {
    switch self {
    case .appleHealth: .appleHealth
    case .samsungHealth: .samsungHealth
    case .healthConnect, .healthConnectBackup: .healthConnect
    }
  }

  /// The member by whose first bytes the input is told from others, with its name.
  func firstMember(of source: ExportSource) -> ExportMember? {
    switch self {
    case .appleHealth(let main): main
    case .samsungHealth(let export): export.tables.first?.member
    case .healthConnect(let files): files.first
    case .healthConnectBackup(let backup): source.members.first { $0.name == backup.member }
    }
  }
}
