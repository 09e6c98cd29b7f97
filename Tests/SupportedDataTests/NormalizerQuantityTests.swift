import HealthRecords
import SupportedData
import Testing

/// Every quantity type of the table, in every unit that an export may write it in.
@Suite struct NormalizerQuantityTests {
  static let quantities = EmbeddedTables.types.filter { $0.kind == .quantity }

  @Test func `the table holds every quantity type`() {
    #expect(Self.quantities.count == 120)
  }

  @Test(arguments: quantities)
  func `a quantity in its type's own unit is a record of its type`(_ type: TypeMapping) throws {
    let batch = try normalized(type.native, "1.5", unit: type.unit)
    let row = try batch.onlyRow
    let registered = try #require(type.recordType)
    let definition = try #require(try EmbeddedTables.tables.recordTypes.definition(of: registered))
    let kind: ValueKind = type.component == nil ? .quantity : .components
    #expect(row.type == registered.rawValue)
    #expect(row.kind == kind)
    #expect(row.unit == definition.component(named: type.component ?? "")?.unit ?? definition.unit)
    #expect(batch.diagnosed == [:])
    #expect(batch.unaccounted == 0)
  }

  @Test(arguments: quantities)
  func `every display unit gives the same id and content`(_ type: TypeMapping) throws {
    let tables = try EmbeddedTables.tables
    let canonical = try #require(tables.canonicalUnit(of: type))
    let own = try #require(type.unit)
    let declared = try #require(tables.unit(spelling: own, of: type, provider: .appleHealth))
    let expected = try row(type.native, "2.5", unit: own)
    // The number in the type's own unit, in the frozen base unit of its dimension.
    let base = declared.scale * 2.5 * declared.unit.factor + declared.unit.offset
    var tried = 0
    for spelling in EmbeddedTables.spellings where spelling.provider == .appleHealth {
      guard
        let unit = tables.unit(spelling: spelling.text, of: type, provider: .appleHealth),
        unit.unit.dimension == canonical.dimension
      else { continue }
      let number = (base - unit.unit.offset) / unit.unit.factor / unit.scale
      let other = try row(type.native, "\(number)", unit: spelling.text)
      #expect(other.id == expected.id, "\(spelling.text)")
      #expect(other.contentHash == expected.contentHash, "\(spelling.text)")
      #expect(abs(other.number - expected.number) <= abs(expected.number) * 1e-12 + 1e-12)
      tried += 1
    }
    #expect(tried > 0)
  }

  @Test(arguments: quantities)
  func `a quantity without a unit is taken in the canonical one and flagged`(
    _ type: TypeMapping
  ) throws {
    let row = try row(type.native, "1.5")
    #expect(row.quality.contains(.assumedUnit))
    #expect(row.number == 1.5)
    #expect(row.declared == nil)
  }

  @Test(arguments: quantities)
  func `a quantity in a unit of no table keeps its number and unit`(_ type: TypeMapping) throws {
    let batch = try normalized(type.native, "1.50", unit: "furlong")
    let row = try batch.onlyRow
    #expect(row.kind == .native)
    #expect(row.quality == [.unitMismatch])
    #expect(row.payload == #"{"native":{"number":1.5,"unit":"furlong"}}"#)
    #expect(row.native == #"{"unit":"furlong","value":"1.50"}"#)
    #expect(batch.diagnosed == ["unknown_unit": 1])
  }

  @Test func `a unit of another dimension is not converted`() throws {
    let weight = try row("HKQuantityTypeIdentifierBodyMass", "72", unit: "cm")
    #expect(weight.kind == .native)
    #expect(weight.quality == [.unitMismatch])
    let other = try row("HKQuantityTypeIdentifierBodyMass", "72", unit: "min")
    #expect(weight.id != other.id)
  }

  @Test func `a heart rate is one row with all that it says`() throws {
    let batch = try normalized("HKQuantityTypeIdentifierHeartRate", "72", unit: "count/min")
    let row = try batch.onlyRow
    #expect(row.type == "heart_rate")
    #expect(row.nativeType == "HKQuantityTypeIdentifierHeartRate")
    #expect([row.number, row.declared] == [72, nil])
    #expect(row.unit == "/min")
    #expect([row.start, row.end] == [NativeDraft.start, NativeDraft.end])
    #expect(row.version == RecordVersion(number: 0, modifiedAt: NativeDraft.created))
    #expect(row.source == #"{"name":"Watch"}"#)
    #expect(row.native == #"{"unit":"count/min"}"#)
    #expect([row.payload, row.code, row.zone] == [nil, nil, nil])
    #expect(row.quality == [])
    #expect(row.recording == .unknown)
    #expect(row.standing == .whole)
    #expect(row.links == [])
    #expect(row.sharedID == row.id)
    #expect(batch.assumedZones == 1)
    #expect(batch.mappingVersion == (try EmbeddedTables.tables.appleHealth.version))
  }

  /// Value text, unit, number in the record, number as declared.
  @Test(
    arguments: [
      ("HKQuantityTypeIdentifierOxygenSaturation", "0.97", "%", 97, 0.97),
      ("HKQuantityTypeIdentifierBodyFatPercentage", "0.2446", "%", 24.46, 0.2446),
      ("HKQuantityTypeIdentifierHeight", "1.8", "m", 180, 1.8),
      ("HKQuantityTypeIdentifierBodyMass", "72.5", "kg", 72.5, nil),
      ("HKQuantityTypeIdentifierBodyTemperature", "98.6", "degF", 37, 98.6),
      ("HKQuantityTypeIdentifierDistanceWalkingRunning", "0.5", "km", 500, 0.5),
      ("HKQuantityTypeIdentifierActiveEnergyBurned", "12.5", "Cal", 12.5, nil),
      ("HKQuantityTypeIdentifierBodyMassIndex", "22.5", "count", 22.5, nil),
    ] as [(String, String, String, Double, Double?)])
  func `a number is converted and its declared form kept`(
    _ type: String, text: String, unit: String, number: Double, declared: Double?
  ) throws {
    let row = try row(type, text, unit: unit)
    #expect(abs(row.number - number) < 1e-9)
    #expect(row.declared == declared)
  }

  @Test(
    arguments: [
      ("72", nil), ("72.5", nil), ("0.00377794", nil),
      ("72.50", "72.50"), ("5.91532e-05", "5.91532e-05"), ("+72", "+72"), (".5", ".5"),
      ("007", "007"), ("-0", "-0"), ("1e2", "1e2"), ("1234567890123456789", "1234567890123456789"),
    ] as [(String, String?)])
  func `the value's text is kept where the number cannot give it back`(
    _ text: String, kept: String?
  ) throws {
    let row = try row("HKQuantityTypeIdentifierHeartRate", text, unit: "count/min")
    let value = kept.map { #","value":"\#($0)""# } ?? ""
    #expect(row.native == #"{"unit":"count/min"\#(value)}"#)
  }

  @Test(arguments: [
    "", " ", "abc", "nan", "NaN", "inf", "Infinity", "-", "+", ".", "1.2.3", "1,5", "0x10", "1e",
    "1e400", "-1e400", "1e-400", "-0.1e-330", " 72", "72 ", "72\u{0}", "١٢", "1_000", "--1", "e5",
    String(repeating: "9", count: 400),
  ])
  func `a value that is no finite number is rejected with its reason`(_ text: String) throws {
    let batch = try normalized("HKQuantityTypeIdentifierHeartRate", text, unit: "count/min")
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == ["invalid_value": 1])
    #expect(batch.tallies["HKQuantityTypeIdentifierHeartRate"]?.outcomes[.rejected] == 1)
    let message = batch.diagnostics.all.map(\.message).joined()
    #expect(text.count < 4 || !message.contains(text))
  }

  @Test func `a quantity without a value is rejected with its reason`() throws {
    let batch = try normalized("HKQuantityTypeIdentifierHeartRate", unit: "count/min")
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == ["missing_value": 1])
    #expect(batch.unaccounted == 0)
  }

  @Test(arguments: [
    ("HKQuantityTypeIdentifierHeartRate", "count/min", "0", true),
    ("HKQuantityTypeIdentifierHeartRate", "count/min", "9999", true),
    ("HKQuantityTypeIdentifierHeartRate", "count/min", "72", false),
    ("HKQuantityTypeIdentifierOxygenSaturation", "%", "97", true),
    ("HKQuantityTypeIdentifierBodyMass", "kg", "-1", true),
  ])
  func `an implausible number is kept as it is and flagged`(
    _ type: String, unit: String, text: String, isImplausible: Bool
  ) throws {
    let row = try row(type, text, unit: unit)
    #expect(row.quality == (isImplausible ? [.implausible] : []))
    #expect((row.declared ?? row.number) == Double(text))
  }
}

extension TypeMapping: CustomTestStringConvertible {
  /// The native name, which says which row of the table failed.
  public var testDescription: String { native }
}
