import HealthRecords
import Testing

/// Milliseconds since 1970 of `yyyy-MM-ddTHH:mm:ss.SSS` in UTC.
func milliseconds(_ text: String) throws -> Int64 {
  let halves = text.split(separator: "T")
  let clock = try #require(halves.last).split { $0 == ":" || $0 == "." }.compactMap { Int64($0) }
  try #require(clock.count == 4)
  let days = try day(String(halves[0])).daysSince1970
  return (((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]) * 1000 + clock[3]
}

/// The day of `yyyy-MM-dd`; years 0 and 10000 too, which follow from the edges of the others.
func day(_ text: String) throws -> CivilDay {
  let parts = text.split(separator: "-").compactMap { Int64($0) }
  try #require(parts.count == 3)
  if let day = CivilDay(year: parts[0], month: parts[1], day: parts[2]) { return day }
  let edges = [-719_163, 2_932_897].map { CivilDay(daysSince1970: $0) }
  return try #require(edges.first { $0.description == text })
}
