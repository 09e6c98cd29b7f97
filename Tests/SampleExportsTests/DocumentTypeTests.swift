import Testing

@testable import SampleExports

@Suite struct `Document type declarations` {
  @Test(arguments: AppleHealthSample.ExportVersion.allCases)
  func `the version stands in the comment`(version: AppleHealthSample.ExportVersion) {
    let lines = declaration(version)
    #expect(lines[0] == "<!DOCTYPE HealthData [")
    #expect(lines[1] == "<!-- HealthKit Export Version: \(version.rawValue) -->")
    #expect(lines.last == "]>")
    #expect(!lines.contains { $0.contains("<HealthData") })
  }

  @Test(arguments: [AppleHealthSample.ExportVersion.v3, .v8, .v11, .v13, .v14])
  func `every list but those of version 12 is closed`(version: AppleHealthSample.ExportVersion) {
    let lines = declaration(version)
    let opened = lines.count { $0.hasPrefix("<!ATTLIST") }
    #expect(lines.count { $0 == ">" } == opened)
  }

  @Test func `version 12 leaves a list open, has a stray line and a bracket too many`() throws {
    let lines = declaration(.v12)
    let vision = try #require(lines.firstIndex(of: "<!ATTLIST VisionPrescription"))
    let next = try #require(lines[vision...].firstIndex { $0.hasPrefix("<!ELEMENT") })
    #expect(!lines[vision..<next].contains(">"))
    #expect(lines.suffix(8).first == "  device CDATA #IMPLIED")
    #expect(lines.suffix(3) == [">", ">", "]>"])
    #expect(lines.count { $0 == "<!ELEMENT MetadataEntry EMPTY>" } == 2)
  }

  @Test(arguments: [
    (AppleHealthSample.ExportVersion.v3, "WorkoutRoute", false), (.v8, "Location", true),
    (.v11, "FileReference", true), (.v11, "Location", false), (.v11, "WorkoutStatistics", false),
    (.v12, "WorkoutStatistics", true), (.v12, "Attachment", false), (.v13, "Attachment", true),
  ])
  func `elements appear with their version`(
    version: AppleHealthSample.ExportVersion, element: String, isDeclared: Bool
  ) {
    let found = declaration(version).contains { $0.hasPrefix("<!ELEMENT \(element) ") }
    #expect(found == isDeclared)
  }

  private func declaration(_ version: AppleHealthSample.ExportVersion) -> [String] {
    String(decoding: DocumentType(version: version).text(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
