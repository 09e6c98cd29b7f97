package import HealthRecords

/// What a native type is in its provider's own terms.
package enum NativeTypeKind: String, Sendable, Hashable, CaseIterable {
  /// Numbers with a unit.
  case quantity
  /// Values of a code set.
  case category
  /// Groups of samples.
  case correlation
  /// Workouts.
  case workout
  /// Parts of workouts.
  case workoutActivity = "workout_activity"
  /// Many samples in one object.
  case series
  /// Goals and totals of a day.
  case activitySummary = "activity_summary"
  /// Electrocardiograms.
  case electrocardiogram
  /// Hearing tests.
  case audiogram
  /// Prescriptions for glasses and contact lenses.
  case vision
  /// Moods and emotions.
  case stateOfMind = "state_of_mind"
  /// Questionnaires with a score.
  case scoredAssessment = "scored_assessment"
  /// FHIR resources.
  case clinical
  /// Documents in another format.
  case document
  /// Samples of types that are in no public interface.
  case data
  /// Named quantities of one record.
  case components
  /// Sessions with parts.
  case session
  /// Records that say no more than that something happened.
  case event
  /// The person.
  case characteristics

  /// The heading in the support page.
  package var title: String {
    switch self {
    case .quantity: "Quantities"
    case .category: "Categories"
    case .correlation: "Correlations"
    case .workout: "Workouts"
    case .workoutActivity: "Workout activities"
    case .series: "Series"
    case .activitySummary: "Activity summaries"
    case .electrocardiogram: "Electrocardiograms"
    case .audiogram: "Audiograms"
    case .vision: "Vision prescriptions"
    case .stateOfMind: "State of mind"
    case .scoredAssessment: "Scored assessments"
    case .clinical: "Clinical records"
    case .document: "Documents"
    case .data: "Private types"
    case .components: "Values with parts"
    case .session: "Sessions"
    case .event: "Events"
    case .characteristics: "Characteristics"
    }
  }
}

/// What becomes of one native type.
package struct TypeMapping: Sendable, Hashable {
  /// The provider's name: it enters ids and never changes.
  package let native: String
  /// Other names of the same thing, such as the element's.
  package let aliases: [String]
  /// What it is in the provider's terms.
  package let kind: NativeTypeKind
  /// The record type that it becomes; nil for an unsupported type.
  package let recordType: RecordType?
  /// The component of the record type, for a type that is one part of a value.
  package let component: String?
  /// The code set of its values, for a category.
  package let codeSet: String?
  /// The provider's own canonical unit, in its spelling; nil for types without a unit.
  package let unit: String?
  /// Spellings that mean another unit in this type than elsewhere, with the UCUM code of that unit.
  package let spellings: [String: String]
  /// Where a document of the type tells its time, the best place first.
  ///
  /// Names of members joined by points; empty for types that have no document, or one without a time.
  package let timePaths: [String]
  /// Where its values stand, for a provider whose records are read by their fields.
  package let fields: FieldMapping
  /// Why the type is not mapped; nil for a mapped type.
  package let unsupported: String?
  /// The system version that introduced it; nil where unknown.
  package let since: String?

  init(row: inout TableRow) throws(MappingError) {
    native = try row.string("native")
    aliases = try row.strings("aliases")
    kind = try row.word("kind", NativeTypeKind.self)
    recordType = try row.optionalString("record_type").map(RecordType.init(rawValue:))
    component = try row.optionalString("component")
    codeSet = try row.optionalString("code_set")
    unit = try row.optionalString("unit")
    let pairs = try row.rows("spellings") { (row: inout TableRow) throws(MappingError) in
      (try row.string("spelling"), try row.string("ucum"))
    }
    spellings = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    timePaths = try row.strings("time_paths")
    fields = try FieldMapping(row: &row)
    unsupported = try row.optionalString("unsupported")
    since = try row.optionalString("since")
  }
}
