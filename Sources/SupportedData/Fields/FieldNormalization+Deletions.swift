import HealthRecords

/// What the deletions of a batch are dated by.
struct DeletionLedger {
  /// The deletions' places in the batch's list, by their record.
  var places: [RecordID: Int] = [:]
  /// The index of their type in the output's types.
  var type: UInt32?
  /// How many there were.
  var read = 0
  /// Whether the batch holds deletions at all.
  var isNeeded = false
  /// The latest edit of a record in the batch.
  var latest: Int64?
  /// The records of the batch, where there may be deletions.
  var upserts: Set<RecordID> = []

  /// Takes note of a record of the batch.
  mutating func saw(_ row: RecordRow) {
    guard isNeeded else { return }
    upserts.insert(row.id)
    guard !row.quality.contains(.versionUnknown) else { return }
    latest = max(latest ?? .min, row.version.modifiedAt)
  }
}

extension FieldNormalization {
  /// The native type under which deletions are counted.
  private static let deletionType = "Deletion"

  /// Notes a deletion; its time is known when the whole batch has been read.
  func deletion(_ sample: NativeSample) {
    deletions.read += 1
    let symbol = sample.attributes.indices.lazy.map { self.native.attributes[$0] }
      .first { self.native.symbols.string(of: $0.name) == "id" }?.value
    guard let id = symbol.flatMap(canonicalID) else {
      var tally = TypeTally(recordType: .unknown)
      tally.outcomes[.rejected] = 1
      output.tallies[Self.deletionType, default: TypeTally(recordType: .unknown)].add(tally)
      return diagnose(
        FieldRejection.missingIdentifier.rawValue, .warning, sample,
        FieldRejection.missingIdentifier.message)
    }
    let type = deletions.type ?? appendType(Self.deletionType, nil)
    deletions.type = type
    let record = identity.record(type: [], id: id)
    deletions.places[record] = output.deletions.count
    output.deletions.append(RecordDeletion(id: record, type: type, modifiedAt: nil))
  }

  /// Dates the deletions: a page was read no earlier than the latest edit in it.
  ///
  /// A deletion of a record that the same page also holds has no date (nil): the record lives, as the page lists what
  /// records are when it is read (decision 0010).
  func finishDeletions() {
    guard deletions.read > 0 else { return }
    output.tallies[Self.deletionType, default: TypeTally(recordType: .unknown)].read +=
      deletions.read
    let date = writtenAt ?? deletions.latest
    for index in output.deletions.indices
    where !deletions.upserts.contains(output.deletions[index].id) {
      output.deletions[index].modifiedAt = date
    }
  }
}
