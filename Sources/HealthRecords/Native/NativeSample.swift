/// A run of elements in one of a batch's arrays.
public struct BatchRange: Sendable, Hashable {
  /// The first element.
  public var start: UInt32
  /// The number of elements.
  public var count: UInt32

  /// Creates a run.
  @inlinable
  public init(start: Int = 0, count: Int = 0) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.count = UInt32(truncatingIfNeeded: count)
  }

  /// The indices of the run.
  @inlinable
  public var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }

  /// Whether the run has no elements.
  @inlinable
  public var isEmpty: Bool { count == 0 }
}

/// An instant in milliseconds since 1970, as read; `absent` where the attribute is missing or unreadable.
public struct NativeInstant: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  /// Creates an instant.
  @inlinable
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// No instant.
  public static let absent = NativeInstant(milliseconds: .min)

  /// Whether there is an instant.
  @inlinable
  public var isPresent: Bool { milliseconds != .min }
}

/// Which element of an export a native sample came from.
public enum NativeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A quantity sample (`HKQuantityTypeIdentifier…`).
  case quantity
  /// A category sample (`HKCategoryTypeIdentifier…`).
  case category
  /// A sample of another kind (`HKDataType…`, private names).
  case data
  /// A group of samples; its members follow with `parent` set.
  case correlation
  /// A workout.
  case workout
  /// One statistic of a workout or a workout activity; `parent` is its workout.
  case workoutStatistics
  /// One activity of a workout; `parent` is its workout.
  case workoutActivity
  /// The route of a workout with its points.
  case workoutRoute
  /// The goals and totals of one civil day.
  case activitySummary
  /// A FHIR resource from a health-care provider.
  case clinicalRecord
  /// A hearing test.
  case audiogram
  /// A prescription for glasses or contact lenses.
  case visionPrescription
  /// The person: date of birth, sex, blood type …
  case characteristics
  /// An electrocardiogram.
  case electrocardiogram
  /// A row of a table; its cells are attributes under their columns' names, its side files are parts.
  case row
  /// A record with named fields; see `NativeBatch.shape`.
  case record
  /// The deletion of a record that has an id.
  case deletion
}

/// One name and value as written, both interned.
public struct NativeAttribute: Sendable, Hashable {
  /// The name, case-sensitive.
  public var name: Symbol
  /// The value.
  public var value: Symbol

  /// Creates an attribute.
  @inlinable
  public init(name: Symbol, value: Symbol) {
    self.name = name
    self.value = value
  }
}

/// A child element that is not counted on its own: an event, a point, an eye, a file reference.
public struct NativePart: Sendable, Hashable {
  /// The element's name.
  public var name: Symbol
  /// Its attributes, in `NativeBatch.attributes`.
  public var attributes: BatchRange
  /// Its metadata entries, in `NativeBatch.metadata`.
  public var metadata: BatchRange

  /// Creates a part.
  public init(name: Symbol, attributes: BatchRange, metadata: BatchRange = BatchRange()) {
    self.name = name
    self.attributes = attributes
    self.metadata = metadata
  }
}

/// One counted input record in its provider's own words: nothing lost, nothing interpreted.
///
/// Text lives in the batch; a sample holds symbols and ranges, so that reading one allocates nothing.
public struct NativeSample: Sendable, Hashable {
  /// The element it came from.
  public var kind: NativeKind
  /// The native type string; never `none` in a batch.
  public var type = Symbol.none
  /// The declared unit.
  public var unit = Symbol.none
  /// The display name of the app or device that wrote it.
  public var sourceName = Symbol.none
  /// The version of that app, or of the device's system.
  public var sourceVersion = Symbol.none
  /// The device description without its heap pointer.
  public var device = Symbol.none
  /// The value as written, in `NativeBatch.text`; see `hasValue`.
  public var value = BatchRange()
  /// Whether the value attribute is present (it may be empty).
  public var hasValue = false
  /// When it starts.
  public var start = NativeInstant.absent
  /// When it ends.
  public var end = NativeInstant.absent
  /// When it was saved into the native store; for a clinical record when it was received.
  public var creation = NativeInstant.absent
  /// Minutes east of UTC of the offset written in the start; no evidence for a zone.
  public var writtenOffset: Int16 = 0
  /// Metadata entries, in `NativeBatch.metadata`, in the order of the file.
  public var metadata = BatchRange()
  /// Attributes without a field of their own, and those whose text the fields cannot give back.
  public var attributes = BatchRange()
  /// Child elements, in `NativeBatch.parts`.
  public var parts = BatchRange()
  /// The index of the correlation or workout it belongs to, in the same batch; -1 for none.
  public var parent: Int32 = -1
  /// The line it starts in, counted from 0 within the batch's piece of the input.
  public var line: UInt32 = 0
  /// A document that belongs to it (FHIR JSON, ECG voltages), an index in `NativeBatch.documents`; -1 for none.
  public var document: Int32 = -1

  /// Creates an empty sample of a kind.
  @inlinable
  public init(kind: NativeKind) {
    self.kind = kind
  }
}
