import HealthRecords
import SupportedData
import Testing

/// Correlations: values in parts, collections, and their members.
@Suite struct NormalizerGroupTests {
  static let pressure = "HKCorrelationTypeIdentifierBloodPressure"
  static let systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
  static let diastolic = "HKQuantityTypeIdentifierBloodPressureDiastolic"
  static let food = "HKCorrelationTypeIdentifierFood"
  static let energy = "HKQuantityTypeIdentifierDietaryEnergyConsumed"
  static let protein = "HKQuantityTypeIdentifierDietaryProtein"

  /// A group with members `(type, value, unit)`.
  static func group(
    _ type: String, _ members: [(String, String, String)], start: Int64? = NativeDraft.start
  ) -> NativeDraft {
    var draft = NativeDraft()
    let parent = draft.add(type) {
      $0.kind = .correlation
      $0.start = start
    }
    for (type, value, unit) in members {
      draft.add(type, value, unit: unit) { $0.parent = parent }
    }
    return draft
  }

  static let reading = [(systolic, "120", "mmHg"), (diastolic, "80", "mmHg")]

  @Test func `a blood pressure is one record of two components`() throws {
    let batch = try Self.group(Self.pressure, Self.reading).normalized()
    let row = try batch.onlyRow
    let halves = try Self.reading.map { try SupportedDataTests.row($0.0, $0.1, unit: $0.2).id }
    #expect([row.type, row.nativeType] == ["blood_pressure", Self.pressure])
    #expect(row.kind == .components)
    #expect(row.standing == .whole)
    #expect(row.completeness == 2)
    #expect(
      row.payload
        == #"{"components":{"diastolic":{"number":80,"unit":"mm[Hg]"},"#
        + #""systolic":{"number":120,"unit":"mm[Hg]"}}}"#)
    #expect(row.links == halves.map { RecordLink(.absorbs, $0) }.sorted())
    #expect(batch.tallies[Self.systolic]?.outcomes[.linked] == 1)
    #expect(batch.tallies[Self.diastolic]?.outcomes[.linked] == 1)
    #expect(batch.tallies[Self.pressure]?.outcomes.total == 0)
    #expect(batch.unaccounted == 0)
  }

  @Test func `half a blood pressure on its own has one component`() throws {
    let row = try row(Self.systolic, "120", unit: "mmHg")
    #expect(row.type == "blood_pressure")
    #expect(row.kind == .components)
    #expect(row.payload == #"{"components":{"systolic":{"number":120,"unit":"mm[Hg]"}}}"#)
    #expect(row.standing == .whole)
  }

  @Test func `the order and the unit of members change nothing`() throws {
    let plain = try Self.group(Self.pressure, Self.reading).normalized().onlyRow
    let turned = try Self.group(Self.pressure, Self.reading.reversed()).normalized().onlyRow
    let other = try Self.group(
      Self.pressure,
      [(Self.systolic, "15.9987", "kPa"), (Self.diastolic, "10.6658", "kPa")]
    ).normalized().onlyRow
    #expect(turned == plain)
    #expect(other.id == plain.id)
    #expect(other.contentHash == plain.contentHash)
  }

  @Test func `another value is another reading`() throws {
    let plain = try Self.group(Self.pressure, Self.reading).normalized().onlyRow
    let higher = try Self.group(
      Self.pressure, [(Self.systolic, "121", "mmHg"), (Self.diastolic, "80", "mmHg")]
    ).normalized().onlyRow
    #expect(plain.id != higher.id)
  }

  @Test func `members with sync identifiers are absorbed under both of their ids`() throws {
    var draft = Self.group(Self.pressure, [])
    draft.add(
      Self.systolic, "120", unit: "mmHg", metadata: [("HKMetadataKeySyncIdentifier", "s")]
    ) { $0.parent = 0 }
    let row = try draft.normalized().onlyRow
    let half = try SupportedDataTests.row(
      Self.systolic, "120", unit: "mmHg", metadata: [("HKMetadataKeySyncIdentifier", "s")])
    let links = [half.id, half.sharedID].map { RecordLink(.absorbs, $0) }
    #expect(row.links == links.sorted())
  }

  @Test func `food is a collection whose members are records that it links to`() throws {
    let batch = try Self.group(
      Self.food, [(Self.protein, "20", "g"), (Self.energy, "2092", "kJ")]
    ).normalized()
    let rows = batch.plainRows
    let group = try batch.row(ofType: "food")
    #expect(rows.map(\.standing) == [.member, .member, .whole])
    #expect(
      group.payload
        == #"{"members":[{"type":"dietary_energy","value":{"number":500,"unit":"kcal"}},"#
        + #"{"type":"dietary_protein","value":{"number":20,"unit":"g"}}]}"#)
    #expect(group.links == rows.prefix(2).map { RecordLink(.member, $0.id) }.sorted())
    #expect(group.completeness == 2)
    #expect(batch.unaccounted == 0)
  }

  @Test func `a member has the id of its copy at the top level`() throws {
    let nested = try Self.group(Self.food, [(Self.protein, "20", "g")]).normalized()
    let alone = try row(Self.protein, "20", unit: "g")
    var member = try #require(nested.plainRows.first)
    #expect(member.standing == .member)
    #expect(member.digest != alone.digest)
    member.standing = .whole
    member.digest = alone.digest
    #expect(member == alone)
  }

  @Test func `a member that cannot be kept is rejected and its group stays`() throws {
    let batch = try Self.group(
      Self.pressure, [(Self.systolic, "high", "mmHg"), (Self.diastolic, "80", "mmHg")]
    ).normalized()
    let row = try batch.onlyRow
    #expect(row.payload == #"{"components":{"diastolic":{"number":80,"unit":"mm[Hg]"}}}"#)
    #expect(row.completeness == 1)
    #expect(batch.diagnosed == ["invalid_value": 1])
    #expect(batch.tallies[Self.systolic]?.outcomes[.rejected] == 1)
    #expect(batch.unaccounted == 0)
  }

  @Test func `a group without a date is rejected and its collected members stay`() throws {
    let batch = try Self.group(Self.food, [(Self.protein, "20", "g")], start: nil).normalized()
    #expect(try batch.onlyRow.type == "dietary_protein")
    #expect(batch.diagnosed == ["missing_date": 1])
    #expect(batch.unaccounted == 0)
  }

  @Test func `the halves of a blood pressure without a date are rejected with it`() throws {
    let batch = try Self.group(Self.pressure, Self.reading, start: nil).normalized()
    #expect(batch.rows.isEmpty)
    #expect(batch.tallies.values.map { $0.outcomes[.rejected] } == [1, 1, 1])
    #expect(batch.diagnosed == ["missing_date": 1, "rejected_parent": 2])
    #expect(batch.unaccounted == 0)
  }

  @Test func `an empty group and a group of strangers are records`() throws {
    let empty = try Self.group(Self.pressure, []).normalized().onlyRow
    #expect(empty.payload == #"{"components":{}}"#)
    #expect(empty.links == [])
    let strangers = try Self.group(
      Self.pressure, [("HKQuantityTypeIdentifierHeartRate", "60", "count/min")]
    ).normalized()
    #expect(strangers.plainRows.map(\.type) == ["heart_rate", "blood_pressure"])
    #expect(strangers.unaccounted == 0)
  }

  @Test func `samples after a group are not its members`() throws {
    var draft = Self.group(Self.pressure, Self.reading)
    draft.add("HKQuantityTypeIdentifierHeartRate", "60", unit: "count/min")
    let batch = try draft.normalized()
    #expect(batch.plainRows.map(\.type) == ["blood_pressure", "heart_rate"])
    #expect(batch.plainRows.map(\.standing) == [.whole, .whole])
  }
}
