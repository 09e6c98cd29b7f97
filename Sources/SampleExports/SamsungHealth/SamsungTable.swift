/// The shape of one CSV table: its type, version and columns as written in its first two lines.
struct SamsungTable: Sendable {
  /// The type in line 1, for example `com.samsung.shealth.sleep`.
  let type: String
  /// The table's data version in line 1.
  let version: Int
  /// Column names as written, inherited ones with their prefix.
  let columns: [String]

  private let indices: [String: Int]

  /// A table from its column names, separated by blanks; `%` stands for `prefix` and a dot.
  init(_ type: String, version: Int, prefix: String = "", columns: String) {
    self.type = type
    self.version = version
    let names = columns.split { $0 == " " || $0 == "\n" }
    self.columns = names.map { $0.first == "%" ? "\(prefix).\($0.dropFirst())" : String($0) }
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      indices[String(name.first == "%" ? name.dropFirst() : name)] = index
    }
    self.indices = indices
  }

  /// The position of a column, by its name without prefix.
  func column(_ name: String) throws(SampleError) -> Int {
    guard let index = indices[name] else {
      throw SampleError(
        .misuse, "The table has no column \(name). Name one that it has.", path: type)
    }
    return index
  }

  /// The position of a column that not every table has; nil where this one has not.
  func optionalColumn(_ name: String) -> Int? { indices[name] }
}

/// The columns that say when, where and by whom a row was made.
struct SamsungStampColumns {
  let start, end, created, updated, offset: Int?
  let device, package, uuid, createdBy, modifiedBy: Int?

  init(_ table: SamsungTable) {
    start = table.optionalColumn("start_time")
    end = table.optionalColumn("end_time")
    created = table.optionalColumn("create_time")
    updated = table.optionalColumn("update_time")
    offset = table.optionalColumn("time_offset")
    device = table.optionalColumn("deviceuuid")
    package = table.optionalColumn("pkg_name")
    uuid = table.optionalColumn("datauuid")
    createdBy = table.optionalColumn("create_sh_ver")
    modifiedBy = table.optionalColumn("modify_sh_ver")
  }
}

/// What every row says beside its values.
struct SamsungStamp {
  /// The row's key.
  var uuid: SampleUUID
  /// Start, and end where the table has one.
  var start: Millis
  var end: Millis
  /// When it was stored first and last.
  var created: Millis
  var updated: Millis
  /// Minutes east of UTC; written only where the table has the column.
  var offsetMinutes: Int
  /// Who recorded it.
  var device: SamsungDevice
}

/// The devices of the sample, by the ids that real exports give to theirs.
enum SamsungDevice: Sendable {
  case phone
  case newPhone
  case watch
  /// All sources together: the same id in every export of every person.
  case combined
  /// The pseudo device of everything.
  case allTargets

  var id: StaticString {
    switch self {
    case .phone: "q7Lw+3TzAe"
    case .newPhone: "Hn2/0vXcRk"
    case .watch: "bJ4/yPm8Ud"
    case .combined: "VfS0qUERdZ"
    case .allTargets: "Mk66SbFqK1"
    }
  }

  /// The build of the app that writes rows of this device.
  var build: StaticString { self == .watch ? "62981551" : "63060070" }
}
