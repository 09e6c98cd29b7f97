import HealthRecords

/// The fields of Apple's device description, which is `NSObject`'s text form of an `HKDevice`.
///
/// `name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch4,2, software:5.0.1`: values contain commas
/// and colons and are not escaped, so a field starts only at a known key (FORMAT §6.3).
struct DeviceDescription: Equatable {
  /// The fields in the order of the text, by their key.
  private(set) var fields: [(key: Key, value: String)] = []
  /// The text, when it holds no known field.
  private(set) var unparsed: String?

  /// The known keys.
  enum Key: String, CaseIterable {
    case name
    case manufacturer
    case model
    case hardware
    case firmware
    case software
    case localIdentifier
    case udiDeviceIdentifier = "UDIDeviceIdentifier"
    case creationDate = "creation date"

    /// The word used in JSON and SQL.
    var jsonKey: StaticString {
      switch self {
      case .name: "name"
      case .manufacturer: "manufacturer"
      case .model: "model"
      case .hardware: "hardware"
      case .firmware: "firmware"
      case .software: "software"
      case .localIdentifier: "local_identifier"
      case .udiDeviceIdentifier: "udi_device_identifier"
      case .creationDate: "created"
      }
    }
  }

  /// Reads a description whose pointer prefix may already be gone.
  init(_ text: String) {
    let body = Self.body(of: text)
    for piece in Self.pieces(of: body) {
      if let key = Key.allCases.first(where: { piece.hasPrefix($0.rawValue + ":") }) {
        fields.append((key, String(piece.dropFirst(key.rawValue.count + 1))))
      }
    }
    if fields.isEmpty { unparsed = text }
  }

  /// The value of a field.
  subscript(key: Key) -> String? {
    fields.first { $0.key == key }?.value
  }

  /// Equal fields in the same order.
  static func == (left: DeviceDescription, right: DeviceDescription) -> Bool {
    left.unparsed == right.unparsed
      && left.fields.elementsEqual(right.fields) { $0.key == $1.key && $0.value == $1.value }
  }

  /// The text between `<<HKDevice: 0x…>, ` and the last `>`.
  private static func body(of text: String) -> Substring {
    var body = Substring(text)
    if body.hasPrefix("<<HKDevice"), let end = body.firstIndex(of: ">") {
      body = body[body.index(after: end)...]
    }
    while let first = body.first, first == "," || first == " " { body = body.dropFirst() }
    if body.last == ">" { body = body.dropLast() }
    return body
  }

  /// Splits at `, ` where a known key follows.
  private static func pieces(of body: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var start = body.startIndex
    var index = body.startIndex
    while index < body.endIndex {
      let rest = body[index...]
      if rest.hasPrefix(", ") {
        let next = rest.dropFirst(2)
        if Key.allCases.contains(where: { next.hasPrefix($0.rawValue + ":") }) {
          pieces.append(body[start..<index])
          start = next.startIndex
        }
      }
      index = body.index(after: index)
    }
    pieces.append(body[start...])
    return pieces
  }
}
