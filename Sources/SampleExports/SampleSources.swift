/// What wrote a record: a device of the owner or an app.
enum SampleSource: Int, CaseIterable {
  case watch
  case phone
  case scale
  case meter
  case foodDiary
  case cuff
  case health
}

/// The source attributes of all sources and of every software version over the span, ready to
/// append.
struct SampleSources {
  /// One software version of a source.
  struct Revision {
    /// The name and version attributes, with a space before each.
    let name: [UInt8]
    /// The device attribute up to the address; empty for an app without a device.
    let beforePointer: [UInt8]
    /// The rest of the device attribute.
    let afterPointer: [UInt8]
  }

  private let revisions: [[Revision]]
  private let start: Instant

  /// A new software version comes out every quarter.
  private static let revisionSeconds: Int64 = 91 * 86_400

  /// The apps' names; "Health" is the owner typing into the phone's own app.
  static let appNames = ["Northwind Scale", "Glucolog", "Plate & Spoon", "Cuff Log", "Health"]

  /// The sources over the span of a plan.
  init(plan: SamplePlan) {
    let owner = plan.configuration.owner
    let names = [owner.watchName, owner.phoneName] + Self.appNames
    let count = plan.days * 86_400 / Int(Self.revisionSeconds) + 1
    start = plan.start
    revisions = SampleSource.allCases.map { source in
      (0..<count).map { number in
        Self.revision(
          number, of: source, named: names[source.rawValue], plan.configuration.version)
      }
    }
  }

  /// The software a source ran at `instant`.
  func revision(of source: SampleSource, at instant: Instant) -> Revision {
    let list = revisions[source.rawValue]
    let number = Int((instant - start).floorDivided(by: Self.revisionSeconds))
    return list[min(max(number, 0), list.count - 1)]
  }

  private static func revision(
    _ number: Int, of source: SampleSource, named name: String,
    _ version: AppleHealthSample.ExportVersion
  ) -> Revision {
    let software = softwareVersion(number, of: source)
    var text = ByteText()
    text.append(" sourceName=\"")
    text.append(escaping: name)
    text.append("\" sourceVersion=\"")
    text.append(verbatim: software)
    text.append("\"")
    guard let device = deviceFields(of: source) else {
      return Revision(name: text.bytes, beforePointer: [], afterPointer: [])
    }
    var before = ByteText()
    before.append(" device=\"&lt;&lt;HKDevice: 0x")
    var after = ByteText()
    after.append("&gt;, ")
    after.append(device)
    if source == .watch || source == .phone {
      after.append(", software:")
      after.append(verbatim: software)
    }
    // Recent phones add when they first met the device.
    if source == .watch && version == .v14 {
      after.append(", creation date:2024-09-20 16:05:43 +0000")
    }
    after.append("&gt;\"")
    return Revision(name: text.bytes, beforePointer: before.bytes, afterPointer: after.bytes)
  }

  private static func softwareVersion(_ number: Int, of source: SampleSource) -> String {
    switch source {
    case .watch: "\(7 + number / 4).\(number % 4)"
    case .phone: "\(14 + number / 4).\(number % 4)"
    case .scale: "2.\(number)"
    case .meter: "\(310 + number * 7)"
    case .foodDiary: "5.\(number).1"
    case .cuff: "1.\(number)"
    case .health: "\(14 + number / 4).\(number % 4)"
    }
  }

  private static func deviceFields(of source: SampleSource) -> StaticString? {
    switch source {
    case .watch:
      "name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2"
    case .phone: "name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone13,1"
    case .scale: "name:Floor Scale, manufacturer:Northwind, model:FS-2, hardware:2.1"
    case .meter:
      "name:Arm Sensor, manufacturer:Glucolog, model:3, localIdentifier:5C:F3:70:8A:11:0B-le"
    case .foodDiary, .cuff, .health: nil
    }
  }
}
