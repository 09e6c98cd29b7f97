internal import HealthRecords

/// The offsets of nights, for the stages that have none themselves.
struct SamsungNights: Sendable {
  /// The table of stages.
  static let stages = "com.samsung.health.sleep_stage"

  /// The tables of nights.
  static let tables: Set<String> = ["com.samsung.shealth.sleep", "com.samsung.health.sleep"]

  /// Far more nights than a life has; those beyond have no offset.
  private static let limit = 100_000

  /// Longer than any real identifier or offset.
  private static let longestCell = 64

  private var offsets: [String: String] = [:]

  /// Knows no nights.
  init() {}

  /// Takes over the rows of a table of nights, a later generation's over an earlier one's.
  mutating func add(_ batch: NativeBatch) {
    for sample in batch.samples {
      let cells = SamsungCells(sample, in: batch, longest: Self.longestCell)
      guard let offset = cells["time_offset"], let night = cells["datauuid"]?.lowercased(),
        offsets.count < Self.limit || offsets[night] != nil
      else { continue }
      offsets[night] = offset
    }
  }

  /// Says in a batch's envelope the offsets of the nights of those stages that have none:
  /// `sleep.<datauuid>.time_offset`, the night called as its stages call it.
  func describe(in batch: inout NativeBatch) {
    guard !offsets.isEmpty else { return }
    var nights: Set<String> = []
    for sample in batch.samples {
      let cells = SamsungCells(sample, in: batch, longest: Self.longestCell)
      if cells["time_offset"] == nil, let night = cells["sleep_id"] { nights.insert(night) }
    }
    for night in nights.sorted() {
      guard let offset = offsets[night.lowercased()] else { continue }
      batch.envelope.append(
        NativeAttribute(
          name: batch.symbols.intern("sleep.\(night).time_offset"),
          value: batch.symbols.intern(offset)))
    }
  }
}
