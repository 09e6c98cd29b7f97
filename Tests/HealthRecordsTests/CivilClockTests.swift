import HealthRecords
import Testing

@Suite struct CivilClockTests {
  @Test(
    arguments: [
      (0, 0, 0, 0), (0, 0, 59, 59), (0, 59, 0, 3540), (23, 59, 59, 86_399), (24, 0, 0, nil),
      (0, 60, 0, nil), (0, 0, 60, nil), (23, 59, 60, nil), (-1, 0, 0, nil), (0, -1, 0, nil),
      (0, 0, -1, nil), (.max, .max, .max, nil), (.min, .min, .min, nil),
    ] as [(Int64, Int64, Int64, Int64?)])
  func `a clock has its seconds since midnight or is none`(
    _ hour: Int64, _ minute: Int64, _ second: Int64, _ seconds: Int64?
  ) {
    #expect(CivilClock.seconds(hour: hour, minute: minute, second: second) == seconds)
  }

  @Test(
    arguments: [
      (0, 0, 0), (5, 45, 345), (17, 59, 1079), (18, 0, 1080), (18, 1, nil), (19, 0, nil),
      (0, 60, nil), (-1, 0, nil), (0, -1, nil), (.max, .max, nil), (.min, .min, nil),
    ] as [(Int64, Int64, Int64?)])
  func `an offset has its minutes or is none`(_ hours: Int64, _ minutes: Int64, _ total: Int64?) {
    #expect(CivilClock.offset(hours: hours, minutes: minutes) == total)
  }
}
