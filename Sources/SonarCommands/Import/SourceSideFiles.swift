import DeviceExports
import HealthRecords

/// The side files of an export, read from its archive or folder by any thread, one at a time.
final class SourceSideFiles: SideFiles, @unchecked Sendable {
  // Unchecked because `source` is not Sendable: side files are read from it only inside `turn`.
  private let turn = Guarded(())
  private let source: ExportSource
  private let main: ExportMember
  private let paths: [String]

  /// Takes over a source whose main file was found.
  init(_ source: ExportSource, main: ExportMember) {
    self.source = source
    self.main = main
    let folder = main.path.dropLast()
    // Two spellings of a member's name can be one path, of which the first member is the file.
    var seen: Set<String> = []
    paths = source.members.compactMap { member in
      guard !member.isSystemJunk, member.path.starts(with: folder) else { return nil }
      let path = member.path.dropFirst(folder.count).joined(separator: "/")
      return seen.insert(path).inserted ? path : nil
    }
  }

  func contents(ofPath path: String, limit: Int) throws -> [UInt8]? {
    try turn.update { _ in
      guard let member = source.member(atPath: path, relativeTo: main) else { return nil }
      let reader = try source.reader(for: member)
      return try Self.all(of: reader, limit: limit)
    }
  }

  var electrocardiogramPaths: [String] { paths(in: "electrocardiograms", ending: ".csv") }
  var routePaths: [String] { paths(in: "workout-routes", ending: ".gpx") }
  var clinicalRecordPaths: [String] { paths(in: "clinical-records", ending: ".json") }

  private func paths(in folder: String, ending suffix: String) -> [String] {
    paths.filter {
      let path = $0.lowercased()
      return path.hasPrefix(folder + "/") && path.hasSuffix(suffix)
    }
  }

  private static func all(of reader: MemberReader, limit: Int) throws -> [UInt8] {
    var contents: [UInt8] = []
    var window = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try window.withUnsafeMutableBytes { try reader.read(into: $0) }
      guard count > 0 else { return contents }
      contents.append(contentsOf: window[..<count])
      guard contents.count <= limit else { throw SideFileTooLong(limit: limit) }
    }
  }
}

/// A side file is larger than any real one.
struct SideFileTooLong: Error {
  /// The limit in bytes.
  let limit: Int
}

/// Hands the bytes of a member to the reader.
struct MemberSource: ByteSource {
  private let reader: MemberReader
  private let meter: ByteMeter
  private let base: UInt64

  /// Counts in `meter` behind the bytes of earlier members.
  init(_ reader: MemberReader, meter: ByteMeter, behind base: UInt64 = 0) {
    self.reader = reader
    self.meter = meter
    self.base = base
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try reader.read(into: buffer)
    meter.set(base + reader.consumedByteCount)
    return count
  }
}

/// How many bytes of the input were consumed, written by the reading thread and shown by another one.
final class ByteMeter: Sendable {
  private let count = Guarded<UInt64>(0)

  /// The bytes consumed so far.
  var value: UInt64 { count.update { $0 } }

  /// Sets the bytes consumed so far.
  func set(_ value: UInt64) {
    count.update { $0 = value }
  }
}
