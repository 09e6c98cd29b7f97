import Foundation
import SampleExports
import SonarCommands

/// A folder of one test, which goes with it, and the command line run inside.
final class Workplace {
  private let folder: URL

  init() throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      .appendingPathComponent("sonar-commands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a name in the folder.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes a file and returns its path; folders on the way are made.
  @discardableResult
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Writes a text file and returns its path.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// The bytes of a file in the folder.
  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// Writes a generated export as a zip and returns its path.
  @discardableResult
  func export(
    _ name: String, _ configuration: AppleHealthSample.Configuration
  ) throws -> String {
    let output = MemoryOutput()
    _ = try AppleHealthSample(configuration: configuration).writeZip(to: output)
    return try file(name, output.bytes)
  }

  /// Runs the command line with words; standard output and error go to files first.
  func sonar(_ words: String...) throws -> Ended { try sonar(words) }

  /// Runs the command line with words; standard output and error go to files first.
  func sonar(_ words: [String]) throws -> Ended {
    let id = UUID().uuidString
    let (outputPath, errorPath) = (path("output-\(id)"), path("errors-\(id)"))
    let output = try Sink(outputPath)
    let errors = try Sink(errorPath)
    let streams = StandardStreams(
      output: TextOutput(descriptor: output.descriptor),
      errors: TextOutput(descriptor: errors.descriptor, capacity: 0),
      outputTerminal: .none, errorTerminal: .none)
    let code = CommandLineRun(streams: streams, now: { 1_764_482_400_000 }).run(words)
    try streams.output.flush()
    return Ended(
      code: code, output: try String(contentsOfFile: outputPath, encoding: .utf8),
      errors: try String(contentsOfFile: errorPath, encoding: .utf8))
  }

  /// The report of an import with `--json`.
  func imported(_ words: String..., into store: String = "store.db") throws -> Report {
    try sonar(["import"] + words + ["--into", path(store), "--json"]).report()
  }

  /// The canonical export of a store.
  func records(of store: String = "store.db") throws -> String {
    try sonar("export", path(store)).output
  }

  /// A file that a run writes to.
  private final class Sink {
    private let handle: FileHandle
    var descriptor: CInt { handle.fileDescriptor }

    init(_ path: String) throws {
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw CocoaError(.fileWriteUnknown)
      }
      handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    deinit { try? handle.close() }
  }
}

/// The beginnings of lines that only one of two exports has: what a failed comparison should show.
func difference(_ left: String, _ right: String) -> [String] {
  guard left != right else { return [] }
  let (left, right) = (left.split(separator: "\n"), right.split(separator: "\n"))
  let lines = Set(left).symmetricDifference(right).map { String($0.prefix(300)) }.sorted()
  return lines.isEmpty ? ["the same lines in another order or number"] : Array(lines.prefix(20))
}

/// How one run of the command line ended.
struct Ended {
  let code: ExitCode
  let output: String
  let errors: String

  /// The report that `--json` prints.
  func report() throws -> Report {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Report.self, from: Data(output.utf8))
  }
}

/// The report as a program reads it; `seconds` is left out, as it never repeats.
struct Report: Decodable, Equatable {
  struct Outcomes: Decodable, Equatable {
    var inserted = 0
    var updated = 0
    var duplicate = 0
    var stale = 0
    var deleted = 0
    var linked = 0
    var unsupported = 0
    var rejected = 0

    var total: Int {
      inserted + updated + duplicate + stale + deleted + linked + unsupported + rejected
    }
    /// Outcomes that change a store.
    var changes: Int { inserted + updated + deleted }
  }

  struct TypeReport: Decodable, Equatable {
    var nativeType: String
    var recordType: String
    var read: Int
    var outcomes: Outcomes
    var tombstoned: Int
    var lacking: Int
    var first: String?
    var last: String?
    var units: [String: Int]
    var earlierUnits: [String]
    var sources: Int
  }

  struct Position: Decodable, Equatable {
    var member: String
    var byte: UInt64
    var line: UInt64
  }

  struct Diagnostic: Decodable, Equatable {
    var code: String
    var severity: String
    var count: Int
    var message: String
    var first: Position?
  }

  struct Input: Decodable, Equatable {
    var path: String
    var provider: String?
    var format: String?
    var exportedAt: String?
    var locale: String?
    var complete: Bool
    var bytes: Int
    var recordsRead: Int
    var outcomes: Outcomes
    var tombstoned: Int
    var lacking: Int
    var assumedZone: Int
    var byType: [TypeReport]
    var diagnostics: [Diagnostic]

    var codes: [String] { diagnostics.map(\.code) }

    /// Whether the law of reports holds: every record read has one outcome, by type and in all.
    var balances: Bool {
      byType.allSatisfy { $0.read == $0.outcomes.total }
        && byType.reduce(0) { $0 + $1.read } == recordsRead && outcomes.total == recordsRead
    }
  }

  struct Store: Decodable, Equatable {
    var path: String
    var records: Int
    var tombstones: Int
    var changeSeq: Int
  }

  var inputs: [Input]
  var store: Store?
}
