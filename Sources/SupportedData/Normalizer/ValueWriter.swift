import HealthRecords

/// Writes a structured value twice at once: exactly, as canonical JSON for the record, and coarsely, as the bytes that
/// enter its content hash.
///
/// Apple quantities enter the content hash at four significant digits in the base unit of their dimension, so that an
/// export in other display units has equal content; everything else enters it exactly.
struct ValueWriter {
  /// The JSON of the value.
  var json = JSONWriter()
  /// The bytes of the content hash.
  var content = CanonicalBytes()

  /// Whether quantities enter the content hash as they are, but for their last bits, rather than at four digits.
  var isExact = false

  /// Forgets both and keeps the memory.
  mutating func removeAll() {
    json.removeAll()
    content.removeAll()
  }

  /// Opens an object.
  mutating func beginObject() {
    json.beginObject()
    content.append(tag: UInt8(ascii: "{"))
  }

  /// Closes an object.
  mutating func endObject() {
    json.endObject()
    content.append(tag: UInt8(ascii: "}"))
  }

  /// Opens an array.
  mutating func beginArray() {
    json.beginArray()
    content.append(tag: UInt8(ascii: "["))
  }

  /// Closes an array.
  mutating func endArray() {
    json.endArray()
    content.append(tag: UInt8(ascii: "]"))
  }

  /// Writes a key.
  mutating func key(_ name: String) {
    json.key(name)
    content.append(text: name)
  }

  /// Writes text.
  mutating func text(_ text: String) {
    json.string(text)
    content.append(text: text)
  }

  /// Writes true or false.
  mutating func boolean(_ value: Bool) {
    json.boolean(value)
    content.append(tag: value ? 1 : 0)
  }

  /// Writes an integer: a code, an instant, a count.
  mutating func integer(_ value: Int64) {
    json.integer(value)
    content.append(value)
  }

  /// Writes a quantity as `{"number":…,"unit":…}`.
  mutating func quantity(_ quantity: Quantity) {
    json.beginObject()
    json.key("number")
    json.number(quantity.number)
    json.key("unit")
    json.string(quantity.unit)
    json.endObject()
    if isExact {
      content.append(quantity.number.stableBits)
    } else {
      content.append(SignificantDigits(quantity.base))
    }
  }
}

extension Double {
  /// The bits of the number rounded to about twelve digits, so that the rounding of a conversion is no edit.
  var stableBits: UInt64 {
    // -0 and 0 are one number; 12 of the 52 bits of the fraction are rounded away.
    self == 0 ? 0 : (bitPattern &+ 0x800) & ~0xFFF
  }
}

/// A number in a canonical unit, with its value in the frozen base unit of its dimension.
struct Quantity: Hashable {
  /// The number in `unit`.
  var number: Double
  /// The UCUM unit.
  var unit: String
  /// The number in the base unit of the dimension.
  var base: Double
}
