/// How the records of one native type are generated.
struct RecordKind {
  /// What a record says.
  enum Value {
    /// A quantity on a grid, in billionths of the generated unit.
    case quantity(low: Int64, high: Int64, step: Int64)
    /// One of these constants.
    case codes([StaticString])
    /// Nothing: the record itself is the event.
    case absent
  }

  /// Which metadata a record carries.
  enum Metadata {
    case none
    case motionContext
    case calibrated
    case placement
    case userEntered
    case effortEstimation
    case exposure
    case heartRateThreshold
    case maximumTest
    case mealTime
    case timeZone
    case food
    case beats
  }

  /// The native type.
  let type: String
  /// Share of the records, in parts of the sum of all weights.
  let weight: Int
  private(set) var unit = KindUnit.none
  private(set) var value = Value.absent
  private(set) var sources: [SampleSource] = [.watch]
  private(set) var metadata = Metadata.none
  /// Longest duration in seconds; 0 for instants.
  private(set) var longest: Int64 = 0
  /// Only between 7 and 23 o'clock.
  private(set) var isDaytime = false
  /// The first format version that has the type.
  private(set) var since = AppleHealthSample.ExportVersion.v3
  /// Some mapping knows the type.
  private(set) var isSupported = true

  private init(type: String, weight: Int) {
    self.type = type
    self.weight = weight
  }

  /// A quantity of a unit; the type without its usual prefix.
  static func quantity(_ name: String, _ unit: KindUnit, _ weight: Int) -> RecordKind {
    var kind = RecordKind(type: "HKQuantityTypeIdentifier" + name, weight: weight)
    kind.unit = unit
    return kind
  }

  /// A category with its constants; none for events without a value.
  static func category(_ name: String, _ codes: [StaticString], _ weight: Int) -> RecordKind {
    var kind = RecordKind(type: "HKCategoryTypeIdentifier" + name, weight: weight)
    kind.value = codes.isEmpty ? .absent : .codes(codes)
    return kind
  }

  /// A type that no mapping knows, by its full name.
  static func unknown(_ type: String, _ unit: KindUnit, _ weight: Int) -> RecordKind {
    var kind = RecordKind(type: type, weight: weight)
    kind.unit = unit
    kind.isSupported = false
    return kind
  }

  /// Values from `low` to `high` on a grid of `step`, in the generated unit.
  func values(_ low: Double, _ high: Double, step: Double) -> RecordKind {
    changed {
      $0.value = .quantity(
        low: Self.billionths(low), high: Self.billionths(high), step: Self.billionths(step))
    }
  }

  /// Written by these sources, each over the whole span.
  func from(_ sources: SampleSource...) -> RecordKind {
    changed { $0.sources = sources }
  }

  /// With metadata.
  func with(_ metadata: Metadata) -> RecordKind {
    changed { $0.metadata = metadata }
  }

  /// Lasting up to `seconds`.
  func lasting(_ seconds: Int64) -> RecordKind {
    changed { $0.longest = seconds }
  }

  /// Only while awake.
  var daytime: RecordKind { changed { $0.isDaytime = true } }

  /// Only in exports of this version or later.
  func since(_ version: AppleHealthSample.ExportVersion) -> RecordKind {
    changed { $0.since = version }
  }

  private func changed(_ change: (inout RecordKind) -> Void) -> RecordKind {
    var copy = self
    change(&copy)
    return copy
  }

  /// The product of two doubles, rounded: the same on every platform.
  private static func billionths(_ number: Double) -> Int64 {
    Int64((number * 1_000_000_000).rounded())
  }
}
