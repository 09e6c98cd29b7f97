import Testing
import Foundation
@testable import DeviceExports

@Test func scratch() throws {
  let root = "/work/shared/real/apple_health/"
  let broken = "/work/shared/formats/apple-health/broken-xml/"
  var files = ["export_v3.xml","export_v12.xml","export_v13.xml","export_v14_workouts.xml"].map { root + $0 }
  files += try FileManager.default.contentsOfDirectory(atPath: broken).filter{$0.hasSuffix("xml")}.sorted().map { broken + $0 }
  var side: [String: [UInt8]] = [:]
  for p in ["workout-routes/route_2024-01-18_2.54pm.gpx","electrocardiograms/ecg_2022-02-05.csv"] {
    side[p] = Array(try Data(contentsOf: URL(fileURLWithPath: root + p)))
  }
  for f in files {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: f)))
    do {
    let a = try read(bytes, sideFiles: side, options: .small(lanes: 1))
    let b = try read(bytes, sideFiles: side, options: .small(lanes: 2))
    print("==", f, a.samples.count, a.samples == b.samples, a.facts == b.facts)
    if a.samples.count < 16 { for s in a.samples { print(s.prefix(300)) } }
    for x in a.facts { print("   ", x) }
    for s in [1000, 20000] {
      let c = try read(bytes, sideFiles: side, readSize: 777, options: .small(lanes: 2, pieceBytes: s))
      let d = try read(bytes, sideFiles: side, options: .small(lanes: 1, pieceBytes: s))
      #expect(c.samples == d.samples)
      #expect(c.outputs == d.outputs)
      #expect(c.facts == d.facts)
      #expect(c.samples.count == a.samples.count)
      print("   pieces", c.summary.pieces, c.outputs.filter{$0.resumePoint == nil}.count)
    }
    } catch { print("==", f, error) }
  }
}
