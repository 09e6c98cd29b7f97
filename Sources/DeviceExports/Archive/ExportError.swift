/// Why an export, or one member of it, cannot be read.
///
/// `message` says what is wrong and what to do about it. Neither it nor any other field holds a
/// byte of a member's content.
package struct ExportError: Error, Hashable, Sendable {
  /// What went wrong, stable across releases.
  package let code: Code

  /// What is wrong and what to do about it, in one or two sentences without the path.
  package let message: String

  /// The input as the user gave it, or `standard input`.
  package let path: String

  /// The display name of the member concerned; nil when the whole input is.
  package let member: String?

  /// The byte of the input where the fault was seen, when one place can be named.
  package let byteOffset: UInt64?

  /// Creates an error about an input or about one of its members.
  package init(
    _ code: Code, _ message: String, path: String, member: String? = nil,
    at byteOffset: UInt64? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.member = member
    self.byteOffset = byteOffset
  }
}

extension ExportError: CustomStringConvertible {
  /// One line: path, member, byte, message.
  package var description: String {
    var text = path
    if let member { text += ": \(member)" }
    if let byteOffset { text += " (byte \(byteOffset))" }
    return text + ": \(message)"
  }
}

extension ExportError {
  /// A stable word for one kind of failure; new ones may be added, so a `switch` needs a default.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The word, in snake case.
    package let rawValue: String

    /// Creates a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Nothing exists at the path.
    package static let notFound = Code(rawValue: "not_found")
    /// The system does not let this user read the input.
    package static let notPermitted = Code(rawValue: "not_permitted")
    /// The path names a device, a socket or something else that holds no export.
    package static let specialFile = Code(rawValue: "special_file")
    /// The system reported an error while reading.
    package static let readFailed = Code(rawValue: "read_failed")
    /// The input has no bytes.
    package static let inputEmpty = Code(rawValue: "input_empty")
    /// The input is neither a zip archive nor XML.
    package static let unrecognizedFormat = Code(rawValue: "unrecognized_format")
    /// A folder or an archive holds more members than the limit.
    package static let tooManyMembers = Code(rawValue: "too_many_members")
    /// The archive is intact and holds no file.
    package static let archiveEmpty = Code(rawValue: "archive_empty")
    /// The archive ends early, and what is left of it holds no export.
    package static let archiveTruncated = Code(rawValue: "archive_truncated")
    /// The input was read, and holds no export.
    package static let exportMissing = Code(rawValue: "export_missing")
    /// Only the clinical document, a subset of the export, was given.
    package static let clinicalDocumentOnly = Code(rawValue: "clinical_document_only")
    /// The member is encrypted.
    package static let memberEncrypted = Code(rawValue: "member_encrypted")
    /// The member is compressed with a method that is not supported.
    package static let methodUnsupported = Code(rawValue: "method_unsupported")
    /// The member shares bytes with another one, as in a zip bomb.
    package static let memberOverlaps = Code(rawValue: "member_overlaps")
    /// The member's own header is not where the directory says.
    package static let memberDamaged = Code(rawValue: "member_damaged")
    /// The member inflates to more than any real export does.
    package static let ratioExceeded = Code(rawValue: "ratio_exceeded")
    /// The member inflates to more bytes than the limit.
    package static let memberTooLarge = Code(rawValue: "member_too_large")
    /// A stream was asked for a second time.
    package static let streamConsumed = Code(rawValue: "stream_consumed")
    /// The temporary copy of a streamed or nested archive could not be written.
    package static let spoolFailed = Code(rawValue: "spool_failed")
    /// The temporary copy would exceed its limit.
    package static let spoolTooLarge = Code(rawValue: "spool_too_large")
    /// The inflater could not get memory.
    package static let outOfMemory = Code(rawValue: "out_of_memory")
  }
}
