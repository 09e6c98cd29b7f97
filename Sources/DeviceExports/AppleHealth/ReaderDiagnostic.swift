internal import HealthRecords

/// What the reader may have to say about an export; the raw value is the stable code.
enum ReaderDiagnostic: String, CaseIterable {
  case byteOrderMark = "byte_order_mark"
  case unexpectedPrologue = "unexpected_prologue"
  case controlByte = "control_byte"
  case invalidUTF8 = "invalid_utf8"
  case bareAmpersand = "bare_ampersand"
  case unknownEntity = "unknown_entity"
  case invalidCharacterReference = "invalid_character_reference"
  case duplicateAttribute = "duplicate_attribute"
  case malformedElement = "malformed_element"
  case attributeTooLong = "attribute_too_long"
  case tooManyAttributes = "too_many_attributes"
  case nestingTooDeep = "nesting_too_deep"
  case tooManyParts = "too_many_parts"
  case pointFieldsOmitted = "point_fields_omitted"
  case missingEndTag = "missing_end_tag"
  case unexpectedEndTag = "unexpected_end_tag"
  case unexpectedText = "unexpected_text"
  case markupSkipped = "markup_skipped"
  case missingType = "missing_type"
  case unknownElement = "unknown_element"
  case truncatedElement = "truncated_element"
  case truncatedExport = "truncated_export"
  case contentAfterEnd = "content_after_end"
  case sideFileMissing = "side_file_missing"
  case sideFileUnreadable = "side_file_unreadable"
  case sideFileDamaged = "side_file_damaged"
  case sideFilesOverLimit = "side_files_over_limit"
  case routeWithoutWorkout = "route_without_workout"
  case clinicalFileWithoutRecord = "clinical_file_without_record"

  /// How much it matters.
  var severity: Diagnostic.Severity {
    switch self {
    case .byteOrderMark, .unexpectedPrologue, .markupSkipped, .routeWithoutWorkout,
      .clinicalFileWithoutRecord:
      .info
    case .malformedElement, .attributeTooLong, .tooManyAttributes, .truncatedElement,
      .truncatedExport:
      .error
    default: .warning
    }
  }

  /// What it means and what to do.
  var message: String {
    switch self {
    case .byteOrderMark: "the file begins with a byte-order mark; it was skipped"
    case .unexpectedPrologue:
      "text that Apple does not write stands before <HealthData>; it was skipped, the file may have been edited"
    case .controlByte: "control characters that XML forbids were dropped"
    case .invalidUTF8: "bytes that are not valid UTF-8 were replaced by U+FFFD"
    case .bareAmpersand: "an & that begins no entity was kept as text"
    case .unknownEntity: "an entity that XML does not define was kept as text"
    case .invalidCharacterReference: "references to characters that XML forbids were dropped"
    case .duplicateAttribute:
      "an attribute stands twice in one element; the first one counts, a second startDate is the missing endDate"
    case .malformedElement:
      "an element could not be read and was left out with its children; look at the line and repair it"
    case .attributeTooLong: "an element with a value over the limit was left out"
    case .tooManyAttributes: "an element with more attributes than the limit was left out"
    case .nestingTooDeep: "elements nested deeper than the limit were left out"
    case .tooManyParts: "parts of a sample beyond the limit were left out"
    case .pointFieldsOmitted:
      "a route's point has a text over 64 KiB or more than 64 fields; those beyond were left out"
    case .missingEndTag: "an element is not closed; it was taken to end where the next one begins"
    case .unexpectedEndTag: "an end tag closes nothing; it was skipped"
    case .unexpectedText: "text stands between elements; it was skipped"
    case .markupSkipped: "a comment, declaration or section stands between elements; it was skipped"
    case .missingType: "an element names no type; it was left out"
    case .unknownElement: "an element is not known to this version; it was left out"
    case .truncatedElement: "the file ends inside an element; the element was left out"
    case .truncatedExport:
      "the file ends before its end tag; what it holds was read, export again for the rest"
    case .contentAfterEnd: "content behind the end tag was ignored"
    case .sideFileMissing:
      "a file that the export refers to is missing; give the whole export.zip to include it"
    case .sideFileUnreadable:
      "a file beside the export could not be read, or is larger than any real one; open it, and export again if it is damaged"
    case .sideFilesOverLimit:
      "documents that one part of the export refers to are larger than the limit; the records were kept without them"
    case .sideFileDamaged: "a file beside the export is damaged; what could be read of it was kept"
    case .routeWithoutWorkout:
      "a route file belongs to no workout in the export; it was read on its own"
    case .clinicalFileWithoutRecord:
      "a clinical document is named by no record in the export; it was not read"
    }
  }

  /// The counted diagnostic.
  func diagnostic(at position: InputPosition?, count: Int = 1) -> Diagnostic {
    Diagnostic(rawValue, severity, count: count, message: message, first: position)
  }
}
