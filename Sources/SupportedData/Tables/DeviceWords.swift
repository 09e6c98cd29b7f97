/// The words of a device's description, for finding its class: letters and digits in lower case, a blank around each.
package struct DeviceWords: Sendable, Hashable {
  /// The words, such as ` sm r870 `.
  package let text: String

  /// Takes the words of a text; anything but ASCII letters and digits parts them.
  package init(_ description: String) {
    var bytes: [UInt8] = [0x20]
    for byte in description.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      default: if bytes.last != 0x20 { bytes.append(0x20) }
      }
    }
    if bytes.last != 0x20 { bytes.append(0x20) }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a class is meant.
  package func fit(_ rule: DeviceClassRule) -> Bool {
    rule.words.contains { text.contains(" \($0) ") }
      || rule.prefixes.contains { text.contains(" \($0)") }
  }
}
