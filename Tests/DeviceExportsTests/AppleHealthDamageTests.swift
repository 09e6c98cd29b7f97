import HealthRecords
import Testing

@testable import DeviceExports

/// One kind of damage among sound elements.
struct Damage: Sendable, CustomTestStringConvertible {
  var name: String
  var elements: String
  var samples: [String]
  var codes: [String: Int]
  var rejected: [String: Int] = [:]

  var testDescription: String { name }
}

private let before = #" <Record type="A" value="1"/>"#
private let after = #" <Record type="Z" value="9"/>"#

private let damages: [Damage] = [
  Damage(
    name: "attribute twice", elements: #" <Record type="B" unit="x" unit="y" unit="x"/>"#,
    samples: ["data B line=3 unit=x"], codes: ["duplicate_attribute": 2]),
  Damage(
    name: "startDate for endDate",
    elements:
      #" <Record type="B" startDate="2024-05-01 10:00:00 +0200" startDate="2024-05-01 10:10:00 +0200"/>"#,
    samples: ["data B line=3 \(spanText)"], codes: ["duplicate_attribute": 1]),
  Damage(
    name: "startDate twice beside endDate",
    elements:
      #" <Record type="B" startDate="2024-05-01 10:00:00 +0200" startDate="x" endDate="2024-05-01 10:10:00 +0200"/>"#,
    samples: ["data B line=3 \(spanText)"], codes: ["duplicate_attribute": 1]),
  Damage(
    name: "control bytes", elements: " <Record type=\"B\u{B}\" \u{0}unit=\"a\u{1F}b\"/>\u{0}",
    samples: ["data B line=3 unit=ab"], codes: ["control_byte": 4]),
  Damage(
    name: "character reference",
    elements: #" <Record type="B&#x0B;&#0;&#xD800;&#99999999999;&#65;"/>"#,
    samples: ["data BA line=3"], codes: ["invalid_character_reference": 4]),
  Damage(
    name: "bare ampersand", elements: #" <Record type="B" unit="a & b &; &"/>"#,
    samples: ["data B line=3 unit=a & b &; &"], codes: ["bare_ampersand": 3]),
  Damage(
    name: "unknown entity", elements: #" <Record type="B" unit="&nbsp;&lol9;&lt;"/>"#,
    samples: ["data B line=3 unit=&nbsp;&lol9;<"], codes: ["unknown_entity": 2]),
  Damage(
    name: "attribute name with spaces",
    elements: #" <Record type="B" Health Mate App Version="2.6.0" value="0.2"/>"#,
    samples: [], codes: ["malformed_element": 1], rejected: ["B": 1]),
  Damage(
    name: "value without quotes", elements: #" <Record type="B" value=5/>"#,
    samples: [], codes: ["malformed_element": 1], rejected: ["B": 1]),
  Damage(
    name: "missing quote", elements: " <Record type=\"B value=\"5\"/>",
    samples: [], codes: ["malformed_element": 1], rejected: ["B value=": 1]),
  Damage(
    name: "quote open to the end of the line", elements: " <Record type=\"B\" value=\"5",
    samples: [], codes: ["malformed_element": 1], rejected: ["B": 1]),
  Damage(
    name: "broken tag with children",
    elements:
      #" <Correlation type="B" 5><Record type="C"/><MetadataEntry key="k" value="v"/></Correlation>"#,
    samples: [], codes: ["malformed_element": 1], rejected: ["B": 1, "C": 1]),
  Damage(
    name: "broken child",
    elements: #" <Workout><WorkoutEvent type=x/><WorkoutStatistics type="S"/></Workout>"#,
    samples: [
      "workout HKWorkoutTypeIdentifier line=3", "workoutStatistics S line=3 parent=1",
    ], codes: ["malformed_element": 1]),
  Damage(
    name: "single quotes", elements: #" <Record type='B' unit='say "hi"'/>"#,
    samples: [#"data B line=3 unit=say "hi""#], codes: [:]),
  Damage(
    name: "a tag in several lines", elements: " <Record\n type=\"B\"\n\tunit = \"x\"\n/>",
    samples: ["data B line=3 unit=x"], codes: [:]),
  Damage(
    name: "newline in a value", elements: " <Record type=\"B\" unit=\"a\nb\tc&#10;d\"/>",
    samples: ["data B line=3 unit=a b c\nd"], codes: [:]),
  Damage(
    name: "missing end tag", elements: #" <Record type="B"><MetadataEntry key="k" value="v"/>"#,
    samples: ["data B line=3 #k=v"], codes: ["missing_end_tag": 1]),
  Damage(
    name: "crossed end tags", elements: #" <Workout><WorkoutActivity></Workout></WorkoutActivity>"#,
    samples: [
      "workout HKWorkoutTypeIdentifier line=3", "workoutActivity WorkoutActivity line=3 parent=1",
    ], codes: ["missing_end_tag": 1, "unexpected_end_tag": 1]),
  Damage(
    name: "end tag of nothing", elements: " </Record>", samples: [],
    codes: ["unexpected_end_tag": 1]),
  Damage(
    name: "text and markup between elements",
    elements: " text <!-- <Record type=\"no\"/> --> <![CDATA[<Record type=\"no\"/>]]> <?pi ?> < 5",
    samples: [], codes: ["markup_skipped": 3, "unexpected_text": 2]),
  Damage(
    name: "a declaration in the content",
    elements: #" <!DOCTYPE HealthData [ <!ENTITY e "&e;"> ]> <Record type="B&e;"/>"#,
    samples: ["data B&e; line=3"], codes: ["markup_skipped": 1, "unknown_entity": 1]),
  Damage(
    name: "a prefix", elements: #" <Record type="B" x:y="1"/> <a:Record type="B"/>"#,
    samples: [], codes: ["malformed_element": 2], rejected: ["B": 1]),
]

@Suite struct `Damaged elements` {
  @Test(arguments: damages)
  func `cost no more than they must`(_ damage: Damage) throws {
    let text = export([before, damage.elements, after].joined(separator: "\n"))
    let careful = try read(text, options: .small(lanes: 1))
    let numbered = careful.samples.map { String($0.drop { $0 != " " }.dropFirst()) }
    let extra = damage.elements.utf8.count { $0 == 0x0A }
    #expect(
      numbered == ["data A line=2 value=1"] + damage.samples
        + ["data Z line=\(4 + extra) value=9"])
    #expect(careful.codes == damage.codes)
    #expect(careful.summary.rejectedTypes == damage.rejected)
    #expect(careful.summary.complete)
    let fast = try read(text, options: .small(lanes: 2))
    #expect(fast.outputs == careful.outputs)
    #expect(fast.facts == careful.facts)
  }

  @Test(
    arguments: [
      ([0xF0, 0x9F, 0xF0], "\u{FFFD}\u{FFFD}", 2), ([0xC3], "\u{FFFD}", 1),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}", 2), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
      ([0xEF, 0xBF, 0xBF], "\u{FFFD}", 1), ([0xFF], "\u{FFFD}", 1),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),
    ] as [([UInt8], String, Int)])
  func `bytes that are no UTF-8 are replaced and counted`(
    _ bytes: [UInt8], _ text: String, _ count: Int
  ) throws {
    let parts = export(#" <Record type="T" unit="a|z"/>"#).split(separator: "|")
    let input = Array(parts[0].utf8) + bytes + Array(parts[1].utf8)
    for lanes in 1...2 {
      let run = try read(input, options: .small(lanes: lanes))
      #expect(run.samples == ["0 data T line=2 unit=a\(text)z"])
      #expect(run.codes == ["invalid_utf8": count])
    }
  }

  @Test func `a diagnostic names the line and its byte`() throws {
    let text = export("\n\n <Record type=5/>")
    let run = try read(text)
    let start = try #require(text.utf8.firstRange(of: " <Record".utf8)).lowerBound
    let byte = UInt64(text.utf8.distance(from: text.utf8.startIndex, to: start))
    #expect(
      run.summary.diagnostics.all.map(\.first)
        == [InputPosition(member: "export.xml", byte: byte, line: 9)])
  }

  @Test func `a value over the limit costs its element only`() throws {
    var options = ReaderOptions.small(lanes: 2)
    options.limits.attributeBytes = 100
    let long = String(repeating: "x", count: 101)
    let run = try read(
      export(
        [before, #" <Record type="B" value="\#(long)"/>"#, after].joined(separator: "\n")),
      options: options)
    #expect(run.samples.count == 2)
    #expect(run.codes == ["attribute_too_long": 1])
    #expect(run.summary.rejectedTypes == ["B": 1])
  }

  @Test func `a tag over the limit is skipped without being held`() throws {
    var options = ReaderOptions.small(lanes: 2, pieceBytes: 64)
    options.limits.tagBytes = 1000
    let long = String(repeating: "x<>'", count: 10).replacing("<", with: "") + "y"
    let value = String(repeating: long, count: 1000)
    let run = try read(
      export([before, #" <Record type="B" value="\#(value)"/>"#, after].joined(separator: "\n")),
      options: options)
    #expect(run.samples.count == 2)
    #expect(run.codes == ["attribute_too_long": 1])
    #expect(run.summary.rejectedTypes == ["B": 1])
    #expect(run.summary.complete)
  }

  @Test func `more attributes than the limit cost their element`() throws {
    let many = (0..<300).map { "a\($0)=\"\"" }.joined(separator: " ")
    let run = try read(export(before + "\n <Record type=\"B\" \(many)/>\n" + after))
    #expect(run.samples.count == 2)
    #expect(run.codes == ["too_many_attributes": 1])
  }

  @Test(arguments: [1, 2]) func `nesting beyond the limit is skipped`(_ lanes: Int) throws {
    let deep = String(repeating: "<a>", count: 60) + String(repeating: "</a>", count: 60)
    let run = try read(
      export(before + "\n <Workout>\(deep)</Workout>\n" + after), options: .small(lanes: lanes))
    #expect(run.samples.count == 3)
    #expect(run.codes == ["nesting_too_deep": 29])
  }

  @Test(arguments: [1, 2]) func `parts beyond the limit are left out`(_ lanes: Int) throws {
    var options = ReaderOptions.small(lanes: lanes)
    options.limits.partsPerSample = 3
    let run = try read(
      export(
        " <Workout>" + String(repeating: "<WorkoutEvent a=\"1\"/>", count: 5) + "</Workout>"),
      options: options)
    #expect(
      run.samples == [
        "0 workout HKWorkoutTypeIdentifier line=2"
          + String(repeating: " <WorkoutEvent @a=1>", count: 3)
      ])
    #expect(run.codes == ["too_many_parts": 2])
  }

  @Test(arguments: [1, 2]) func `members beyond the limit end their correlation`(
    _ lanes: Int
  ) throws {
    var options = ReaderOptions.small(lanes: lanes)
    options.limits.membersPerElement = 2
    let members = String(repeating: "\n <Record type=\"M\"/>", count: 4)
    let run = try read(export(" <Correlation type=\"C\">\(members)"), options: options)
    #expect(
      run.samples == [
        "0 correlation C line=2", "1 data M line=3 parent=0", "2 data M line=4 parent=0",
        "3 data M line=5", "4 data M line=6",
      ])
  }
}

@Suite struct `What stands before an export` {
  private let rest = "<HealthData locale=\"de_DE\">\n <Record type=\"T\"/>\n</HealthData>\n"

  @Test(arguments: [
    ("", "unknown", []), ("<?xml version=\"1.0\"?>\n", "unknown", []),
    ("<!-- x -->\n<?xml version=\"1.0\"?>\n", "unknown", ["unexpected_prologue"]),
    ("\u{FEFF}<?xml version=\"1.0\"?>", "unknown", ["byte_order_mark"]),
    ("junk <a> & \n", "unknown", ["unexpected_prologue"]),
    (
      "<!DOCTYPE HealthData [\n<!-- HealthKit Export Version: 12 -->\n<!ELEMENT HealthData (Me)>\n"
        + "<!ATTLIST VisionPrescription\n brand CDATA #IMPLIED\n<!ELEMENT RightEye EMPTY>\n>\n]>\n",
      "12", []
    ),
    ("<!DOCTYPE HealthData [<!ELEMENT HealthData ANY>]>\n>\n", "unknown", []),
    (
      "<!-- HealthKit Export Version: 3 --><!-- HealthKit Export Version: 4 -->", "3",
      ["unexpected_prologue"]
    ),
    ("<!-- HealthKit Export Version: 12345678 -->", "unknown", ["unexpected_prologue"]),
    ("<!-- <HealthData locale=\"no\"> -->", "unknown", ["unexpected_prologue"]),
    ("<!DOCTYPE HealthData [<!ENTITY a \"b\">]><HealthDataX/>", "unknown", []),
  ])
  func `is skipped, whatever it is`(
    _ text: String, _ version: String, _ codes: [String]
  ) throws {
    let run = try read(text + rest)
    #expect(run.samples == ["0 data T line=1"])
    #expect(run.summary.formatVersion == "healthkit_export_\(version)")
    #expect(run.summary.locale == "de_DE")
    #expect(run.codes.keys.sorted() == codes)
    #expect(run.summary.complete)
  }

  @Test(arguments: ["", "<", "<Health", "<ClinicalDocument/>", "<HealthData", "PK\u{3}\u{4}"])
  func `is no export when there is no root`(_ text: String) {
    #expect(throws: AppleHealthError.notAppleHealth(member: "export.xml", limit: 1 << 20)) {
      try read(text)
    }
  }

  @Test func `may not be longer than the limit`() throws {
    var options = ReaderOptions()
    options.limits.prologueBytes = 1000
    #expect(throws: AppleHealthError.notAppleHealth(member: "export.xml", limit: 1000)) {
      try read(String(repeating: " ", count: 1000) + rest, options: options)
    }
    #expect(
      try read(String(repeating: " ", count: 900) + rest, options: options).samples.count == 1)
  }

  @Test func `may be followed by nothing`() throws {
    let run = try read("<HealthData locale=\"&lt;x&gt;\"/>")
    #expect(run.summary.complete)
    #expect(run.summary.locale == "<x>")
    #expect(run.outputs.isEmpty)
  }

  @Test func `gives no entity a meaning`() throws {
    let run = try read(
      "<!DOCTYPE HealthData [<!ENTITY x SYSTEM \"file:///etc/hostname\"><!ENTITY y \"z\">]>"
        + "<HealthData>\n <Record type=\"&x;&y;\"/>\n</HealthData>")
    #expect(run.samples == ["0 data &x;&y; line=1"])
  }

  @Test func `content behind the end is told of`() throws {
    for lanes in 1...2 {
      let run = try read(
        export("") + "<Record type=\"late\"/>text", options: .small(lanes: lanes, pieceBytes: 16))
      #expect(run.samples == [])
      #expect(run.codes["content_after_end"] ?? 0 > 0)
      #expect(run.summary.complete)
    }
  }
}
