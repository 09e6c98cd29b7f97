import HealthRecords
import SupportedData

/// The embedded tables for test arguments, read once.
enum EmbeddedTables {
  static let result = Result { try MappingTables.embedded() }
  static var tables: MappingTables { get throws { try result.get() } }

  static let loaded = try? result.get()
  static let recordTypes = loaded?.recordTypes.definitions ?? []
  static let units = loaded?.units.units ?? []
  static let spellings = loaded?.units.spellings ?? []
  static let types = loaded?.appleHealth.types ?? []
  static let codeSets = loaded?.appleHealth.codeSets ?? []
  static let metadataRules = loaded?.appleHealth.metadataRules ?? []
  static let characteristics = loaded?.appleHealth.characteristics ?? []

  /// The embedded tables with one text of one file replaced wherever it stands.
  static func replacing(
    _ old: String, by new: String, in file: String
  ) throws -> MappingTables {
    var files = MappingTables.embeddedFiles()
    files[file] = Array(try replaced(old, by: new, in: file).utf8)
    return try MappingTables(files: files)
  }

  /// The text of an embedded file with one text replaced; throws where the text is not there.
  static func replaced(_ old: String, by new: String, in file: String) throws -> String {
    let text = String(decoding: MappingTables.embeddedFiles()[file] ?? [], as: UTF8.self)
    let pieces = text.components(around: old)
    guard pieces.count > 1 else { throw MissingText(text: old) }
    return pieces.joined(separator: new)
  }
}

/// A test looks for a text that the table does not hold.
struct MissingText: Error {
  var text: String
}

extension String {
  /// The pieces between the places where `separator` stands.
  func components(around separator: String) -> [String] {
    var pieces: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      pieces.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return pieces + [String(rest)]
  }
}
