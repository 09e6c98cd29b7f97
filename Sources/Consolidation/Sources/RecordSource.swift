package import HealthRecords

/// Who made a record: an app together with the device it ran on or read from, never the app alone.
package struct RecordSource: Sendable, Hashable, Comparable {
  /// The provider of the record.
  package var provider: Provider
  /// The app: a name, a bundle or a package; empty where it is unknown.
  package var app: String
  /// The device's maker; empty where it is unknown, like the next ones.
  package var maker: String
  /// The device's model.
  package var model: String
  /// The device's own name.
  package var deviceName: String
  /// The device's hardware.
  package var hardware: String
  /// What the provider calls its kind (`watch`).
  package var kind: String
  /// What tells it from another device of the same model.
  package var deviceID: String

  /// Creates a source.
  package init(
    provider: Provider, app: String, maker: String = "", model: String = "",
    deviceName: String = ""
  ) {
    self.provider = provider
    self.app = app
    self.maker = maker
    self.model = model
    self.deviceName = deviceName
    hardware = ""
    kind = ""
    deviceID = ""
  }

  /// The app, with the device where the app does not name it, for people.
  package var label: String {
    let device = [model, deviceName, hardware, kind].first { !$0.isEmpty } ?? ""
    if app.isEmpty { return device.isEmpty ? "unknown" : device }
    return device.isEmpty || app.contains(device) ? app : "\(app) (\(device))"
  }

  private var words: [String] {
    [app, maker, model, deviceName, hardware, kind, deviceID, provider.rawValue]
  }

  /// Orders by the words, byte by byte: no locale changes it.
  package static func < (left: RecordSource, right: RecordSource) -> Bool {
    for (one, other) in zip(left.words, right.words) where one != other {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return false
  }
}
