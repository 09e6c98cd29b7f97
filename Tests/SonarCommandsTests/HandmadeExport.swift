/// An export written by hand, where a test must know every record.
struct HandmadeExport {
  /// The day and clock time of the export, under `+0100`.
  var exportDate = "2024-03-01 08:00:00"
  /// As the phone writes it; empty where the owner gave none.
  var dateOfBirth = "1980-02-29"
  /// Elements below `Me`.
  var elements: [String] = []

  /// The main file.
  var xml: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
    ]>
    <HealthData locale="en_FR">
     <ExportDate value="\(exportDate) +0100"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="\(dateOfBirth)"\
     HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"\
     HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"\
     HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"\
     HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="None"/>
    \(elements.map { " \($0)\n" }.joined())</HealthData>

    """
  }

  /// Heart rates of one source, one a minute from 07:00 on 2024-02-01; values repeat after 40.
  static func heartRates(
    _ minutes: Range<Int>, source: String = "Watch", unit: String = "count/min"
  ) -> [String] {
    minutes.map { minute in
      let time = "2024-02-01 \(padded(7 + minute / 60)):\(padded(minute % 60)):00 +0100"
      return record(
        "HKQuantityTypeIdentifierHeartRate", source: source, unit: unit, at: time,
        value: "\(60 + minute % 40)")
    }
  }

  /// One record whose start, end and creation are the same instant.
  static func record(
    _ type: String, source: String = "Watch", unit: String? = nil, at time: String, value: String
  ) -> String {
    "<Record type=\"\(type)\" sourceName=\"\(source)\" sourceVersion=\"10.3\""
      + (unit.map { " unit=\"\($0)\"" } ?? "")
      + " creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(value)\"/>"
  }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
