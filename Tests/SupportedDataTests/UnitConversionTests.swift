import HealthRecords
import SupportedData
import Testing

/// A number as a provider writes it and what it is in a UCUM unit.
struct ConversionCase: CustomTestStringConvertible {
  let number: Double
  let spelling: String
  let ucum: String
  let expected: Double

  init(_ number: Double, _ spelling: String, _ expected: Double, _ ucum: String) {
    self.number = number
    self.spelling = spelling
    self.ucum = ucum
    self.expected = expected
  }

  var testDescription: String { "\(number) \(spelling) = \(expected) \(ucum)" }
}

@Suite struct `Unit conversions` {
  static let exact: [ConversionCase] = [
    // Length
    .init(1, "mi", 1609.344, "m"), .init(1, "km", 1000, "m"), .init(57, "cm", 0.57, "m"),
    .init(1, "in", 2.54, "cm"), .init(1, "ft", 30.48, "cm"), .init(1, "yd", 0.9144, "m"),
    .init(183, "cm", 1.83, "m"), .init(1.83, "m", 183, "cm"), .init(7, "mm", 0.007, "m"),
    // Mass
    .init(1, "lb", 0.45359237, "kg"), .init(1, "st", 6.35029318, "kg"), .init(350, "mg", 0.35, "g"),
    .init(1, "oz", 28.349523125, "g"), .init(16, "oz", 0.45359237, "kg"),
    .init(9, "mg", 0.009, "g"),
    .init(400, "mcg", 0.4, "mg"), .init(0.4, "mg", 400, "ug"), .init(70, "kg", 70_000, "g"),
    // Volume
    .init(1, "fl_oz_us", 29.5735295625, "mL"), .init(1, "fl_oz_imp", 28.4130625, "mL"),
    .init(1, "cup_us", 236.5882365, "mL"), .init(1, "cup_imp", 284.130625, "mL"),
    .init(1, "pt_us", 473.176473, "mL"), .init(1, "pt_imp", 568.26125, "mL"),
    .init(0.5, "L", 500, "mL"), .init(3, "dL", 0.3, "L"),
    // Energy: a capital C is a kilocalorie
    .init(250, "Cal", 250, "kcal"), .init(250, "kcal", 250, "kcal"),
    .init(250, "cal", 0.25, "kcal"),
    .init(4184, "J", 1, "kcal"), .init(4.184, "kJ", 1, "kcal"), .init(1, "Cal", 4.184, "kJ"),
    // Temperature
    .init(98.6, "degF", 37, "Cel"), .init(32, "degF", 0, "Cel"), .init(-40, "degF", -40, "Cel"),
    .init(273.15, "K", 0, "Cel"), .init(37.2, "degC", 37.2, "Cel"),
    .init(100, "degC", 212, "[degF]"),
    // Time
    .init(8, "hr", 480, "min"), .init(90, "s", 1.5, "min"), .init(1, "d", 24, "h"),
    .init(47.8478, "ms", 47.8478, "ms"), .init(250, "ms", 0.25, "s"),
    // Rates
    .init(1.2, "count/s", 72, "/min"), .init(72, "count/min", 72, "/min"),
    .init(1, "Hz", 60, "/min"),
    .init(36, "km/hr", 10, "m/s"), .init(10, "mi/hr", 4.4704, "m/s"),
    .init(10, "ft/s", 3.048, "m/s"),
    .init(500, "mL/min", 0.5, "L/min"), .init(2, "L/s", 120, "L/min"),
    .init(41.5, "mL/min·kg", 41.5, "mL/kg/min"), .init(41.5, "ml/(kg*min)", 41.5, "mL/kg/min"),
    .init(4.30455, "kcal/hr·kg", 4.30455, "kcal/kg/h"),
    .init(6.5, "kcal/(kg*hr)", 6.5, "kcal/kg/h"), .init(6.5, "kcal/hr-kg", 6.5, "kcal/kg/h"),
    .init(4.184, "kJ/hr·kg", 1, "kcal/kg/h"),
    // Fractions written as percent
    .init(0.97, "%", 97, "%"), .init(1, "%", 100, "%"), .init(0.5, "%", 50, "%"),
    // Laboratory
    .init(100, "mg/dL", 100, "mg/dL"), .init(1, "g/L", 100, "mg/dL"),
    .init(1, "mmol<180.1558800000541>/L", 18.01558800000541, "mg/dL"),
    .init(18.01558800000541, "mg/dL", 1, "mmol/L{glucose}"),
    // The rest
    .init(1, "mmHg", 133.322387415, "Pa"), .init(1, "kPa", 1000, "Pa"),
    .init(1, "atm", 101_325, "Pa"),
    .init(1, "cmAq", 98.0665, "Pa"), .init(1013, "hPa", 101.3, "kPa"),
    .init(2, "mcS", 0.000002, "S"), .init(1.5, "mV", 1500, "uV"), .init(-0.5, "mcV", -0.5, "uV"),
    .init(-2.25, "D", -2.25, "[diop]"), .init(83.0485, "dBASPL", 83.0485, "dB[SPL]"),
    .init(12, "IU", 12, "[IU]"), .init(7, "appleEffortScore", 7, "{score}"),
    .init(9000, "count", 9000, "{steps}"), .init(1.5, "klx", 1500, "lx"), .init(2, "kW", 2000, "W"),
  ]

  @Test(arguments: exact)
  func `a number converts to the nearest number`(_ item: ConversionCase) throws {
    let converted = try convert(item)
    #expect(converted == item.expected)
  }

  static let approximate: [ConversionCase] = [
    .init(5.5, "mmol<180.1558800000541>/L", 99.085_734_000_029_8, "mg/dL"),
    .init(1, "inHg", 25.4, "mm[Hg]"), .init(180, "deg", 3.141_592_653_589_793, "rad"),
    .init(101.325, "kPa", 759.999_891_725_611_2, "mm[Hg]"),
    .init(451, "degF", 232.777_777_777_777_8, "Cel"),
    .init(0, "K", -459.67, "[degF]"), .init(26.2, "mi", 42.164_812_8, "km"),
  ]

  @Test(arguments: approximate)
  func `a number converts within a few units of the last place`(_ item: ConversionCase) throws {
    let converted = try convert(item)
    #expect(abs(converted - item.expected) <= abs(item.expected) * 1e-14)
  }

  @Test(arguments: EmbeddedTables.units)
  func `every unit converts to its base and back`(_ unit: UnitDefinition) throws {
    let table = try EmbeddedTables.tables.units
    let dimension = try #require(table.dimensions.first { $0.id == unit.dimension })
    let base = try #require(table.unit(ucum: dimension.base))
    let there = try #require(table.conversion(from: unit, to: base))
    let back = try #require(table.conversion(from: base, to: unit))
    for number in [0, 1, 12.34, 98.6, -3] {
      let inBase = there.convert(number)
      #expect(abs(inBase - (unit.factor * number + unit.offset)) <= 1e-12 * max(1, abs(inBase)))
      #expect(abs(back.convert(inBase) - number) <= 1e-9)
    }
    #expect(there.isIdentity == (unit.factor == 1 && unit.offset == 0))
  }

  @Test(arguments: EmbeddedTables.units)
  func `no unit converts to another dimension`(_ unit: UnitDefinition) throws {
    let table = try EmbeddedTables.tables.units
    for other in table.units where other.dimension != unit.dimension {
      #expect(table.conversion(from: unit, to: other) == nil)
    }
    let convertible = table.units.filter { table.conversion(from: unit, to: $0) != nil }
    #expect(
      convertible.map(\.ucum) == table.units.filter { $0.dimension == unit.dimension }.map(\.ucum))
  }

  @Test(arguments: EmbeddedTables.spellings)
  func `every spelling finds its unit from text and from bytes`(_ spelling: UnitSpelling) throws {
    let table = try EmbeddedTables.tables.units
    let unit = try #require(table.unit(ucum: spelling.ucum))
    let expected = SpelledUnit(unit: unit, scale: spelling.scale)
    #expect(table.unit(spelling: spelling.text, provider: spelling.provider) == expected)
    #expect(
      table.unit(spelling: Array(spelling.text.utf8), provider: spelling.provider) == expected)
  }

  @Test(arguments: ["", "KM", "kg ", "mmol<94.2>/L", "calories", "\u{0}", "Count"])
  func `an unknown spelling is no unit`(_ spelling: String) throws {
    #expect(try EmbeddedTables.tables.units.unit(spelling: spelling, provider: .appleHealth) == nil)
  }

  @Test func `another provider's spelling is no unit`() throws {
    #expect(try EmbeddedTables.tables.units.unit(spelling: "mi", provider: .samsungHealth) == nil)
  }

  @Test func `one unit under two names is the identity`() throws {
    let table = try EmbeddedTables.tables.units
    let kilocalorie = try #require(table.unit(ucum: "kcal"))
    let large = try #require(table.unit(spelling: "Cal", provider: .appleHealth))
    let small = try #require(table.unit(spelling: "cal", provider: .appleHealth))
    #expect(table.conversion(from: large, to: kilocalorie)?.isIdentity == true)
    #expect(table.conversion(from: small, to: kilocalorie)?.isIdentity == false)
  }

  @Test func `the identity keeps every bit`() throws {
    let table = try EmbeddedTables.tables.units
    let metre = try #require(table.unit(ucum: "m"))
    let identity = try #require(table.conversion(from: metre, to: metre))
    for number in [-0.0, 0.1, 5.91532e-05, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      #expect(identity.convert(number).bitPattern == number.bitPattern)
    }
  }

  @Test func `the spelling count means what its type says`() throws {
    let tables = try EmbeddedTables.tables
    func unit(_ native: String) -> String? {
      let type = tables.appleHealth.type(named: native)
      return tables.unit(spelling: "count", of: type, provider: .appleHealth)?.unit.ucum
    }
    #expect(unit("HKQuantityTypeIdentifierBodyMassIndex") == "kg/m2")
    #expect(unit("HKQuantityTypeIdentifierUVExposure") == "{uv_index}")
    #expect(unit("HKQuantityTypeIdentifierStepCount") == "1")
    #expect(unit("HKQuantityTypeIdentifierNobodyKnows") == "1")
  }

  private func convert(_ item: ConversionCase) throws -> Double {
    let table = try EmbeddedTables.tables.units
    let source = try #require(table.unit(spelling: item.spelling, provider: .appleHealth))
    let target = try #require(table.unit(ucum: item.ucum))
    return try #require(table.conversion(from: source, to: target)).convert(item.number)
  }
}
