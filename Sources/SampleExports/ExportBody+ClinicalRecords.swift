/// Clinical records: an element each, and the FHIR resource as a JSON file.
extension ExportBody {
  mutating func appendClinicalRecords() {
    for (index, resource) in ClinicalResource.allCases.enumerated() {
      text.append(" <ClinicalRecord type=\"")
      text.append(verbatim: resource.rawValue)
      text.append("\" identifier=\"")
      text.append(integer: Int64(index + 1))
      text.append("\" sourceName=\"Harbour Clinic\" sourceURL=\"https://fhir.example.org/r4\"")
      text.append(" fhirVersion=\"4.0.1\" receivedDate=\"")
      append(date: configuration.exportDate - 3_600)
      text.append("\" resourceFilePath=\"/")
      text.append(verbatim: path(of: resource, index))
      text.append("\"/>\n")
      counts.count(\.inserted, of: resource.rawValue)
    }
  }

  mutating func writeClinicalResources() throws(SampleError) {
    for (index, resource) in ClinicalResource.allCases.enumerated() {
      var json = ByteText()
      json.append("{\n  \"resourceType\": \"")
      json.append(verbatim: resource.rawValue)
      json.append("\",\n  \"id\": \"")
      json.append(integer: Int64(index + 1))
      json.append("\",\n  \"meta\": {\"versionId\": \"1\"},\n")
      json.append("  \"subject\": {\"reference\": \"Patient/sample\"},\n")
      json.append(resource.contents)
      json.append("}\n")
      try write(json.bytes, to: path(of: resource, index))
    }
  }

  private func path(of resource: ClinicalResource, _ index: Int) -> String {
    var random = plan.random(.clinicalRecords, index)
    var text = ByteText()
    text.append("clinical-records/")
    text.append(verbatim: resource.rawValue)
    text.append("-")
    text.append(uuid: random.next(), random.next())
    text.append(".json")
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

/// The invented resources of a sample; raw values are FHIR resource names.
private enum ClinicalResource: String, CaseIterable {
  case allergy = "AllergyIntolerance"
  case immunization = "Immunization"
  case observation = "Observation"

  /// The members that only this resource has.
  var contents: StaticString {
    switch self {
    case .allergy:
      """
        "clinicalStatus": {"coding": [{"code": "active"}]},
        "code": {"text": "Birch pollen"},
        "recordedDate": "2021-03-02"

      """
    case .immunization:
      """
        "status": "completed",
        "vaccineCode": {"text": "Influenza, seasonal"},
        "occurrenceDateTime": "2024-10-08"

      """
    case .observation:
      """
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "4548-4"}], "text": "HbA1c"},
        "effectiveDateTime": "2024-11-20T08:15:00+01:00",
        "valueQuantity": {"value": 5.3, "unit": "%", "code": "%"}

      """
    }
  }
}
