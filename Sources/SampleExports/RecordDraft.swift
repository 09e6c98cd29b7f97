/// One record before it is text: small enough to repeat or change later.
struct RecordDraft {
  /// The pair that names an object and its edit.
  struct Sync {
    let high: UInt64
    let low: UInt64
    var version: Int64
  }

  let source: SampleSource
  var pointer: UInt64
  let start: Instant
  let end: Instant
  var created: Instant
  /// Billionths of the generated unit, or the index of a constant.
  var value: Int64
  /// Decides metadata and beats, so that a repeated record has the same.
  let variation: UInt64
  var sync: Sync?
}

/// What happens to a record besides being written once.
enum RecordFate {
  case single
  case repeated
  case repeatedWithOtherPointer
  case resynced
  case edited
  case followedByStale
}

/// The type a run of records shares, with its constant text.
struct RecordRun {
  let kind: RecordKind
  /// The start tag up to and including its type.
  let opening: [UInt8]
  /// The unit attribute with a space before it; empty without a unit.
  let unitAttribute: [UInt8]
  let unit: ShownUnit

  init(_ kind: RecordKind, units: AppleHealthSample.DisplayUnits) {
    self.kind = kind
    unit = kind.unit.shown(in: units)
    var text = ByteText()
    text.append("<Record type=\"")
    text.append(verbatim: kind.type)
    text.append("\"")
    opening = text.bytes
    text.clear()
    if unit.text.utf8CodeUnitCount > 0 {
      text.append(" unit=\"")
      text.append(unit.text)
      text.append("\"")
    }
    unitAttribute = text.bytes
  }
}

/// Records that come back later in their run.
struct PendingRecords {
  private var entries: [(draft: RecordDraft, due: Int)] = []
  private var position = 0

  /// Remembers a draft until `delay` more records have been written.
  mutating func add(_ draft: RecordDraft, delay: Int) {
    entries.append((draft, position + delay))
  }

  /// Takes one draft that is due now; a record was just written.
  mutating func nextDue() -> RecordDraft? {
    position += 1
    guard let index = entries.firstIndex(where: { $0.due <= position }) else { return nil }
    return entries.remove(at: index).draft
  }

  /// Takes one draft at the end of the run, due or not.
  mutating func nextLeft() -> RecordDraft? {
    entries.isEmpty ? nil : entries.removeFirst().draft
  }
}
