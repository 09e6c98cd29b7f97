import Foundation
import SonarCommands
import Testing

/// `sonar check`: what may be wrong with days.
@Suite struct CheckCommands {
  private static func filled() throws -> Workplace {
    let place = try Workplace()
    try DailyStore.write(DailyStore.mixture, to: place.path("store.db"))
    return place
  }

  @Test func `each day and each type has a row`() throws {
    let place = try Self.filled()
    let run = try place.sonar("check", place.path("store.db"), "--type", "steps,workout")
    #expect(run.code == .success)
    #expect(
      run.output == """
        DAY         TYPE     RECORDS  SOURCES  OVERLAP  LONGEST GAP  ASSUMED ZONE  DIFFERENCE  LEFT OUT
        2024-03-10  steps          4        3   10 min      13 h 35           0 %        -598  1 implausible
        2024-03-11  steps          0        1    0 min        0 min             -           -
        2024-03-10  workout        2        2   1 h 00        0 min           0 %           -

        TYPE     FIRST       LAST        DAYS  MISSING  OVERLAPS  ASSUMED ZONE  DIFFERENT  LEFT OUT
        steps    2024-03-10  2024-03-10     1        0         1           0 %     1 of 1         1
        workout  2024-03-10  2024-03-10     1        0         1           0 %          -         0

        """)
  }

  @Test func `a program gets days and types`() throws {
    let place = try Self.filled()
    let run = try place.sonar("check", place.path("store.db"), "--type", "sleep", "--json")
    #expect(
      run.output == """
        {"days":[{"date":"2024-03-10","type":"sleep","records":2,"sources":2,"overlap_ms":0,\
        "longest_gap_ms":0,"assumed_zone":0,"platform_total":null,"difference":null,"left_out":{}}],\
        "types":[{"type":"sleep","first":"2024-03-10","last":"2024-03-10","days":1,"missing_days":0,\
        "overlap_days":0,"records":2,"assumed_zone":0,"compared_days":0,"different_days":0,\
        "left_out":0}]}

        """)
  }

  @Test func `days without a record are missing`() throws {
    let place = try Workplace()
    let rows = [0, 1440, 1440 * 5].map { minute in
      DailyStore.Row(minutes: Int64(minute)..<Int64(minute + 1)) { $0.number = 1 }
    }
    try DailyStore.write(rows, to: place.path("store.db"))
    let run = try place.sonar("check", place.path("store.db"))
    #expect(run.output.contains("steps  2024-03-10  2024-03-15     3        3         0"))
  }

  @Test func `a range without records says so`() throws {
    let place = try Self.filled()
    let run = try place.sonar("check", place.path("store.db"), "--to", "2001-01-01")
    #expect(run.code == .success)
    #expect(run.output == "No records in these days.\n")
  }
}
