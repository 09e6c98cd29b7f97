import Foundation
import SonarCommands
import Testing

/// The committed samples of Samsung Health and Health Connect, imported as a user would.
@Suite struct DeviceImports {
  @Test(arguments: DeviceSample.all)
  func `inspect and the first import count what is expected, by type`(
    _ sample: DeviceSample
  ) throws {
    let place = try Workplace()
    let inspected = try place.sonar(["inspect", sample.path, "--json"] + sample.words)
    let imported = try place.imported(sample)
    let expected = try sample.expected().first
    for run in [inspected, imported] {
      let input = try place.onlyInput(run)
      #expect(run.code == sample.code)
      #expect(run.errors.isEmpty)
      #expect(input.provider == sample.provider && input.format == sample.format)
      #expect(input.complete && input.balances)
      #expect(difference(DeviceSample.Account(input), expected) == [])
    }
    #expect(try inspected.report().inputs == imported.report().inputs)
  }

  @Test(arguments: ["SYSTOLIC DIASTOLIC", "DIASTOLIC SYSTOLIC"])
  func `the two values of a blood pressure in two files are one record`(_ order: String) throws {
    let place = try Workplace()
    let values = ["SYSTOLIC": "121.0", "DIASTOLIC": "79.0"]
    let paths = try order.split(separator: " ").map { name in
      try place.file(
        "\(name).json",
        #"[{"uuid":"6f9b2c1e-0000-4000-8000-0000000000a1","type":"BLOOD_PRESSURE_\#(name)","#
          + #""unit":"MILLIMETER_OF_MERCURY","dateFrom":"2024-05-01T08:00:00.000","#
          + #""dateTo":"2024-05-01T08:00:00.000","sourceName":"app.one","sourceId":"","#
          + #""sourcePlatform":"googleHealthConnect","value":{"__type":"NumericHealthValue","#
          + #""numericValue":\#(values[String(name)] ?? "")}}]"#)
    }
    for (number, command) in [["inspect"], ["import", "--into", place.path("store.db")]]
      .enumerated()
    {
      let run = try place.sonar(command + paths + ["--timezone", "UTC", "--json"])
      let outcomes = try run.report().inputs.map(\.outcomes)
      #expect(outcomes.map(\.inserted) == [1, 0], "\(number)")
      #expect(outcomes.map(\.linked) == [0, 1], "\(number)")
      #expect(run.code == .success)
    }
    let records = try place.records()
    #expect(records.split(separator: "\n").count == 1)
    #expect(
      records.contains(
        #""components":{"diastolic":{"number":79,"unit":"mm[Hg]"},"systolic":{"number":121,"unit":"mm[Hg]"}}"#
      ))
  }

  @Test(arguments: DeviceSample.all)
  func `the second import changes nothing, not even the file`(_ sample: DeviceSample) throws {
    let place = try Workplace()
    let first = try place.imported(sample).report()
    let (records, file) = (try place.records(), try place.bytes("store.db"))
    let second = try place.imported(sample)
    let input = try place.onlyInput(second)
    #expect(input.balances && input.outcomes.changes == 0)
    #expect(input.recordsRead == first.inputs.first?.recordsRead)
    #expect(try difference(place.records(), records) == [])
    #expect(try place.bytes("store.db") == file)
    #expect(try second.report().store == first.store)
    let lines = records.utf8.count { $0 == UInt8(ascii: "\n") }
    #expect(lines == first.store?.records)
    // Linked and unsupported records are the same ones again: only what `again` leaves open differs.
    let again = try sample.expected().again
    #expect(difference(Self.repeated(input), again) == [])
  }

  /// An account in which the rows that keep their outcome in every import count as duplicates.
  private static func repeated(_ input: Report.Input) -> DeviceSample.Account {
    var account = DeviceSample.Account(input)
    account.total = repeated(account.total)
    account.types = account.types.mapValues(repeated)
    return account
  }

  private static func repeated(_ counts: DeviceSample.Counts) -> DeviceSample.Counts {
    var counts = counts
    counts.duplicate += counts.kept
    counts.kept = 0
    return counts
  }

  @Test(arguments: DeviceSample.all.filter { $0.before != nil })
  func `what continues a sample updates, adds and deletes as expected`(
    _ sample: DeviceSample
  ) throws {
    let place = try Workplace()
    let before = try place.imported(DeviceSample.path(sample.before ?? "")).store
    let run = try place.imported(sample)
    let input = try place.onlyInput(run)
    let expected = try sample.expected()
    #expect(run.code == sample.code && input.balances)
    #expect(difference(DeviceSample.Account(input), try #require(expected.later)) == [])
    let lacking = Dictionary(
      uniqueKeysWithValues: input.byType.filter { $0.lacking > 0 }
        .map { ($0.nativeType, $0.lacking) })
    // No Samsung export says when it was made, so that nothing can be said to be gone.
    #expect(lacking.isEmpty)
    #expect(before != nil)
  }

  @Test(arguments: DeviceSample.all)
  func `the number of lanes changes neither the report nor the records`(
    _ sample: DeviceSample
  ) throws {
    let place = try Workplace()
    var inputs: [[Report.Input]] = []
    for lanes in ["1", "4"] {
      let words = ["import", sample.path, "--into", place.path("\(lanes).db"), "--json"]
      inputs.append(try place.sonar(words + sample.words + ["--lanes", lanes]).report().inputs)
    }
    #expect(inputs[0] == inputs[1])
    #expect(try difference(place.records(of: "1.db"), place.records(of: "4.db")) == [])
  }
}
