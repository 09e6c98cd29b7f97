import Foundation
import Testing

@testable import DeviceExports

/// The smallest text that is found as an export.
let exportText = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE HealthData []>
  <HealthData locale="en_DE"></HealthData>
  """

/// The smallest text that is found as a clinical document.
let clinicalText = "<?xml version=\"1.0\"?><ClinicalDocument></ClinicalDocument>"

/// What reading a member to its end gave.
struct Reading: Equatable {
  var text: String
  var end: MemberReader.End?
}

/// Opens bytes in memory.
func open(
  _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
) throws(ExportError) -> ExportSource {
  try ExportSource.open(ByteSlice(ByteStore(memory: bytes, label: "memory")), limits: limits)
}

/// Opens an archive in memory.
func open(
  _ zip: ZipBuilder, limits: ArchiveLimits = ArchiveLimits()
) throws(ExportError) -> ExportSource {
  try open(zip.bytes, limits: limits)
}

/// The error that opening and searching an input ends in.
func searchError(_ bytes: [UInt8]) -> ExportError? {
  do throws(ExportError) {
    _ = try open(bytes).appleExport()
    return nil
  } catch {
    return error
  }
}

extension ExportSource {
  /// The names of all members, in order.
  var names: [String] { members.map(\.name) }

  /// The codes of all diagnostics, in order.
  var codes: [ArchiveDiagnostic.Code] { diagnostics.entries.map(\.code) }

  /// Reads a member in pieces of some size.
  func read(_ index: Int, pieceByteCount: Int = 7) throws -> Reading {
    try reader(for: members[index]).readAll(pieceByteCount: pieceByteCount)
  }

  /// Reads every member that can be read.
  func readEverything() throws -> [Reading] {
    try members.indices.map { try read($0, pieceByteCount: 4096) }
  }
}

extension MemberReader {
  /// Reads to the end in pieces of some size.
  func readAll(pieceByteCount: Int) throws -> Reading {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceByteCount)
    while true {
      var failure: ExportError?
      let count = piece.withUnsafeMutableBytes { buffer in
        do throws(ExportError) {
          return try read(into: buffer)
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      if count == 0 { return Reading(text: String(decoding: bytes, as: UTF8.self), end: end) }
      bytes += piece[..<count]
    }
  }
}

/// A folder of the test's own, removed with everything in it when the test ends.
final class TemporaryFolder {
  let path = "\(FileManager.default.temporaryDirectory.path)/sonar-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file below the folder, making the folders on the way; returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}

/// Writes pieces of an existing file at their offsets, leaving holes between them.
func writePieces(_ path: String, _ pieces: [(offset: Int, bytes: [UInt8])]) throws {
  let file = try #require(FileHandle(forWritingAtPath: path))
  for piece in pieces {
    try file.seek(toOffset: UInt64(piece.offset))
    try file.write(contentsOf: piece.bytes)
  }
  try file.close()
}
