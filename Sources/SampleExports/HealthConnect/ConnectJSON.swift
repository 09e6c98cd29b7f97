/// JSON under construction: keys and elements put their own commas.
///
/// All numbers come from integers, so the bytes cannot depend on a platform's floating-point
/// printing.
struct ConnectJSON {
  var text = ByteText(capacity: 262_144)
  private var clock = MillisecondClock(separator: "T")

  /// Empty text.
  init() {}

  /// Opens an object that is an element of a list.
  mutating func openElement() {
    separate(from: "[")
    text.append("{")
  }

  /// Opens the object of a key.
  mutating func openObject(_ name: StaticString) {
    key(name)
    text.append("{")
  }

  mutating func closeObject() { text.append("}") }

  /// Opens the list of a key.
  mutating func openList(_ name: StaticString) {
    key(name)
    text.append("[")
  }

  mutating func closeList() { text.append("]") }

  /// Appends a key with its colon.
  mutating func key(_ name: StaticString) {
    separate(from: "{")
    text.append("\"")
    text.append(name)
    text.append("\":")
  }

  private mutating func separate(from opener: Unicode.Scalar) {
    if text.last != UInt8(ascii: opener) { text.append(",") }
  }
}

// MARK: - Values

extension ConnectJSON {
  /// A whole number.
  mutating func field(_ name: StaticString, _ number: Int64) {
    key(name)
    text.append(integer: number)
  }

  /// `number` ÷ 10^`decimals`, without trailing zeros.
  mutating func field(_ name: StaticString, _ number: Int64, decimals: Int) {
    key(name)
    text.append(trimmed: number, decimals: decimals)
  }

  /// A quotient with twelve decimals at most.
  mutating func field(_ name: StaticString, _ numerator: Int64, by denominator: UInt64) {
    key(name)
    text.append(quotient: numerator.magnitude, by: denominator, decimals: 12)
  }

  /// Text that needs no escapes.
  mutating func field(_ name: StaticString, text literal: StaticString) {
    key(name)
    text.append("\"")
    text.append(literal)
    text.append("\"")
  }

  /// A word as it is: `null`, `true`, `[]`.
  mutating func field(_ name: StaticString, word: StaticString) {
    key(name)
    text.append(word)
  }

  /// An id.
  mutating func field(_ name: StaticString, _ uuid: SampleUUID) {
    key(name)
    text.append("\"")
    text.append(uuid)
    text.append("\"")
  }

  /// An instant in UTC.
  mutating func field(_ name: StaticString, time: Millis) {
    key(name)
    text.append("\"")
    clock.appendInstant(time, to: &text)
    text.append("\"")
  }

  /// A wall-clock time without an offset, with milliseconds.
  mutating func field(_ name: StaticString, wallClock: Millis) {
    key(name)
    text.append("\"")
    clock.append(wallClock, to: &text)
    text.append("\"")
  }

  /// An offset as text, `+02:00`.
  mutating func field(_ name: StaticString, offset minutes: Int) {
    key(name)
    text.append("\"")
    text.append(colonOffset: minutes)
    text.append("\"")
  }

  /// An offset as the React Native library prints it, or null.
  mutating func field(_ name: StaticString, zone minutes: Int?) {
    guard let minutes else { return field(name, word: "null") }
    openObject(name)
    field("id", offset: minutes)
    field("totalSeconds", Int64(minutes) * 60)
    closeObject()
  }
}

extension ByteText {
  /// Appends an offset as `+02:00`.
  mutating func append(colonOffset minutes: Int) {
    append(minutes < 0 ? "-" : "+")
    append(twoDigits: Int64(minutes.magnitude / 60))
    append(":")
    append(twoDigits: Int64(minutes.magnitude % 60))
  }
}

// MARK: - Unit objects: every unit of the dimension at once

extension ConnectJSON {
  /// A mass, from milligrams.
  mutating func mass(_ name: StaticString, _ milligrams: Int64) {
    openObject(name)
    field("inGrams", milligrams, decimals: 3)
    field("inKilograms", milligrams, decimals: 6)
    field("inMilligrams", milligrams)
    field("inMicrograms", milligrams * 1_000)
    field("inOunces", milligrams * 1_000_000, by: 28_349_523_125)
    field("inPounds", milligrams * 100, by: 45_359_237)
    closeObject()
  }

  /// An energy, from small calories.
  mutating func energy(_ name: StaticString, _ calories: Int64) {
    openObject(name)
    field("inCalories", calories)
    field("inJoules", calories * 4_184, decimals: 3)
    field("inKilocalories", calories, decimals: 3)
    field("inKilojoules", calories * 4_184, decimals: 6)
    closeObject()
  }

  /// A length, from millimetres.
  mutating func length(_ name: StaticString, _ millimetres: Int64) {
    openObject(name)
    field("inMeters", millimetres, decimals: 3)
    field("inKilometers", millimetres, decimals: 6)
    field("inMiles", millimetres, by: 1_609_344)
    field("inFeet", millimetres * 10, by: 3_048)
    field("inInches", millimetres * 10, by: 254)
    closeObject()
  }

  /// A power, from milliwatts.
  mutating func power(_ name: StaticString, _ milliwatts: Int64) {
    openObject(name)
    field("inWatts", milliwatts, decimals: 3)
    field("inKilocaloriesPerDay", milliwatts * 2_065_009_561, decimals: 11)
    closeObject()
  }

  /// A temperature, from thousandths of a degree Celsius.
  mutating func temperature(_ name: StaticString, _ millidegrees: Int64) {
    openObject(name)
    field("inCelsius", millidegrees, decimals: 3)
    field("inFahrenheit", millidegrees * 18 + 320_000, decimals: 4)
    closeObject()
  }

  /// A difference of temperatures, which knows no zero point.
  mutating func temperatureDelta(_ name: StaticString, _ millidegrees: Int64) {
    openObject(name)
    field("inCelsius", millidegrees, decimals: 3)
    field("inFahrenheit", millidegrees * 18, decimals: 4)
    closeObject()
  }

  /// A pressure.
  mutating func pressure(_ name: StaticString, _ millimetresOfMercury: Int64) {
    openObject(name)
    field("inMillimetersOfMercury", millimetresOfMercury)
    closeObject()
  }

  /// A volume, from millilitres.
  mutating func volume(_ name: StaticString, _ millilitres: Int64) {
    openObject(name)
    field("inLiters", millilitres, decimals: 3)
    field("inMilliliters", millilitres)
    field("inFluidOuncesUs", millilitres * 10_000_000_000, by: 295_735_295_625)
    closeObject()
  }

  /// A glucose level, from thousandths of a millimole per litre; a factor of 18 between its units.
  mutating func glucose(_ name: StaticString, _ micromoles: Int64) {
    openObject(name)
    field("inMillimolesPerLiter", micromoles, decimals: 3)
    field("inMilligramsPerDeciliter", micromoles * 18, decimals: 3)
    closeObject()
  }

  /// A speed, from millimetres per second.
  mutating func velocity(_ name: StaticString, _ millimetresPerSecond: Int64) {
    openObject(name)
    field("inMetersPerSecond", millimetresPerSecond, decimals: 3)
    field("inKilometersPerHour", millimetresPerSecond * 36, decimals: 4)
    field("inMilesPerHour", millimetresPerSecond * 100, by: 44_704)
    closeObject()
  }
}
