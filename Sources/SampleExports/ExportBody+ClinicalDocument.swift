/// The clinical document, which repeats a part of the main file and is not well-formed: the root
/// element ends after the first section, as phones have written it for years.
extension ExportBody {
  mutating func writeClinicalDocument() throws(SampleError) {
    var document = ByteText()
    document.append("<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\">\n")
    document.append(" <title>Health Data Export</title>\n <effectiveTime value=\"")
    let local = configuration.exportDate + Int64(configuration.exportOffsetMinutes) * 60
    let day = CivilDay(number: local.floorDivided(by: 86_400))
    document.append(digits: day.year.magnitude, width: 4)
    document.append(twoDigits: day.month)
    document.append(twoDigits: day.day)
    document.append("\"/>\n")
    document.append(
      """
       <component>
        <section>
         <title>Vital Signs</title>
        </section>
       </component>
      </ClinicalDocument>
       <component>
        <section>
         <entry>
          <observation classCode="OBS" moodCode="EVN">
           <id root="c6f88321-67ad-11db-bd13-0800200c9a66"/>
           <text>
            <type>HKQuantityTypeIdentifierHeartRate</type>
            <value>61</value>
            <unit>count/min</unit>
           </text>
          </observation>
         </entry>
        </section>
       </component>

      """)
    try write(document.bytes, to: "export_cda.xml")
  }
}
