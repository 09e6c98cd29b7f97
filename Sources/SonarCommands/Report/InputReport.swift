import HealthRecords

/// What became of one input: every counted record is in exactly one outcome of exactly one native type.
struct InputReport: Sendable {
  /// The input as the user named it.
  var path: String
  /// The provider's word; nil for an input that was not recognised.
  var provider: String?
  /// What the input was recognised as, such as `healthkit_export_14`.
  var format: String?
  /// When the export was written, milliseconds since 1970.
  var exportedAt: Int64?
  /// The phone's locale.
  var locale: String?
  /// Whether the input was read to its proper end.
  var isComplete = false
  /// The size of the input in bytes.
  var bytes: UInt64 = 0
  /// How long it took.
  var seconds = 0.0
  /// What was read and what became of it, by native type.
  var types: [String: TypeTally] = [:]
  /// Records that a snapshot removed, by native type.
  var tombstoned: [String: Int] = [:]
  /// Stored records that this newer complete export no longer holds, by native type.
  var lacking: [String: Int] = [:]
  /// Records whose file gives no zone: without a zone of the store's their local day rests on an assumed one.
  var assumedZones = 0
  /// The units that an earlier import declared, by native type; of types whose unit changed since then.
  var earlierUnits: [String: [String]] = [:]
  /// What had to be said.
  var diagnostics = Diagnostics()

  /// Creates the report of an input that nothing was read of yet.
  init(path: String) {
    self.path = path
  }

  /// The sum of all types' outcomes.
  var outcomes: OutcomeCounts {
    var sum = OutcomeCounts()
    for tally in types.values { sum.add(tally.outcomes) }
    return sum
  }

  /// Counted input records.
  var recordsRead: Int { types.values.reduce(0) { $0 + $1.read } }

  /// Adds what one batch read.
  mutating func add(_ batch: RecordBatch) {
    for (type, tally) in batch.tallies {
      types[type, default: TypeTally(recordType: tally.recordType)].add(tally)
    }
    assumedZones += batch.assumedZones
  }

  /// Adds outcomes that the store decided; a type may appear here first.
  mutating func add(outcomes: [String: OutcomeCounts]) {
    for (type, counts) in outcomes {
      types[type, default: TypeTally(recordType: .unknown)].outcomes.add(counts)
    }
  }

  /// Types whose accounts do not balance: a fault of this program, reported rather than hidden.
  var unbalancedTypes: [String] {
    types.filter { $0.value.read != $0.value.outcomes.total }.keys.sorted()
  }
}

/// What became of a store.
struct StoreReport: Sendable {
  /// The store's file.
  var path: String
  /// Records in it.
  var records: Int
  /// Deletions in it.
  var tombstones: Int
  /// The sequence number of its newest change.
  var changeSequence: Int64
}

/// The report of one command over any number of inputs.
struct RunReport: Sendable {
  /// One report per input, in the order of the command line.
  var inputs: [InputReport]
  /// The store, where one was written.
  var store: StoreReport?
}
