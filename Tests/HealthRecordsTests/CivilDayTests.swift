import HealthRecords
import Testing

@Suite struct CivilDayTests {
  @Test(
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (-25_509, "1900-02-28"),
      (-25_508, "1900-03-01"), (-719_162, "0001-01-01"), (2_932_896, "9999-12-31"),
      (2_932_897, "10000-01-01"), (-719_528, "0000-01-01"), (-719_529, "-0001-12-31"),
    ] as [(Int64, String)])
  func `a day has its number and its text`(_ number: Int64, _ text: String) {
    #expect(CivilDay(daysSince1970: number).description == text)
  }

  @Test func `every day from year 1 to year 9999 comes back`() throws {
    var wrong: [Int64] = []
    for number in Int64(-719_162)...2_932_896 {
      let day = CivilDay(daysSince1970: number)
      let again = CivilDay(year: day.year, month: day.month, day: day.day)
      if again?.daysSince1970 != number { wrong.append(number) }
    }
    #expect(wrong == [])
  }

  @Test(
    arguments: [
      (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0),
      (0, 1, 1), (10_000, 1, 1), (-1, 1, 1),
    ] as [(Int64, Int64, Int64)])
  func `a day that the calendar or an export lacks is none`(
    _ year: Int64, _ month: Int64, _ day: Int64
  ) {
    #expect(CivilDay(year: year, month: month, day: day) == nil)
  }

  @Test(
    arguments: [
      "", "2024", "2024-01", "2024-1-01", "2024-01-1", "24-01-01", "2024-01-01-", "-2024-01-01",
      "2024-01-01 ", " 2024-01-01", "2024/01/01", "2024-0a-01", "２０２４-01-01", "+024-01-01",
      "2024-02-30",
      "0000-01-01",
    ])
  func `a text of another form is no day`(_ text: String) {
    #expect(CivilDay(text) == nil)
  }

  @Test(arguments: ["0001-01-01", "1970-01-01", "2024-02-29", "9999-12-31"])
  func `a day's text is read back`(_ text: String) {
    #expect(CivilDay(text)?.description == text)
  }

  @Test(
    arguments: [
      (0, 1000, 0), (999, 1000, 0), (1000, 1000, 1), (-1, 1000, -1), (-1000, 1000, -1),
      (-1001, 1000, -2), (.min, 1000, -9_223_372_036_854_776), (.max, 1, .max), (.min, 1, .min),
    ] as [(Int64, Int64, Int64)])
  func `a quotient is rounded down`(_ value: Int64, _ divisor: Int64, _ quotient: Int64) {
    #expect(floorDivide(value, divisor) == quotient)
  }

  @Test(arguments: [Int64.min, Int64.max]) func `a number beyond all years is clamped`(
    _ number: Int64
  ) {
    let limit: Int64 = number < 0 ? -1_000_000_000_000 : 1_000_000_000_000
    #expect(CivilDay(daysSince1970: number) == CivilDay(daysSince1970: limit))
  }
}
