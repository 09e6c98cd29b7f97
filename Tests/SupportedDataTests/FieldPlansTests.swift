import Foundation
import HealthRecords
import SonarTestSupport
import SupportedData
import Testing

/// What a normalizer keeps from batch to batch changes nothing of what it makes of them.
@Suite struct `Batches behind each other` {
  private static let shapes: [(shape: String, type: String?, json: String)] = [
    (
      "rn", "Weight",
      #"{"time":"2024-05-01T08:00:00Z","weight":{"inKilograms":75},"metadata":{"id":"a1"}}"#
    ),
    (
      "rn", "Weight",
      #"{"time":"2024-05-01T08:00:01Z","weight":{"inGrams":75},"extra":{"x":[{"y":1}]}}"#
    ),
    (
      "rn", "HeartRate",
      #"{"startTime":"2024-05-01T08:00:00Z","endTime":"2024-05-01T08:01:00Z","samples":[{"time":"2024-05-01T08:00:30Z","beatsPerMinute":61},{"time":"2024-05-01T08:00:31Z","beatsPerMinute":62}],"odd":1}"#
    ),
    (
      "rn", "Speed",
      #"{"startTime":"2024-05-01T08:00:00Z","endTime":"2024-05-01T08:01:00Z","samples":[{"time":"2024-05-01T08:00:30Z","speed":{"inMetersPerSecond":1.5}}]}"#
    ),
    ("rn", "Nothing", #"{"time":"2024-05-01T08:00:00Z","weight":{"inKilograms":75}}"#),
    ("rn", "Steps", #"{"startTime":"2024-05-01T08:00:00Z","endTime":"","count":61}"#),
    ("tasker", nil, #"{"metadata":{"id":"b1"},"time":1705305600000,"weight":{"kilograms":75.0}}"#),
    (
      "tasker", nil,
      #"{"metadata":{"id":"b2"},"startTime":1705305600000,"endTime":1705305660000,"count":5}"#
    ),
    ("tasker", nil, #"{"metadata":{"id":"b3"},"time":1705305600000,"strange":1}"#),
    ("webhook", "weight", #"{"kilograms":75.0,"time":"2024-01-15T08:00:00Z","uuid":"c1"}"#),
    (
      "open_wearables", "BLOOD_PRESSURE_SYSTOLIC",
      #"{"id":"d-sys","parentId":"d","type":"BLOOD_PRESSURE_SYSTOLIC","startDate":"2024-05-01T08:00:00Z","endDate":"2024-05-01T08:00:00Z","value":120,"unit":"mmHg"}"#
    ),
  ]

  private static func batch(_ shape: String, _ random: inout SeededGenerator) -> NativeBatch {
    var draft = FieldDraft(shape)
    let own = shapes.filter { $0.shape == shape }
    // Symbols have other numbers in every batch.
    for index in 0..<Int.random(in: 0..<40, using: &random) {
      _ = draft.batch.symbols.intern("padding \(index)")
    }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      if let one = own.randomElement(using: &random) { draft.add(one.type, one.json) }
    }
    return draft.batch
  }

  /// All that a batch of records says, as text.
  private static func text(_ batch: RecordBatch) -> [String] {
    let rows = batch.rows.indices.map { index in
      "\(batch.rows[index].id) \(batch.rows[index].start) \(batch.rows[index].digest)"
        + " \(batch.rows[index].contentHash) \(batch.summary(index)) \(batch.nativeText(index))"
        + " \(batch.quality(index)) \(batch.source(index) ?? "-") \(batch.links[batch.rows[index].links.indices])"
    }
    let diagnostics = batch.diagnostics.all.map { "\($0.code) \($0.count)" }
    return rows + diagnostics + batch.types.map(\.nativeType)
  }

  @Test(arguments: 0..<8) func `are what each of them is alone`(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let tables = try EmbeddedTables.tables
    let shared = Normalizer(tables: tables)
    for _ in 0..<30 {
      let shape = Self.shapes.randomElement(using: &random)?.shape ?? "rn"
      let batch = Self.batch(shape, &random)
      let alone = Normalizer(tables: tables).normalize(batch)
      let together = shared.normalize(batch)
      #expect(Self.text(together) == Self.text(alone) && together.tallies == alone.tallies)
    }
  }

  @Test func `keep types apart whose names only look alike`() throws {
    let tables = try EmbeddedTables.tables
    let shared = Normalizer(tables: tables)
    for word in ["Caf\u{E9}", "Cafe\u{301}", "Caf\u{E9}"] {
      var draft = FieldDraft("rn")
      draft.add(word, #"{"time":"2024-05-01T08:00:00Z","cups":1}"#)
      let types = shared.normalize(draft.batch).types
      #expect(types.map { Array($0.nativeType.utf8) } == [Array(word.utf8)])
    }
  }

  @Test func `with ever new types and names end in the same`() throws {
    let tables = try EmbeddedTables.tables
    let shared = Normalizer(tables: tables)
    for number in 0..<4 {
      var draft = FieldDraft("rn")
      for index in 0..<600 {
        draft.add("Type\(number)-\(index)", #"{"time":"2024-05-01T08:00:00Z","name\#(index)":1}"#)
      }
      for index in 0..<20 {
        draft.add(
          "Weight",
          #"{"time":"2024-05-01T08:00:00Z","weight":{"inKilograms":75},"n\#(number)-\#(index)":1}"#)
      }
      let alone = Normalizer(tables: tables).normalize(draft.batch)
      #expect(Self.text(shared.normalize(draft.batch)) == Self.text(alone))
    }
  }
}

@Suite struct `Times behind each other` {
  @Test(arguments: 0..<6) func `are read as each of them is alone`(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    var draft = FieldDraft("rn")
    var expected: [Int64] = []
    for _ in 0..<200 {
      let (minute, second) = (
        Int.random(in: 0...1, using: &random), Int.random(in: 0..<60, using: &random)
      )
      let fraction = Int.random(in: 0..<1000, using: &random)
      let forms: [(text: String, milliseconds: Int, shift: Int)] = [
        ("Z", 0, 0), (String(format: ".%03dZ", fraction), fraction, 0),
        ("+02:00", 0, -7_200_000), (String(format: ".%03d+02:00", fraction), fraction, -7_200_000),
        (String(format: ".%03d456Z", fraction), fraction, 0),
      ]
      let form = forms.randomElement(using: &random) ?? forms[0]
      let time = String(format: "2024-05-01T08:%02d:%02d", minute, second) + form.text
      draft.add("Weight", #"{"time":"\#(time)","weight":{"inKilograms":75}}"#)
      expected.append(
        Int64(1_714_550_400_000 + minute * 60_000 + second * 1000 + form.milliseconds + form.shift))
    }
    #expect(try draft.normalized().rows.map(\.start) == expected)
  }

  @Test(arguments: [
    "2024-05-01T08:00:60Z", "2024-05-01T08:00:0xZ", "2024-05-01T08:00:01.0x1Z",
    "2024-05-01T08:00:01,001",
    String(repeating: "\u{0}", count: 16) + ":01Z",
  ])
  func `that are none stay none behind a good one`(_ text: String) throws {
    var draft = FieldDraft("rn")
    draft.add("Weight", #"{"time":"2024-05-01T08:00:00Z","weight":{"inKilograms":75}}"#)
    draft.add("Weight", #"{"time":"\#(text)","weight":{"inKilograms":75}}"#)
    var alone = FieldDraft("rn")
    alone.add("Weight", #"{"time":"\#(text)","weight":{"inKilograms":75}}"#)
    #expect(
      try draft.normalized().rows.dropFirst().map(\.start) == alone.normalized().rows.map(\.start))
  }
}

@Suite struct `Columns of decimals` {
  /// The digits and the places of a number's shortest text; nil for one with an exponent.
  private static func shortest(_ value: Double) -> (digits: Int64, places: Int)? {
    let text = value.description
    guard !text.contains("e") else { return nil }
    let parts = text.split(separator: ".")
    let fraction = parts[1] == "0" ? "" : String(parts[1])
    return Int64(parts[0] + fraction).map { ($0, fraction.count) }
  }

  @Test(arguments: 0..<40) func `hold the shortest text of each number`(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let factors: [Double] = [1, 10, 100, 1_000, 10_000, 100_000]
    let factor = factors.randomElement(using: &random) ?? 1
    let values: [Double] = (0..<12).map { _ in
      let bits = Int.random(in: 1..<30, using: &random)
      let whole = Double(Int.random(in: 0...(1 << bits), using: &random))
      return Int.random(in: 0..<8, using: &random) == 0 ? 0.1 + 0.2 : whole / factor
    }
    let samples = values.enumerated().map { (index: Int, value: Double) -> String in
      #"{"time":"2024-05-01T08:00:\#(10 + index)Z","speed":{"inMetersPerSecond":\#(value)}}"#
    }
    let batch = try FieldDraft.normalized(
      "rn", "Speed",
      #"{"startTime":"2024-05-01T08:00:00Z","endTime":"2024-05-01T08:01:00Z","samples":[\#(samples.joined(separator: ","))]}"#
    )
    let numbers: [(digits: Int64, places: Int)] = values.compactMap { Self.shortest($0) }
    let places = numbers.map(\.places).max() ?? 0
    guard places <= 9, numbers.count == values.count else {
      #expect(batch.payload().contains("\"values\":{\"values\":["))
      return
    }
    var previous: Int64 = 0
    let deltas = numbers.map { number in
      let scaled = (number.places..<places).reduce(number.digits) { product, _ in product * 10 }
      defer { previous = scaled }
      return String(scaled - previous)
    }
    let scale = (0..<places).reduce(1) { product, _ in product * 10 }
    #expect(
      batch.payload().contains(
        #""values":{"scale":\#(scale),"deltas":[\#(deltas.joined(separator: ","))]}"#))
  }
}
