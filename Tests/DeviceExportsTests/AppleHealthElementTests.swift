import Testing

@testable import DeviceExports

/// The frame of an export around some elements.
func export(_ elements: String, version: Int = 14) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE HealthData [
  <!-- HealthKit Export Version: \(version) -->
  ]>
  <HealthData locale="en_FR">
   <ExportDate value="2024-06-01 09:00:00 +0200"/>
  \(elements)
  </HealthData>

  """
}

/// Reads the elements in both lanes, which must agree, and gives the samples.
private func samples(
  _ elements: String, sideFiles: [String: [UInt8]] = [:], codes: [String: Int] = [:]
) throws -> [String] {
  let careful = try read(export(elements), sideFiles: sideFiles, options: .small(lanes: 1))
  let fast = try read(export(elements), sideFiles: sideFiles, options: .small(lanes: 2))
  #expect(fast.outputs == careful.outputs)
  #expect(fast.facts == careful.facts)
  #expect(careful.codes == codes)
  #expect(careful.summary.complete)
  return careful.samples
}

/// The dates of most elements here; the second one is ten minutes after the first.
let span = #"startDate="2024-05-01 10:00:00 +0200" endDate="2024-05-01 10:10:00 +0200""#
let spanText = "start=1714550400000 end=1714551000000 offset=120"

@Suite struct `Elements of an Apple Health export` {
  @Test func `a record keeps every attribute in its field`() throws {
    let found = try samples(
      #"""
       <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Jo’s Watch" sourceVersion="10.1" device="&lt;&lt;HKDevice: 0x28aB0&gt;, name:Watch, hardware:Watch6,7&gt;" unit="count" creationDate="2024-05-01 10:11:00 +0200" \#(span) value="42"/>
      """#)
    #expect(
      found == [
        "0 quantity HKQuantityTypeIdentifierStepCount line=2 unit=count source=Jo’s Watch "
          + "version=10.1 device=<<HKDevice>, name:Watch, hardware:Watch6,7> value=42 "
          + "start=1714550400000 end=1714551000000 creation=1714551060000 offset=120"
      ])
  }

  @Test(arguments: [
    ("HKQuantityTypeIdentifierStepCount", "quantity"),
    ("HKCategoryTypeIdentifierSleepAnalysis", "category"),
    ("HKDataTypeSleepDurationGoal", "data"), ("X", "data"), ("", "data"),
  ])
  func `the prefix of its type is a record's kind`(_ type: String, _ kind: String) throws {
    let found = try samples(#" <Record type="\#(type)" \#(span)/>"#)
    #expect(found == ["0 \(kind) \(type) line=2 \(spanText)"])
  }

  @Test func `metadata keeps its order, and the same entry twice is one`() throws {
    let found = try samples(
      #"""
       <Record type="T" \#(span)>
        <MetadataEntry key="meal" value="1"/>
        <MetadataEntry key="Meal" value="1"/>
        <MetadataEntry key="meal" value="1"/>
        <MetadataEntry key="meal" value="2"/>
       </Record>
      """#)
    #expect(found == ["0 data T line=2 \(spanText) #meal=1 #Meal=1 #meal=2"])
  }

  @Test func `beats are parts`() throws {
    let found = try samples(
      #"""
       <Record type="T" \#(span) value="47.8">
        <MetadataEntry key="k" value="v"/>
        <HeartRateVariabilityMetadataList>
         <InstantaneousBeatsPerMinute bpm="64" time="00:20:37,80"/>
         <InstantaneousBeatsPerMinute bpm="65" time="00:20:38,70"/>
        </HeartRateVariabilityMetadataList>
       </Record>
      """#)
    #expect(
      found == [
        "0 data T line=2 value=47.8 \(spanText) #k=v"
          + " <InstantaneousBeatsPerMinute @bpm=64 @time=00:20:37,80>"
          + " <InstantaneousBeatsPerMinute @bpm=65 @time=00:20:38,70>"
      ])
  }

  @Test func `members of a correlation follow it and point to it`() throws {
    let found = try samples(
      #"""
       <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="A" \#(span)>
        <MetadataEntry key="HKFoodType" value="Soup"/>
        <Record type="Q" sourceName="A" unit="g" \#(span) value="1">
         <MetadataEntry key="inner" value="1"/>
        </Record>
        <MetadataEntry key="late" value="2"/>
        <Record type="R" sourceName="A" unit="g" \#(span) value="2"/>
       </Correlation>
       <Record type="Q" sourceName="A" unit="g" \#(span) value="1"/>
      """#)
    #expect(
      found == [
        "0 correlation HKCorrelationTypeIdentifierFood line=2 source=A \(spanText)"
          + " #HKFoodType=Soup #late=2",
        "1 data Q line=4 parent=0 unit=g source=A value=1 \(spanText) #inner=1",
        "2 data R line=8 parent=0 unit=g source=A value=2 \(spanText)",
        "3 data Q line=10 unit=g source=A value=1 \(spanText)",
      ])
  }

  @Test func `a workout's activities, statistics, events and routes keep their level`() throws {
    let found = try samples(
      #"""
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" sourceName="W" \#(span)>
        <MetadataEntry key="HKIndoorWorkout" value="0"/>
        <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-05-01 10:01:00 +0200" duration="1" durationUnit="min">
         <MetadataEntry key="lap" value="1"/>
        </WorkoutEvent>
        <WorkoutActivity uuid="U" \#(span) duration="10" durationUnit="min">
         <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-05-01 10:01:00 +0200"/>
         <WorkoutStatistics type="E" \#(span) sum="3" unit="kcal"/>
         <MetadataEntry key="a" value="b"/>
        </WorkoutActivity>
        <WorkoutStatistics type="H" \#(span) average="100" minimum="90" maximum="120" unit="count/min"/>
        <WorkoutRoute sourceName="W" \#(span)>
         <MetadataEntry key="r" value="s"/>
         <Location date="2024-05-01 10:00:00 +0200" latitude="1.5" longitude="2.5"/>
        </WorkoutRoute>
       </Workout>
      """#)
    #expect(
      found == [
        "0 workout HKWorkoutTypeIdentifier line=2 source=W \(spanText)"
          + " @workoutActivityType=HKWorkoutActivityTypeRunning @duration=10 @durationUnit=min"
          + " #HKIndoorWorkout=0"
          + " <WorkoutEvent @type=HKWorkoutEventTypeLap @date=2024-05-01 10:01:00 +0200"
          + " @duration=1 @durationUnit=min #lap=1>",
        "1 workoutActivity WorkoutActivity line=7 parent=0 \(spanText) @uuid=U @duration=10"
          + " @durationUnit=min #a=b"
          + " <WorkoutEvent @type=HKWorkoutEventTypeLap @date=2024-05-01 10:01:00 +0200>",
        "2 workoutStatistics E line=9 parent=1 unit=kcal \(spanText) @sum=3",
        "3 workoutStatistics H line=12 parent=0 unit=count/min \(spanText)"
          + " @average=100 @minimum=90 @maximum=120",
        "4 workoutRoute HKWorkoutRouteTypeIdentifier line=13 parent=0 source=W \(spanText) #r=s"
          + " <Location @date=2024-05-01 10:00:00 +0200 @latitude=1.5 @longitude=2.5>",
      ])
  }

  @Test func `a person, a day and an export date are what they say`() throws {
    let found = try samples(
      #"""
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01" HKCharacteristicTypeIdentifierBloodType=""/>
       <ActivitySummary dateComponents="2024-05-01" activeEnergyBurned="300.5" activeEnergyBurnedUnit="kcal"/>
      """#)
    #expect(
      found == [
        "0 characteristics Me line=2 @HKCharacteristicTypeIdentifierDateOfBirth=1980-01-01"
          + " @HKCharacteristicTypeIdentifierBloodType=",
        "1 activitySummary ActivitySummary line=3 @dateComponents=2024-05-01"
          + " @activeEnergyBurned=300.5 @activeEnergyBurnedUnit=kcal",
      ])
    let summary = try read(export("")).summary
    #expect(summary.exportedAt == 1_717_225_200_000)
    #expect(summary.exportOffset == 120)
    #expect(summary.locale == "en_FR")
    #expect(summary.formatVersion == "healthkit_export_14")
  }

  @Test func `a hearing test and a prescription have parts`() throws {
    let found = try samples(
      #"""
       <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="A" \#(span)>
        <SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" leftEarValue="10" leftEarUnit="dBHL"/>
       </Audiogram>
       <Audiogram sourceName="B" \#(span)/>
       <VisionPrescription type="Glasses" dateIssued="2024-05-01 10:00:00 +0200" expirationDate="2026-05-01 10:00:00 +0200" brand="X">
        <RightEye sphere="-1" sphereUnit="D"/>
        <LeftEye sphere="-2" sphereUnit="D"/>
        <Attachment identifier="I"/>
        <MetadataEntry key="k" value="v"/>
       </VisionPrescription>
      """#)
    #expect(
      found == [
        "0 audiogram HKDataTypeIdentifierAudiogram line=2 source=A \(spanText)"
          + " <SensitivityPoint @frequencyValue=1000 @frequencyUnit=Hz @leftEarValue=10"
          + " @leftEarUnit=dBHL>",
        "1 audiogram HKDataTypeIdentifierAudiogram line=5 source=B \(spanText)",
        "2 visionPrescription HKVisionPrescriptionTypeIdentifier line=6 start=1714550400000"
          + " offset=120 @type=Glasses @expirationDate=2026-05-01 10:00:00 +0200 @brand=X #k=v"
          + " <RightEye @sphere=-1 @sphereUnit=D> <LeftEye @sphere=-2 @sphereUnit=D>"
          + " <Attachment @identifier=I>",
      ])
  }

  @Test func `a clinical record has its document and when it was received`() throws {
    let found = try samples(
      #"""
       <ClinicalRecord type="Condition" identifier="1" sourceName="Clinic" sourceURL="https://x" fhirVersion="4.0.1" receivedDate="2024-05-01 10:00:00 +0200" resourceFilePath="/clinical-records/Condition-1.json"/>
      """#, sideFiles: ["clinical-records/Condition-1.json": Array("{}".utf8)])
    #expect(
      found == [
        "0 clinicalRecord Condition line=2 source=Clinic creation=1714550400000 @identifier=1"
          + " @sourceURL=https://x @fhirVersion=4.0.1"
          + " @resourceFilePath=/clinical-records/Condition-1.json"
          + " @receivedDate=2024-05-01 10:00:00 +0200 document={}"
      ])
  }

  @Test func `an unknown child is a part, and its children too`() throws {
    let found = try samples(
      #"""
       <Workout \#(span)>
        <WorkoutZone number="1">
         <Bound value="2"/>
         <MetadataEntry key="k" value="v"/>
        </WorkoutZone>
       </Workout>
      """#)
    #expect(
      found == [
        "0 workout HKWorkoutTypeIdentifier line=2 \(spanText)"
          + " <WorkoutZone @number=1 #k=v> <Bound @value=2>"
      ])
  }

  @Test func `an unknown element of the top level is counted by its name`() throws {
    let run = try read(
      export(#" <StateOfMind type="S"><Label value="1"/></StateOfMind>"#))
    #expect(run.samples == [])
    #expect(run.summary.rejectedTypes == ["StateOfMind": 1])
    #expect(run.codes == ["unknown_element": 1])
  }

  @Test func `an element without a type is counted with its members`() throws {
    let run = try read(
      export(
        #"""
         <Record sourceName="A" \#(span) value="1"/>
         <Correlation \#(span)><Record type="Q" \#(span)/><Record \#(span)/></Correlation>
         <Workout><WorkoutStatistics sum="1"/></Workout>
        """#))
    #expect(run.samples == ["0 workout HKWorkoutTypeIdentifier line=4"])
    #expect(
      run.summary.rejectedTypes
        == ["Record": 2, "Correlation": 1, "Q": 1, "WorkoutStatistics": 1])
    #expect(run.codes == ["missing_type": 3])
  }

  @Test func `a sample without a start is delivered without one`() throws {
    let found = try samples(#" <Record type="T" endDate="2024-05-01 10:10:00 +0200"/>"#)
    #expect(
      found == ["0 data T line=2 end=1714551000000 @endDate=2024-05-01 10:10:00 +0200"])
  }

  @Test func `a date that the fields cannot give back stays as text`() throws {
    let found = try samples(
      #"""
       <Record type="A" startDate="2024-05-01 10:00:00 +0200" endDate="2024-05-01 09:10:00 +0100" creationDate="20240501101000+0200"/>
       <Record type="B" startDate="yesterday" endDate="2024-05-01 08:10:00 +0000"/>
       <Record type="C" source="Old" startDate="20150616071820-0700" endDate="2015-06-16 07:18:20 -0700"/>
      """#)
    #expect(
      found == [
        "0 data A line=2 start=1714550400000 end=1714551000000 creation=1714551000000 offset=120"
          + " @endDate=2024-05-01 09:10:00 +0100 @creationDate=20240501101000+0200",
        "1 data B line=3 end=1714551000000 @startDate=yesterday",
        "2 data C line=4 source=Old start=1434464300000 end=1434464300000 offset=-420"
          + " @source=Old @startDate=20150616071820-0700",
      ])
  }

  @Test func `an empty value is another thing than none`() throws {
    let found = try samples(
      #" <Record type="A" sourceName="" device="" unit="" value="" mood="&amp;&#10;b"/>"#)
    #expect(found == ["0 data A line=2 unit= source= device= value= @mood=&\nb"])
  }

  @Test func `devices differ only where more than the address does`() throws {
    let head = #" <Record type="A" device=""#
    let found = try samples(
      [
        "&lt;&lt;HKDevice: 0x1&gt;, name:W&gt;", "&lt;&lt;HKDevice: 0x2f&gt;, name:W&gt;",
        "&#60;&lt;HKDevice: 0xAA&gt;, name:W&gt;", "&lt;&lt;HKDevice: 0x&gt;, name:W&gt;",
        "&lt;&lt;HKDevice: 0x1, name:W&gt;", "Dummy", "&gt;, name:W&gt;",
      ].map { head + $0 + "\"/>\n" }.joined())
    #expect(
      found.map { String($0.split(separator: "device=")[1]) } == [
        "<<HKDevice>, name:W>", "<<HKDevice>, name:W>", "<<HKDevice>, name:W>",
        "<<HKDevice: 0x>, name:W>", "<<HKDevice: 0x1, name:W>", "Dummy", ">, name:W>",
      ])
  }

  @Test func `sources and devices of parts are read like those of samples`() throws {
    let found = try samples(
      #"""
       <Workout sourceName="S">
        <WorkoutEvent sourceName="S" device="&lt;&lt;HKDevice: 0x1&gt;, name:W&gt;"/>
       </Workout>
      """#)
    #expect(
      found == [
        "0 workout HKWorkoutTypeIdentifier line=2 source=S"
          + " <WorkoutEvent @sourceName=S @device=<<HKDevice>, name:W>>"
      ])
  }

  @Test func `samples and rejected elements are counted by type`() throws {
    let run = try read(
      export(
        #"""
         <Record type="A" \#(span)/>
         <Record type="A" \#(span)/>
         <Record type="B" startDate="2024-05-01 10:00:00 -0800"/>
        """#))
    #expect(run.summary.samplesByType == ["A": 2, "B": 1])
    #expect(run.summary.sampleCount == 3)
    #expect(run.summary.writtenOffsets == [-480, 120])
  }
}

@Suite struct `Names of an export` {
  private func withBytes<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    Array(text.utf8).withUnsafeBufferPointer(body)
  }

  @Test func `every element is known by its name, and by nothing else`() {
    for element in ElementName.allCases where element != .other {
      let text = "\(element.text)"
      #expect(withBytes(text) { ElementName($0) } == element)
      #expect(withBytes(text + "s") { ElementName($0) } == .other)
      #expect(withBytes(String(text.dropLast()) + "\0") { ElementName($0) } == .other)
    }
    #expect(withBytes("") { ElementName($0) } == .other)
  }

  @Test func `every attribute is known by its name, and by nothing else`() {
    for attribute in AttributeName.allCases where attribute != .other {
      let text = "\(attribute.text)"
      #expect(withBytes(text) { AttributeName($0) } == attribute)
      #expect(withBytes(text + "s") { AttributeName($0) } == .other)
      #expect(withBytes(String(text.dropLast()) + "\0") { AttributeName($0) } == .other)
    }
    #expect(withBytes("") { AttributeName($0) } == .other)
  }
}
