import HealthRecords
import SupportedData
import Testing

/// What is a part of a record's id and of its content, and what is not.
@Suite struct NormalizerIdentityTests {
  static func heartRate(
    _ value: String = "72", metadata: [(String, String)] = [],
    _ edit: (inout NativeDraft.Words) -> Void = { _ in }
  ) throws -> PlainRow {
    try row(
      "HKQuantityTypeIdentifierHeartRate", value, unit: "count/min", metadata: metadata, edit)
  }

  /// Every store that exists holds ids of this layout: a failure here breaks re-imports.
  @Test func `the id of a plain sample is its published layout`() throws {
    var bytes = CanonicalBytes()
    bytes.append(tag: 1)
    bytes.append(tag: 1)
    bytes.append(tag: UInt8(ascii: "c"))
    bytes.append(text: "HKQuantityTypeIdentifierHeartRate")
    bytes.append(text: "Watch")
    bytes.append(NativeDraft.start)
    bytes.append(NativeDraft.end)
    bytes.append(tag: 1)
    bytes.append(SignificantDigits(72))
    bytes.append(tag: 0)
    let id = RecordID(bytes.hash, startMilliseconds: NativeDraft.start)
    #expect(try Self.heartRate().id == id)
  }

  @Test func `the id of a record with a sync identifier is its published layout`() throws {
    var bytes = CanonicalBytes()
    bytes.append(tag: 1)
    bytes.append(tag: 1)
    bytes.append(tag: UInt8(ascii: "s"))
    bytes.append(text: "HKQuantityTypeIdentifierHeartRate")
    bytes.append(text: "Watch")
    bytes.append(text: "key")
    let row = try Self.heartRate(metadata: [("HKMetadataKeySyncIdentifier", "key")])
    #expect(row.id == RecordID(bytes.hash))
  }

  /// A change of what identifies a sample.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var value = "72"
    var metadata: [(String, String)] = []
    var edit: @Sendable (inout NativeDraft.Words) -> Void = { _ in }
  }

  @Test(arguments: [
    Change(testDescription: "start") { $0.start = NativeDraft.start - 1000 },
    Change(testDescription: "end") { $0.end = NativeDraft.end + 1000 },
    Change(testDescription: "source") { $0.source = "Phone" },
    Change(testDescription: "no source") { $0.source = nil },
    Change(testDescription: "value", value: "73"),
    Change(testDescription: "sign", value: "-72"),
    Change(testDescription: "external UUID", metadata: [("HKExternalUUID", "A")]),
    Change(testDescription: "food", metadata: [("HKFoodType", "Apple")]),
    Change(testDescription: "sync identifier", metadata: [("HKMetadataKeySyncIdentifier", "A")]),
  ])
  func `what identifies a sample changes its id`(_ change: Change) throws {
    let other = try Self.heartRate(change.value, metadata: change.metadata, change.edit)
    #expect(try Self.heartRate().id != other.id)
  }

  @Test(arguments: [
    Change(testDescription: "creation date") { $0.created = NativeDraft.created + 5000 },
    Change(testDescription: "written offset") { $0.offset = 120 },
    Change(testDescription: "app version") { $0.version = "10.2" },
    Change(testDescription: "device name") { $0.device = "name:Apple Watch, software:5.0.1" },
    Change(testDescription: "device that is no description") { $0.device = "Dummy device" },
    Change(testDescription: "private key", metadata: [("HKDeviceSerialNumber", "X1")]),
    Change(testDescription: "value text", value: "72.00"),
    Change(testDescription: "fifth digit", value: "72.001"),
    Change(testDescription: "attribute") { $0.attributes = [("startDate", "2024")] },
    Change(testDescription: "sync version alone", metadata: [("HKMetadataKeySyncVersion", "3")]),
  ])
  func `what does not identify a sample changes neither id nor content`(_ change: Change) throws {
    let plain = try Self.heartRate()
    let other = try Self.heartRate(change.value, metadata: change.metadata, change.edit)
    #expect(other.id == plain.id)
    #expect(other.contentHash == plain.contentHash)
  }

  @Test func `the written offset leaves no trace in a row`() throws {
    #expect(try Self.heartRate() == Self.heartRate { $0.offset = -480 })
  }

  @Test func `the pointer of a device leaves no trace in a row`() throws {
    let fields = "name:Apple Watch, manufacturer:Apple Inc., hardware:Watch4,2, software:5.0.1"
    let first = try Self.heartRate { $0.device = "<<HKDevice: 0x2830f4230>, \(fields)>" }
    let second = try Self.heartRate { $0.device = "<<HKDevice: 0x1>, \(fields)>" }
    let bare = try Self.heartRate { $0.device = fields }
    #expect(first == second)
    #expect(first == bare)
  }

  @Test func `the hardware changes the content and not the id`() throws {
    let fourth = try Self.heartRate { $0.device = "name:Apple Watch, hardware:Watch4,2" }
    let fifth = try Self.heartRate { $0.device = "name:Apple Watch, hardware:Watch5,1" }
    #expect(fourth.id == fifth.id)
    #expect(fourth.contentHash != fifth.contentHash)
  }

  @Test func `every field of a row that a store would change is in its digest`() throws {
    let plain = try Self.heartRate()
    let others = try [
      Self.heartRate { $0.created = NativeDraft.created + 1000 },
      Self.heartRate { $0.version = "10.2" },
      Self.heartRate("72.00"),
      Self.heartRate("72.001"),
      Self.heartRate(metadata: [("HKDeviceSerialNumber", "X1")]),
      Self.heartRate(metadata: [("HKWasUserEntered", "1")]),
      Self.heartRate { $0.created = nil },
    ]
    #expect(Set(others.map(\.digest)).union([plain.digest]).count == 8)
  }

  // MARK: - Source names

  @Test(arguments: [
    ("NJR Apple\u{a0}Watch", "NJR Apple Watch"),
    ("NJR Apple\u{202f}Watch", "NJR Apple Watch"),
    ("Jose\u{301}", "Jos\u{e9}"),
    ("Jonathan\u{2019}s iPhone", "Jonathan\u{2019}s iPhone"),
  ])
  func `spellings of one source name give one id`(_ written: String, plain: String) throws {
    let left = try Self.heartRate { $0.source = written }
    let right = try Self.heartRate { $0.source = plain }
    #expect(left.id == right.id)
    #expect(left.contentHash == right.contentHash)
    let kept = Array((left.source ?? "").utf8)
    #expect(kept == Array(#"{"name":"\#(written)"}"#.utf8))
  }

  @Test(arguments: [
    ("Watch", "watch"), ("Watch", "Watch "), ("Jonathan\u{2019}s", "Jonathan's"),
    ("\u{1F55B}", "\u{1F550}"), ("", "Watch"),
  ])
  func `other source names give other ids`(_ left: String, right: String) throws {
    #expect(
      try Self.heartRate { $0.source = left }.id != Self.heartRate { $0.source = right }.id)
  }

  @Test(arguments: [
    (["New Phone": "Old Phone"], "Old Phone"),
    (["New\u{a0}Phone": "Old\u{a0}Phone"], "Old Phone"),
    (["New Phone": "Middle", "Middle": "Old Phone"], "Old Phone"),
    (["New Phone": "Middle", "Middle": "New Phone"], "New Phone"),
    (["Other": "Old Phone"], "New Phone"),
  ])
  func `an alias gives a renamed source the ids of its old name`(
    _ aliases: [String: String], name: String
  ) throws {
    var draft = NativeDraft()
    draft.add("HKQuantityTypeIdentifierHeartRate", "72", unit: "count/min") {
      $0.source = "New\u{a0}Phone"
    }
    let row = try draft.normalized(NormalizerSettings(aliases: aliases)).onlyRow
    let named = try Self.heartRate { $0.source = name }
    #expect([row.id, row.sharedID] == [named.id, named.sharedID])
    #expect(row.contentHash == named.contentHash)
    #expect(row.source == "{\"name\":\"New\u{a0}Phone\"}")
  }

  // MARK: - Sync identifiers

  static func synced(
    version: String = "1", _ edit: (inout NativeDraft.Words) -> Void = { _ in }
  ) throws -> PlainRow {
    try heartRate(
      metadata: [("HKMetadataKeySyncIdentifier", "key"), ("HKMetadataKeySyncVersion", version)],
      edit)
  }

  @Test func `an edit that moves the start keeps the id of a sync identifier`() throws {
    let first = try Self.synced()
    let moved = try Self.synced(version: "2") { $0.start = NativeDraft.start - 60_000 }
    #expect(first.id == moved.id)
    #expect(first.contentHash != moved.contentHash)
    #expect([first.version.number, moved.version.number] == [1, 2])
    #expect([first.hasSyncIdentifier, moved.hasSyncIdentifier] == [true, true])
    #expect(first.sharedID != moved.sharedID)
    #expect(first.sharedID != first.id)
  }

  @Test func `the value is no part of a sync identity`() throws {
    let metadata = [("HKSyncIdentifier", "key"), ("HKSyncVersion", "1")]
    let slow = try Self.heartRate("60", metadata: metadata)
    let fast = try Self.heartRate("160", metadata: metadata)
    #expect(slow.id == fast.id)
    #expect(slow.sharedID == fast.sharedID)
    #expect(slow.id == (try Self.synced().id))
  }

  @Test func `one sync identifier of two sources or types names two records`() throws {
    let plain = try Self.synced()
    let otherSource = try Self.synced { $0.source = "Phone" }
    let otherType = try row(
      "HKQuantityTypeIdentifierRestingHeartRate", "72", unit: "count/min",
      metadata: [("HKMetadataKeySyncIdentifier", "key")])
    #expect(Set([plain.id, otherSource.id, otherType.id]).count == 3)
  }

  @Test(
    arguments: [
      ("7", 7), ("-1", -1), ("9223372036854775807", .max), ("9223372036854775808", 0), ("x", 0),
      ("", 0), ("1.5", 0),
    ] as [(String, Int64)])
  func `an unreadable sync version counts as none`(_ text: String, number: Int64) throws {
    #expect(try Self.synced(version: text).version.number == number)
  }
}
