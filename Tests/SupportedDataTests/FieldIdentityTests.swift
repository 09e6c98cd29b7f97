import HealthRecords
import SupportedData
import Testing

@Suite struct `Identity of Health Connect records` {
  static let id = "6f9b2c1e-0000-4000-8000-0000000000aa"

  private func weight(_ metadata: String, _ time: String = "2024-01-15T08:00:00Z") throws
    -> RecordBatch
  {
    try FieldDraft.normalized(
      "rn", "Weight",
      #"{"time":"\#(time)","weight":{"inKilograms":75},"metadata":{\#(metadata)}}"#)
  }

  /// The ids that Health Connect gave to records with these packages, types and keys.
  @Test(arguments: [
    (
      "com.fitbit.FitbitMobile", "Steps", "fb-20260328-0917", "043fe7e5-d960-3b06-8ff0-241d9414bf54"
    ),
    ("com.sec.android.app.shealth", "Steps", "sh-1", "b208f942-f172-39a3-9af1-31c45d9636c6"),
    (
      "com.sec.android.app.shealth", "ExerciseSession", "wk-77",
      "232f8e3c-e614-3441-a5aa-5636d78de411"
    ),
    ("com.example", "Weight", "ä", "2a6d170b-e8cd-35ba-b8fd-cea74f4bd23d"),
  ])
  func `an app's own key gives the id that Health Connect derives from it`(
    _ package: String, _ type: String, _ key: String, _ id: String
  ) throws {
    let fields =
      #""startTime":"2026-03-28T09:17:00Z","endTime":"2026-03-28T09:18:00Z","time":"2026-03-28T09:17:00Z","#
      + #""count":7,"weight":{"inKilograms":75},"exerciseType":8,"#
    let derived = try FieldDraft.normalized(
      "rn", type,
      #"{\#(fields)"metadata":{"id":"","clientRecordId":"\#(key)","dataOrigin":"\#(package)"}}"#)
    let stored = try FieldDraft.normalized(
      "rn", type, #"{\#(fields)"metadata":{"id":"\#(id)","dataOrigin":"\#(package)"}}"#)
    #expect(derived.rows.map(\.id) == stored.rows.map(\.id))
    #expect(derived.rows.count == 1)
  }

  @Test func `the id alone identifies, in any spelling of a UUID`() throws {
    let spellings = [
      Self.id, Self.id.uppercased(), Self.id.filter { $0 != "-" }, Self.id + "-sys",
      Self.id + "-s12",
    ]
    let ids = try spellings.map { try weight(#""id":"\#($0)""#).rows[0].id }
    #expect(Set(ids).count == 1)
    let edited = try weight(#""id":"\#(Self.id)""#, "2024-02-01T00:00:00Z")
    #expect(edited.rows[0].id == ids[0])
    let other = try weight(#""id":"testHCid0""#)
    #expect(other.rows[0].id != ids[0])
  }

  @Test func `without any key source, type and time identify, the value never`() throws {
    let batch = try weight(#""id":"","dataOrigin":"com.example""#)
    let edited = try FieldDraft.normalized(
      "rn", "Weight",
      #"{"time":"2024-01-15T08:00:00.000Z","weight":{"inKilograms":80},"metadata":{"dataOrigin":"com.example"}}"#
    )
    #expect(edited.rows[0].id == batch.rows[0].id)
    #expect(edited.rows[0].contentHash != batch.rows[0].contentHash)
    let later = try weight(#""dataOrigin":"com.example""#, "2024-01-15T08:00:00.001Z")
    let otherApp = try weight(#""dataOrigin":"com.other""#)
    let otherDevice = try weight(
      #""dataOrigin":"com.example","device":{"manufacturer":"A","model":"B","type":1}"#)
    let ids = [batch, later, otherApp, otherDevice].map(\.rows[0].id)
    #expect(Set(ids).count == 4)
    // Such an id leads with its start: 2024-01-15T08:00:00Z in seconds, biased.
    #expect(Int64(ids[0].high >> 24) - (1 << 39) == 1_705_305_600)
  }

  @Test func `two glasses of water of one moment are two records only if they differ`() throws {
    func glass(_ litres: String) throws -> RecordID {
      try FieldDraft.normalized(
        "webhook", "hydration",
        #"{"liters":\#(litres),"start_time":"2024-01-15T08:00:00Z","end_time":"2024-01-15T08:00:01Z"}"#
      ).rows[0].id
    }
    #expect(try glass("0.25") != glass("0.5"))
    #expect(try glass("0.25") == glass("0.250"))
  }

  // MARK: - Versions

  @Test func `the time of the edit and the app's counter are the version`() throws {
    let batch = try weight(
      #""id":"\#(Self.id)","lastModifiedTime":"2024-01-15T09:00:00.5Z","clientRecordVersion":3.0"#)
    #expect(batch.rows.map(\.version) == [RecordVersion(number: 3, modifiedAt: 1_705_309_200_500)])
    #expect(batch.quality() == [])
  }

  @Test(arguments: [
    #""lastModifiedTime":"1970-01-01T00:00:00Z""#, #""lastModifiedTime":null"#, #""x":1"#,
  ])
  func `1970 is no edit, and the file's time stands in for none`(_ modified: String) throws {
    let batch = try weight(#""id":"\#(Self.id)",\#(modified)"#)
    #expect(batch.rows.map(\.version) == [RecordVersion(number: 0, modifiedAt: 0)])
    #expect(batch.quality() == ["version_unknown"])
    var draft = FieldDraft("webhook")
    draft.envelope("timestamp", "2024-01-16T00:00:00Z")
    draft.add("weight", #"{"kilograms":75,"time":"2024-01-15T08:00:00Z"}"#)
    let sent = try draft.normalized()
    #expect(sent.rows.map(\.version.modifiedAt) == [1_705_363_200_000])
    #expect(sent.quality() == ["version_unknown"])
  }

  @Test func `a restore changes no content`() throws {
    let before = try weight(#""id":"\#(Self.id)","lastModifiedTime":"2024-01-15T09:00:00Z""#)
    let after = try weight(#""id":"\#(Self.id)","lastModifiedTime":"2026-01-15T09:00:00Z""#)
    #expect(before.rows[0].contentHash == after.rows[0].contentHash)
    #expect(before.rows[0].digest != after.rows[0].digest)
  }

  @Test func `the rounding of a conversion is no edit, a changed step is`() throws {
    func content(_ type: String, _ value: String) throws -> UInt64 {
      try FieldDraft.normalized(
        "rn", type, #"{"startTime":"2024-01-15T08:00:00Z","time":"2024-01-15T08:00:00Z",\#(value)}"#
      ).rows[0].contentHash
    }
    #expect(
      try content("BloodGlucose", #""level":{"inMillimolesPerLiter":5.4}"#)
        == content("BloodGlucose", #""level":{"inMilligramsPerDeciliter":97.20000000000002}"#))
    #expect(try content("Steps", #""count":10001"#) != content("Steps", #""count":10002"#))
    #expect(try content("Steps", #""count":0"#) == content("Steps", #""count":-0.0"#))
  }

  // MARK: - Deletions

  private func deletion(_ id: String) -> String { #"{"id":"\#(id)"}"# }

  @Test func `a deletion names its record by the same id, and is counted as one`() throws {
    var draft = FieldDraft()
    draft.add(nil, deletion(Self.id.uppercased()), kind: .deletion)
    let batch = try draft.normalized()
    let record = try weight(#""id":"\#(Self.id)""#).rows[0].id
    #expect(batch.deletions == [RecordDeletion(id: record, type: 0, modifiedAt: nil)])
    #expect(batch.types.map(\.nativeType) == ["Deletion"])
    #expect(batch.tallies["Deletion"]?.read == 1)
    #expect(batch.rows.isEmpty)
  }

  @Test func `a deletion is as old as the latest edit of its page`() throws {
    var draft = FieldDraft()
    for hour in [9, 11, 10] {
      draft.add(
        "Weight",
        #"{"time":"2024-01-15T08:00:00Z","weight":{"inKilograms":75},"metadata":{"id":"w\#(hour)","lastModifiedTime":"2024-01-15T\#(hour < 10 ? "0" : "")\#(hour):00:00Z"}}"#
      )
    }
    draft.add(nil, deletion("gone"), kind: .deletion)
    draft.add(nil, deletion("w9"), kind: .deletion)
    let batch = try draft.normalized()
    // Of an id that the page also holds nobody knows which came first: its own edit decides.
    #expect(batch.deletions.map(\.modifiedAt) == [1_705_316_400_000, nil])
  }

  @Test func `a deletion takes the time of its file where that is known`() throws {
    var draft = FieldDraft("webhook")
    draft.envelope("timestamp", "2024-01-16T00:00:00Z")
    draft.add("steps", deletion(Self.id), kind: .deletion)
    #expect(try draft.normalized().deletions.map(\.modifiedAt) == [1_705_363_200_000])
  }

  @Test func `a deletion without an id is rejected`() throws {
    var draft = FieldDraft()
    draft.add(nil, #"{"id":""}"#, kind: .deletion)
    draft.add(nil, #"{"other":"x"}"#, kind: .deletion)
    let batch = try draft.normalized()
    #expect(batch.deletions.isEmpty)
    #expect(batch.tallies["Deletion"]?.read == 2)
    #expect(batch.tallies["Deletion"]?.outcomes[.rejected] == 2)
    #expect(batch.diagnostics.all.map(\.code) == ["missing_identifier"])
  }

  @Test func `the plan of a workout is its parent`() throws {
    let workout = try FieldDraft.normalized(
      "rn", "ExerciseSession",
      #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T09:00:00Z","exerciseType":8,"plannedExerciseSessionId":"\#(Self.id)"}"#
    )
    let plan = try FieldDraft.normalized(
      "rn", "PlannedExerciseSession",
      #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T09:00:00Z","exerciseType":8,"metadata":{"id":"\#(Self.id)"}}"#
    )
    #expect(workout.links == [RecordLink(.parent, plan.rows[0].id)])
  }
}
