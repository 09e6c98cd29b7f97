/// Something worth telling about an input that could be read all the same.
package struct ArchiveDiagnostic: Hashable, Sendable {
  /// What was noticed, stable across releases.
  package let code: Code

  /// The display name of the member concerned; nil when the whole input is.
  package let member: String?

  /// The byte of the input where it was seen, when one place can be named.
  package let byteOffset: UInt64?

  /// Creates a diagnostic about an input or about one of its members.
  package init(_ code: Code, member: String? = nil, at byteOffset: UInt64? = nil) {
    self.code = code
    self.member = member
    self.byteOffset = byteOffset
  }

  /// A stable word for one kind of diagnostic; new ones may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The word, in snake case.
    package let rawValue: String

    /// Creates a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The archive has no usable directory; its members were found by walking their own headers.
    package static let archiveRecovered = Code(rawValue: "archive_recovered")
    /// The archive ends in the middle of a member.
    package static let archiveTruncated = Code(rawValue: "archive_truncated")
    /// The directory lists another number of members than its end record says.
    package static let memberCountMismatch = Code(rawValue: "member_count_mismatch")
    /// A second member with a name already seen was left out.
    package static let duplicateName = Code(rawValue: "duplicate_name")
    /// A member was left out because its name is longer than the limit.
    package static let nameTooLong = Code(rawValue: "name_too_long")
    /// A member cannot be read; its `refusal` says why.
    package static let memberRefused = Code(rawValue: "member_refused")
    /// The input is an archive inside an archive.
    package static let nestedArchive = Code(rawValue: "nested_archive")
    /// A symbolic link in a folder was not followed.
    package static let symbolicLinkSkipped = Code(rawValue: "symbolic_link_skipped")
    /// A FIFO, socket or device in a folder was not opened.
    package static let specialFileSkipped = Code(rawValue: "special_file_skipped")
    /// A folder was not listed: too deep, or not permitted.
    package static let folderSkipped = Code(rawValue: "folder_skipped")
    /// A further main export besides the one chosen.
    package static let additionalExport = Code(rawValue: "additional_export")
    /// All bytes were delivered, and their checksum is not the one stored.
    package static let crcMismatch = Code(rawValue: "crc_mismatch")
    /// All bytes were delivered, and their number is not the one stored.
    package static let sizeMismatch = Code(rawValue: "size_mismatch")
    /// The member's bytes end before their own end mark.
    package static let memberTruncated = Code(rawValue: "truncated")
    /// The member's compressed bytes are corrupt from some point on.
    package static let memberCorrupt = Code(rawValue: "member_corrupt")
  }
}

/// Diagnostics in the order they arose: every one counted, the first of each code kept.
package struct ArchiveDiagnostics: Hashable, Sendable {
  /// How many diagnostics of one code are kept; a hostile archive could make 200,000.
  static let keptPerCode = 100

  /// The diagnostics kept, at most 100 of each code.
  package private(set) var entries: [ArchiveDiagnostic] = []

  private var counts: [ArchiveDiagnostic.Code: Int] = [:]

  /// Creates an empty list.
  package init() {}

  /// How often a code arose, also where the diagnostics themselves were not kept.
  package func count(of code: ArchiveDiagnostic.Code) -> Int {
    counts[code] ?? 0
  }

  mutating func append(_ diagnostic: ArchiveDiagnostic) {
    let count = (counts[diagnostic.code] ?? 0) + 1
    counts[diagnostic.code] = count
    if count <= Self.keptPerCode { entries.append(diagnostic) }
  }

  mutating func append(contentsOf other: ArchiveDiagnostics) {
    for diagnostic in other.entries { append(diagnostic) }
    for (code, count) in other.counts {
      let kept = min(count, Self.keptPerCode)
      counts[code, default: 0] += count - kept
    }
  }
}
