import Testing

@testable import SampleExports

@Suite struct `Text writers` {
  @Test(
    arguments: [
      (0, "0"), (72_000_000_000, "72"), (-72_000_000_000, "-72"), (47_847_800_000, "47.8478"),
      (47_847_849_999, "47.8478"), (47_847_850_000, "47.8479"), (3_777_940, "0.00377794"),
      (59_153, "5.9153e-05"), (1, "1e-09"), (100_000, "0.0001"), (99_999, "9.9999e-05"),
      (999_999_400_000_000, "999999"), (999_999_600_000_000, "1e+06"),
      (1_234_567_000_000_000, "1.23457e+06"), (970_000_000, "0.97"), (120_000_000_000, "120"),
      (9_999_996_000, "10"), (.max, "9.22337e+09"), (.min, "-9.22337e+09"),
    ] as [(Int64, String)])
  func `six significant digits as C prints them`(billionths: Int64, expected: String) {
    #expect(text { $0.append(billionths: billionths) } == expected)
  }

  @Test(
    arguments: [
      (0, 1, "0"), (0, 3, "000"), (7, 3, "007"), (1_234, 2, "1234"),
      (.max, 1, "18446744073709551615"),
    ] as [(UInt64, Int, String)])
  func `digits are padded`(number: UInt64, width: Int, expected: String) {
    #expect(text { $0.append(digits: number, width: width) } == expected)
  }

  @Test(arguments: [(0, "0"), (-5, "-5"), (.min, "-9223372036854775808")] as [(Int64, String)])
  func `whole numbers keep their sign`(number: Int64, expected: String) {
    #expect(text { $0.append(integer: number) } == expected)
  }

  @Test(
    arguments: [
      (-107_825, "-107.825"), (-179_470, "-179.47"), (45_000, "45"), (0, "0"), (-500, "-0.5"),
    ] as [(Int64, String)])
  func `decimals lose trailing zeros`(value: Int64, expected: String) {
    #expect(text { $0.append(trimmed: value, decimals: 3) } == expected)
  }

  @Test(
    arguments: [
      (90, 60, "1.5"), (60, 60, "1"), (1, 3, "0.33333333333333"), (0, 7, "0"),
    ] as [(UInt64, UInt64, String)])
  func `a quotient is cut after its decimals`(
    numerator: UInt64, denominator: UInt64, expected: String
  ) {
    let result = text { $0.append(quotient: numerator, by: denominator, decimals: 14) }
    #expect(result == expected)
  }

  @Test func `hexadecimal and UUIDs`() {
    #expect(text { $0.append(hexadecimal: 0, width: 0) } == "0")
    #expect(text { $0.append(hexadecimal: 0x2F0, width: 9) } == "0000002f0")
    #expect(text { $0.append(hexadecimal: .max, width: 1) } == "ffffffffffffffff")
    let uuid = text { $0.append(uuid: 0x0123_4567_89AB_CDEF, 0x0000_0000_0000_00FF) }
    #expect(uuid == "01234567-89AB-CDEF-0000-0000000000FF")
  }

  @Test func `the four characters are escaped`() {
    #expect(
      text { $0.append(escaping: "a<b>\"c\"&'d\u{2019}") }
        == "a&lt;b&gt;&quot;c&quot;&amp;'d\u{2019}")
  }

  private func text(_ write: (inout ByteText) -> Void) -> String {
    var text = ByteText()
    write(&text)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

@Suite struct `Dates and zones` {
  @Test(
    arguments: [
      (0, 0, "1970-01-01 00:00:00 +0000"), (0, -300, "1969-12-31 19:00:00 -0500"),
      (951_782_400, 60, "2000-02-29 01:00:00 +0100"), (951_868_800, 0, "2000-03-01 00:00:00 +0000"),
      (1_749_972_600, 120, "2025-06-15 09:30:00 +0200"),
      (4_107_542_399, 345, "2100-03-01 05:44:59 +0545"),
      (-1, 0, "1969-12-31 23:59:59 +0000"),
    ] as [(Int64, Int, String)])
  func `dates are written under an offset`(instant: Int64, minutes: Int, expected: String) {
    var writer = DateWriter(offsetMinutes: minutes)
    var text = ByteText()
    writer.append(instant, to: &text)
    #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
    #expect(expected < "1970" || seconds(expected) == Int(instant))
  }

  @Test func `days and their numbers agree over eight centuries`() {
    let first = CivilDay(1600, 1, 1).number
    let last = CivilDay(2400, 12, 31).number
    #expect(last - first == 800 * 365 + 194 + 365)
    let wrong = stride(from: first, through: last, by: 1).filter {
      CivilDay(number: $0).number != $0
    }
    #expect(wrong == [])
  }

  @Test(
    arguments: [
      (HomeZone.berlin, 1_743_296_399, 60), (.berlin, 1_743_296_400, 120),
      (.berlin, 1_761_440_399, 120), (.berlin, 1_761_440_400, 60),
      (.newYork, 1_741_503_599, -300), (.newYork, 1_741_503_600, -240),
      (.newYork, 1_762_063_199, -240), (.newYork, 1_762_063_200, -300),
    ] as [(HomeZone, Int64, Int)])
  func `the clocks change at the right second of 2025`(
    zone: HomeZone, instant: Int64, minutes: Int
  ) {
    #expect(zone.offsetMinutes(at: instant) == minutes)
  }

  @Test func `a zone without daylight saving keeps its offset`() {
    let zone = HomeZone(name: "Asia/Tokyo", standardMinutes: 540, daylightSaving: .none)
    #expect(zone.offsetMinutes(at: 1_749_972_600) == 540)
    #expect(zone.offsetMinutes(at: 1_737_358_200) == 540)
  }

  @Test func `local noon is found in summer and winter`() {
    for day in [CivilDay(2025, 1, 20), CivilDay(2025, 7, 20)] {
      let instant = HomeZone.berlin.instant(day: day.number, second: 43_200)
      #expect(HomeZone.berlin.local(instant) == day.number * 86_400 + 43_200)
    }
  }
}

@Suite struct `Random numbers` {
  @Test func `the published sequence of seed 1234567`() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func `bounds hold, also hostile ones`() {
    var random = SplitMix64(seed: 3)
    #expect((0..<1_000).allSatisfy { _ in (0..<6).contains(random.below(6)) })
    #expect((0..<1_000).allSatisfy { _ in (-3...3).contains(random.within(-3...3)) })
    #expect(random.below(0) == 0)
    #expect(random.below(.min) == 0)
    #expect(random.within(5...5) == 5)
    #expect(random.below(.max) >= 0)
  }

  @Test(arguments: [(8, false), (100, false), (100, true), (1, true), (4_001, true)])
  func `slots give each record a start of its own`(count: Int, isDaytime: Bool) {
    var random = SplitMix64(seed: 11)
    var series = SlotSeries(count: count, days: 2, isDaytime: isDaytime)
    let starts = (0..<count).map { _ in series.next(&random) }
    #expect(Set(starts).count == count)
    #expect(series.remaining == 0)
    #expect(starts.allSatisfy { (0..<172_800).contains($0) })
  }
}

@Suite struct `Shown units` {
  @Test(
    arguments: [
      (KindUnit.mass, 90_000_000_000, 198_416_035_966), (.distance, 1_609_344_000, 1_000_000_000),
      (.temperature, 37_000_000_000, 98_600_000_000),
      (.temperature, -40_000_000_000, -40_000_000_000),
      (.length, 2_540_000_000, 1_000_000_000), (.energy, 5, 5), (.fixed("ms"), 7, 7),
    ] as [(KindUnit, Int64, Int64)])
  func `imperial units convert exactly`(unit: KindUnit, value: Int64, expected: Int64) {
    #expect(unit.shown(in: .imperial).convert(value) == expected)
  }

  @Test func `kilojoules and millimoles convert`() {
    var units = AppleHealthSample.DisplayUnits.metric
    units.energy = .kilojoules
    #expect(KindUnit.energy.shown(in: units).convert(1_000_000_000) == 4_184_000_000)
    #expect(KindUnit.glucose.shown(in: units).convert(180_155_880_000) == 10_000_000_000)
  }
}
