internal import HealthRecords

/// What the reader may have to say about an input; the raw value is the stable code.
enum HealthConnectDiagnostic: String, CaseIterable, Sendable {
  case unknownRecord = "unknown_record"
  case duplicateKey = "duplicate_key"
  case tooManyAttributes = "too_many_attributes"
  case tooManyParts = "too_many_parts"
  case namesTooLong = "names_too_long"
  case deletionWithoutID = "deletion_without_id"
  case incompletePage = "incomplete_page"
  case incompleteWindow = "incomplete_window"
  case changesTokenExpired = "changes_token_expired"
  case deletionsUnavailable = "deletions_unavailable"

  /// How much it matters.
  var severity: Diagnostic.Severity {
    switch self {
    case .unknownRecord, .tooManyAttributes, .tooManyParts, .namesTooLong, .deletionWithoutID:
      .error
    case .duplicateKey, .incompleteWindow, .changesTokenExpired, .deletionsUnavailable: .warning
    case .incompletePage: .info
    }
  }

  /// What it means and what to do.
  var message: String {
    switch self {
    case .unknownRecord:
      "an object has the keys of no known record and was left out; look at the line, and update if the app is new"
    case .duplicateKey: "a key stands twice in one object; the first one counts"
    case .tooManyAttributes:
      "a record with more fields than the limit was left out; look at the line and repair it"
    case .tooManyParts:
      "a record with more parts than the limit was left out; look at the line and repair it"
    case .namesTooLong:
      "a record whose fields' names are longer than the limit was left out; look at the line and repair it"
    case .deletionWithoutID: "a deletion names no record and was left out; look at the line"
    case .incompletePage: "a page says that more pages follow it; give them too, if there are any"
    case .incompleteWindow:
      "the app says that it could not read all of its time window; what is missing may exist"
    case .changesTokenExpired:
      "the token of a page of changes had expired, so that changes are missing; export everything again"
    case .deletionsUnavailable:
      "the app says that it cannot tell which records of some types were deleted; they are kept"
    }
  }

  /// The counted diagnostic.
  func diagnostic(at position: InputPosition?) -> Diagnostic {
    Diagnostic(rawValue, severity, message: message, first: position)
  }
}
