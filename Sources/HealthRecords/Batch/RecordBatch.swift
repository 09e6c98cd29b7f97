/// The form of a record's value.
public enum ValueKind: UInt8, Sendable, Hashable, CaseIterable {
  /// No value: the event itself is the information.
  case none = 0
  /// A number in the type's canonical unit.
  case quantity = 1
  /// A code of a closed set.
  case code = 2
  /// Named quantities that belong together (blood pressure).
  case components = 3
  /// Many samples inside one source record.
  case series = 4
  /// A workout or another session with its parts.
  case session = 5
  /// A waveform, a FHIR resource, a prescription.
  case document = 6
  /// The provider's own text, of a type without a mapping.
  case native = 7
}

/// Whether a record stands on its own in the input or is a member nested in another one.
///
/// A nested member carries less (no device) and repeats a top-level record: a top-level copy always wins over it.
public enum RecordStanding: UInt8, Sendable, Hashable, Comparable {
  /// Seen only as a member of a correlation.
  case member = 0
  /// Seen on its own.
  case whole = 1

  /// A member is less than a whole record.
  public static func < (left: RecordStanding, right: RecordStanding) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A tie from one record to another, by id; the other one may be absent, later or deleted.
public struct RecordLink: Sendable, Hashable, Comparable {
  /// What the other record is to this one.
  public enum Role: UInt8, Sendable, Hashable, CaseIterable {
    /// The other record is this one's parent (the workout of a route or an activity).
    case parent = 0
    /// The other record is a member of this group.
    case member = 1
    /// The other record is a flattened part that this whole record replaces.
    case absorbs = 2
    /// The other record is the whole of which this one is a flattened part: where the whole is known, the part is not
    /// kept.
    case partOf = 3

    /// The word used in JSON and SQL.
    public var name: String {
      switch self {
      case .parent: "parent"
      case .member: "member"
      case .absorbs: "absorbs"
      case .partOf: "part_of"
      }
    }
  }

  /// What the other record is.
  public var role: Role
  /// The other record.
  public var id: RecordID

  /// Creates a link.
  public init(_ role: Role, _ id: RecordID) {
    self.role = role
    self.id = id
  }

  /// Orders by role, then id.
  public static func < (left: RecordLink, right: RecordLink) -> Bool {
    (left.role.rawValue, left.id) < (right.role.rawValue, right.id)
  }
}

/// One normalized record in a batch: fixed size, text by reference to the batch.
public struct RecordRow: Sendable {
  /// The identity.
  public var id: RecordID
  /// The record's type, an index in `RecordBatch.types`.
  public var type: UInt32 = 0
  /// The form of the value.
  public var kind: ValueKind = .none
  /// How it was recorded.
  public var recording: RecordingMethod = .unknown
  /// Doubts about it.
  public var quality: Quality = []
  /// Whether it stands on its own.
  public var standing: RecordStanding = .whole
  /// Whether `start` is a civil day (days since 1970-01-01) rather than an instant.
  public var isCivilDate = false
  /// Whether it holds one value of its record, named by `code`: the others come as rows of their own under the same id.
  ///
  /// A row of this kind is a `member`: the record itself, where another shape gives it, wins whatever its version.
  public var isHalf = false
  /// Whether its id comes from a sync identifier, whose sharing is known only when the input has been read.
  public var hasSyncIdentifier = false
  /// The number of parts, which decides between equal versions.
  public var completeness: UInt32 = 0
  /// When it starts: milliseconds since 1970, or days for a civil date.
  public var start: Int64 = 0
  /// When it ends, exclusive; equal to `start` for an instant.
  public var end: Int64 = 0
  /// The quantity in the type's canonical unit, or the number of a code; meaningless for other kinds.
  public var number: Double = 0
  /// The quantity in the declared unit where that is another one than the canonical; NaN otherwise.
  public var declared: Double = .nan
  /// The code, or the name of a half's component, in `RecordBatch.symbols`.
  public var code = Symbol.none
  /// The edit version.
  public var version = RecordVersion()
  /// The hash of what the record means, equal for equal contents whatever their version.
  public var contentHash: UInt64 = 0
  /// The hash of the whole row: content, version, source and native data.
  public var digest: UInt64 = 0
  /// The source as canonical JSON, in `RecordBatch.symbols`.
  public var source = Symbol.none
  /// The native data as canonical JSON, in `RecordBatch.symbols`; `none` where the other fields say it all.
  public var native = Symbol.none
  /// The structured value as canonical JSON, in `RecordBatch.payloads`.
  public var payload = BatchRange()
  /// The zone written in the record, in `RecordBatch.symbols`: an IANA name, or an offset such as `+05:30`; where the
  /// record ended at another offset, both with a blank between (`+09:00 -07:00`).
  public var zone = Symbol.none
  /// Links, in `RecordBatch.links`, sorted.
  public var links = BatchRange()
  /// The id that counts when the sync identifier turns out to be shared; equal to `id` otherwise.
  public var sharedID: RecordID

  /// Creates a row with an identity.
  @inlinable
  public init(id: RecordID) {
    self.id = id
    self.sharedID = id
  }
}

/// A deletion in the input, of a record that the store may or may not hold.
public struct RecordDeletion: Sendable, Hashable {
  /// The deleted record.
  public var id: RecordID
  /// What the deletion is counted as, an index in `RecordBatch.types`.
  public var type: UInt32
  /// Milliseconds since 1970 of a time at which the record was not deleted yet, or of the deletion; nil where the input
  /// tells neither, so that the edit version of the stored record counts.
  public var modifiedAt: Int64?

  /// Creates a deletion.
  public init(id: RecordID, type: UInt32, modifiedAt: Int64?) {
    self.id = id
    self.type = type
    self.modifiedAt = modifiedAt
  }
}

/// What a batch knows about one native type.
public struct BatchType: Sendable, Hashable {
  /// The provider's own name.
  public var nativeType: String
  /// The registered type; `unknown` where there is no mapping.
  public var recordType: RecordType
  /// The canonical unit of a quantity; empty for other kinds.
  public var unit: String

  /// Creates an entry.
  public init(nativeType: String, recordType: RecordType, unit: String) {
    self.nativeType = nativeType
    self.recordType = recordType
    self.unit = unit
  }
}

/// What was read of one native type, before the store decides what became of it.
public struct TypeTally: Sendable, Hashable {
  /// Counted input records.
  public var read = 0
  /// Outcomes that do not depend on the store: linked parts and rejected records.
  public var outcomes = OutcomeCounts()
  /// The earliest start, in milliseconds since 1970; `Int64.max` where none was read.
  public var first = Int64.max
  /// The latest end, in milliseconds since 1970; `Int64.min` where none was read.
  public var last = Int64.min
  /// How many records declared each unit.
  public var units: [String: Int] = [:]
  /// The distinct source names.
  public var sources: Set<String> = []
  /// The registered type.
  public var recordType: RecordType

  /// Creates an empty tally.
  public init(recordType: RecordType) {
    self.recordType = recordType
  }

  /// Adds another tally of the same type; of two record types the known one stays.
  public mutating func add(_ other: TypeTally) {
    read += other.read
    outcomes.add(other.outcomes)
    first = min(first, other.first)
    last = max(last, other.last)
    units.merge(other.units, uniquingKeysWith: +)
    sources.formUnion(other.sources)
    if other.recordType != .unknown { recordType = other.recordType }
  }
}

/// Normalized records in the order of the input, with all the text they refer to: a self-contained value.
public struct RecordBatch: Sendable {
  /// The provider that all records come from.
  public var provider: Provider
  /// The version of the tables that made the records.
  public var mappingVersion: Int
  /// The native types that rows refer to.
  public var types: [BatchType] = []
  /// Codes, sources, native data and zones.
  public var symbols = SymbolTable()
  /// Structured values as canonical JSON, back to back.
  public var payloads: [UInt8] = []
  /// Links of all rows.
  public var links: [RecordLink] = []
  /// The deletions, which are decided before the records of the batch: a record of the same page lives, whatever the
  /// times say, and its deletion is stale (decision 0010).
  public var deletions: [RecordDeletion] = []
  /// The records.
  public var rows: [RecordRow] = []
  /// What was read, by native type; every counted record is in `read`, and either a row or in `outcomes`.
  public var tallies: [String: TypeTally] = [:]
  /// What had to be said about the batch.
  public var diagnostics = Diagnostics()
  /// What tells the person from others, by the name of the trait; another value is another person.
  public var identifyingTraits: [String: String] = [:]
  /// Records whose zone the file does not give, so that their local day rests on an assumed zone.
  public var assumedZones = 0

  /// The records that exist by what the batch says: its own, and the wholes of its flattened parts.
  public var livingIDs: Set<RecordID> {
    var ids = Set(rows.lazy.map(\.id))
    for link in links where link.role == .partOf { ids.insert(link.id) }
    return ids
  }

  /// Creates an empty batch.
  public init(provider: Provider, mappingVersion: Int) {
    self.provider = provider
    self.mappingVersion = mappingVersion
  }
}
