import HealthRecords
import SonarTestSupport
import Testing

@testable import DeviceExports

/// A route in Apple's own layout.
private let head = """
  <?xml version="1.0" encoding="UTF-8"?>
  <gpx version="1.1" creator="Apple &gt; Health" xmlns="http://www.topografix.com/GPX/1/1">
    <metadata><time>2026-01-01T00:00:00Z</time></metadata>
    <trk><name>Route 2024-01-18 2:54pm</name><trkseg>

  """

private let tail = """
  </trkseg></trk>
  </gpx>

  """

private let point =
  "<trkpt lon=\"-0.5\" lat=\"1.25\"><ele>246.02</ele><time>2024-01-18T13:54:28Z</time>"
  + "<extensions><speed>3.5</speed><hAcc>1.6</hAcc></extensions></trkpt>"

/// What a reader has made of a file.
private struct RouteResult: Equatable {
  var isWhole: Bool
  var points: [String]
  var bytes: Int
  var first: NativeInstant
  var last: NativeInstant

  init(_ reader: RouteReader, isWhole: Bool) {
    self.isWhole = isWhole
    let route = reader.collector
    bytes = route.partBytes
    first = route.first
    last = route.last
    points = route.parts.map { part in
      let fields = route.attributes[part.attributes.indices].map { field in
        let name = route.symbols.string(of: field.name) ?? "?"
        return "\(name)=\(route.symbols.string(of: field.value) ?? "?")"
      }
      return fields.joined(separator: " ")
    }
  }
}

@Suite struct `A route read plainly` {
  /// Nil where the file is left to libxml2.
  private func readPlainly(_ text: [UInt8]) -> RouteResult? {
    let reader = RouteReader(partLimit: 1000, byteLimit: 1 << 20)
    return reader.readPlainly(text) ? RouteResult(reader, isWhole: true) : nil
  }

  private func readWholly(_ text: [UInt8]) -> RouteResult {
    let reader = RouteReader(partLimit: 1000, byteLimit: 1 << 20)
    let isWhole = reader.readWholly(text)
    return RouteResult(reader, isWhole: isWhole)
  }

  @Test func `has the points that libxml2 finds`() {
    let text = Array((head + point + "\n" + point + tail).utf8)
    let result = readPlainly(text)
    #expect(
      result?.points
        == Array(
          repeating: "lon=-0.5 lat=1.25 ele=246.02 time=2024-01-18T13:54:28Z speed=3.5 hAcc=1.6",
          count: 2))
    #expect(result == readWholly(text))
  }

  @Test(arguments: [
    "<trkpt></trkpt>", "<trkpt>\n</trkpt>", "<trkpt lat=\"\"><ele></ele></trkpt>",
    "<trkpt lat=\"1\"><ele> 1 </ele><ele>\n2\n</ele></trkpt>",
    "<trkpt lat=\"1\"><a><b><c>1</c></b></a></trkpt>", "<trkpt><a> <b>1</b> </a></trkpt>",
    "<trkpt><trkpt>1</trkpt></trkpt>", "<trkpt><time>x</time></trkpt>",
    "<trkpt><a>1 2</a></trkpt>", "<trkpt><a>'</a></trkpt>",
    "</trkseg><trkseg>", "<x a='>' b=\">\"/>", "text",
  ])
  func `agrees on every plain form`(_ form: String) {
    let text = Array((head + point + form + point + tail).utf8)
    let result = readPlainly(text)
    #expect(result != nil)
    #expect(result == readWholly(text))
  }

  @Test(arguments: [
    "<trkpt lat='1'></trkpt>", "<trkpt ></trkpt>", "<trkpt lat=\"1\" lat=\"2\"></trkpt>",
    "<trkpt lat=\"1\"/>",
    "<trkpt lat=\"&amp;\"></trkpt>", "<trkpt lat=\"ä\"></trkpt>", "<trkpt xmlns=\"u\"></trkpt>",
    "<trkpt a:b=\"1\"></trkpt>", "<trkpt><a:b>1</a:b></trkpt>", "<trkpt><a>&amp;</a></trkpt>",
    "<trkpt><a>ä</a></trkpt>", "<trkpt><a b=\"1\">1</a></trkpt>", "<trkpt><a/></trkpt>",
    "<trkpt>text</trkpt>", "<trkpt><a>1<b>2</b></a></trkpt>", "<trkpt><a>1</b></trkpt>",
    "<trkpt><a>1</a>", "<trkpt><a>1\n2</a></trkpt>",
    "&#6\(point)5;", "&am\(point)p;", "<x:trkpt><a>1</a></x:trkpt>", "<x:y/>",
    "<trkpt \(String(repeating: "n", count: 1001))=\"1\"></trkpt>",
    "<trkpt lat=\"\(String(repeating: "1", count: 300))\"></trkpt>",
    "<trkpt><a>\(String(repeating: " ", count: 300))4.0</a></trkpt>", "<trkpt><a>1]]></a></trkpt>",
    "<trkpt><a>></a></trkpt>", "<trkpt\nlat=\"1\"></trkpt>",
    "<!-- \(point) -->", "<![CDATA[\(point)]]>", "<?p \(point)?>", "<trkpt><1>2</1></trkpt>",
    "<trkpt><a>" + String(repeating: "1", count: 300) + "</a></trkpt>",
    "<trkpt>" + String(repeating: "<a>", count: 9) + String(repeating: "</a>", count: 9)
      + "</trkpt>", "<x", "<x <y>", "</trkseg>", "\u{1}", "&x;",
  ])
  func `leaves every other form to libxml2`(_ form: String) {
    let text = Array((head + point + form + point + tail).utf8)
    #expect(readPlainly(text) == nil)
    let reader = RouteReader(partLimit: 1000, byteLimit: 1 << 20)
    let isWhole = reader.read(text)
    #expect(RouteResult(reader, isWhole: isWhole) == readWholly(text))
  }

  /// The collector keeps 64 fields of a point: the 65th makes as many fields as values, in another order.
  @Test(arguments: [0, 1, 62, 63, 64, 65]) func `agrees on points with an empty field among many`(
    _ filled: Int
  ) {
    let leaves = (0..<filled).map { "<f\($0)>1</f\($0)>" }.joined()
    for fields in ["<e></e>" + leaves, leaves + "<e></e>", leaves, "<a>" + leaves + "<e></e></a>"] {
      let many = "<trkpt>\(fields)</trkpt>"
      let text = Array((head + many + "\n" + many + "\n" + many + tail).utf8)
      let result = readPlainly(text)
      #expect(result != nil)
      #expect(result == readWholly(text))
    }
  }

  @Test(arguments: [point, point + head + tail, head + tail + point, head + point, ""])
  func `is not one whose points stand outside of a document`(_ text: String) {
    #expect(readPlainly(Array(text.utf8)) == nil)
  }

  @Test(arguments: 0..<8) func `agrees on mutated files`(_ seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let text = Array((head + point + "\n" + point + "\n" + point + tail).utf8)
    var taken = 0
    for _ in 0..<400 {
      var mutated = text
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<mutated.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: mutated[place] = UInt8.random(in: 0...255, using: &random)
        case 1: mutated[place] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 2: mutated.remove(at: place)
        default:
          let end = min(mutated.count, place + Int.random(in: 1...60, using: &random))
          mutated.insert(contentsOf: mutated[place..<end], at: place)
        }
      }
      guard let result = readPlainly(mutated) else { continue }
      taken += 1
      if readWholly(mutated) != result {
        Issue.record("differs on \(String(decoding: mutated, as: UTF8.self))")
      }
    }
    #expect(taken > 20)
  }
}
