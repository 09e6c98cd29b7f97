internal import HealthRecords

/// What an export says about devices, by the identifier that rows of all tables name.
struct SamsungDevices: Sendable {
  /// The table of devices.
  static let table = "com.samsung.health.device_profile"

  /// The columns that tell about a device, and the words for them in envelopes.
  private static let columns = [
    (column: "device_group", word: "group"), (column: "manufacturer", word: "manufacturer"),
    (column: "model", word: "model"), (column: "name", word: "name"),
    (column: "step_source_group", word: "step_source_group"),
  ]

  /// Longer than any real cell of the table; longer ones are not kept, as every batch carries all that are.
  private static let longestCell = 256

  /// Far more devices than a person has.
  private static let limit = 1000

  private struct Device: Sendable {
    var updated: String
    var cells: [String?]
  }

  private var devices: [String: Device] = [:]

  /// Whether there were more devices than the limit.
  private(set) var isOverLimit = false

  /// Knows no devices.
  init() {}

  /// Takes over the rows of a table of devices; of the rows of one device the one that was changed last counts.
  mutating func add(_ batch: NativeBatch) {
    for sample in batch.samples {
      let cells = SamsungCells(sample, in: batch, longest: Self.longestCell)
      guard let identifier = cells["deviceuuid"] else { continue }
      let device = Device(
        updated: cells["update_time"] ?? "", cells: Self.columns.map { cells[$0.column] })
      if let known = devices[identifier] {
        if known.updated > device.updated { continue }
      } else if devices.count >= Self.limit {
        isOverLimit = true
        continue
      }
      devices[identifier] = device
    }
  }

  /// Says in a batch's envelope what is known: `device.<deviceuuid>.model` and so on, ordered by device.
  func describe(in batch: inout NativeBatch) {
    for (identifier, device) in devices.sorted(by: { $0.key < $1.key }) {
      for (column, cell) in zip(Self.columns, device.cells) {
        guard let cell else { continue }
        batch.envelope.append(
          NativeAttribute(
            name: batch.symbols.intern("device.\(identifier).\(column.word)"),
            value: batch.symbols.intern(cell)))
      }
    }
  }
}

/// The cells of a row by column; for a few looks at few rows.
struct SamsungCells {
  private let sample: NativeSample
  private let batch: NativeBatch
  private let longest: Int

  init(_ sample: NativeSample, in batch: NativeBatch, longest: Int) {
    self.sample = sample
    self.batch = batch
    self.longest = longest
  }

  /// The text of a cell; nil where it is empty or too long.
  subscript(column: String) -> String? {
    let attribute = batch.attributes[sample.attributes.indices].first {
      batch.symbols.withBytes(of: $0.name) { $0.elementsEqual(column.utf8) }
    }
    guard let value = attribute?.value,
      batch.symbols.withBytes(of: value, { $0.count <= longest })
    else { return nil }
    return batch.symbols.string(of: value)
  }
}
