package import HealthRecords

/// Which input is imported; equal for a second run over the same bytes with the same tables.
package struct InputIdentity: Sendable, Hashable {
  /// The provider of all its records.
  package var provider: Provider
  /// The file's name, for people.
  package var name: String
  /// Text that is equal for equal inputs and options, such as size and hash: decides about resuming.
  package var fingerprint: String
  /// The version of the mapping tables.
  package var mappingVersion: Int
  /// Whether another run over the same bytes gives the fingerprint again; false for a folder or a stream.
  ///
  /// Without that, an input that changes nothing is not noted in the store: each run would add a row.
  package var canRecur: Bool

  /// Creates an identity; its fingerprint can be met again by default.
  package init(
    provider: Provider, name: String, fingerprint: String, mappingVersion: Int,
    canRecur: Bool = true
  ) {
    self.provider = provider
    self.name = name
    self.fingerprint = fingerprint
    self.mappingVersion = mappingVersion
    self.canRecur = canRecur
  }
}

/// What the input says about itself; kept in the `import` table.
package struct InputDetails: Sendable, Hashable {
  /// The format and its version, such as `apple_health 14`.
  package var format: String?
  /// Milliseconds since 1970 at which the export was made.
  package var exportedAt: Int64?
  /// The locale, as written.
  package var locale: String?
  /// Minutes east of UTC of the offset written in the file.
  package var writtenOffset: Int?

  /// Creates details; all are unknown by default.
  package init(
    format: String? = nil, exportedAt: Int64? = nil, locale: String? = nil,
    writtenOffset: Int? = nil
  ) {
    self.format = format
    self.exportedAt = exportedAt
    self.locale = locale
    self.writtenOffset = writtenOffset
  }
}

/// How an input is merged into the store.
package struct ImportOptions: Sendable {
  /// Whether the input is a complete export whose absences are deletions; false by default.
  ///
  /// A snapshot is one transaction: it cannot be resumed, and nothing of it stays when it is refused.
  package var isSnapshot = false
  /// Whether a snapshot may remove more than 5 % of a type's records; false by default.
  package var force = false
  /// Native types that a snapshot must not decide about (windowed tables, shapes without ids); none by default.
  package var outsideSnapshot: Set<String> = []
  /// Whether an input of a person with another date of birth or account is accepted; false by default.
  package var acceptsOtherPerson = false
  /// Whether records of a source that seems to be renamed are kept beside those of its old name; false by default.
  package var keepsRenamed = false

  /// Creates the defaults.
  package init() {}
}

/// Where a killed import goes on.
package struct ResumePoint: Sendable, Hashable {
  /// The pieces that are in the store; the next piece has this number.
  package var pieces: Int
  /// The report that the caller gave with the last checkpoint.
  package var report: [UInt8]
  /// The row of the `import` table.
  let importID: Int64
}

/// How an import ends.
package enum ImportEnd: String, Sendable, Hashable {
  /// The input was read to its end.
  case complete
  /// The input is damaged; what could be read was read.
  case damaged
}

/// What became of the rows that a session was given.
package struct ImportSummary: Sendable, Hashable {
  /// Outcomes by native type, of the rows since the session began; after a resumption add those of the report.
  ///
  /// A count can be negative there: a record of the earlier part turned out to be a part of another one.
  package var outcomes: [String: OutcomeCounts] = [:]
  /// Records removed because the snapshot lacks them, by native type; apart from the outcomes.
  package var tombstoned: [String: Int] = [:]
  /// Stored records that a complete input should hold and lacks, by native type; types without any are left out.
  ///
  /// Nil where it is not known: without the date of the export, or with a damaged input.
  package var lacking: [String: Int]?
  /// What had to be said.
  package var diagnostics = Diagnostics()
  /// Whether the import changed the store's records or tombstones.
  package var hasChanges = false
}
