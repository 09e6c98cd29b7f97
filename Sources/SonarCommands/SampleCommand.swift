import SampleExports
import SonarArguments

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `sonar sample --into DIR`.
struct SampleCommand {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Writes the export and its expected counts.
  func run() throws -> ExitCode {
    let directory = try context.matches[SonarProgram.sampleInto]
    try makeDirectory(directory)
    if context.matches[SonarProgram.committed] {
      for sample in CommittedSamples.all {
        try write(sample.configuration, name: sample.name, to: directory)
      }
      return .success
    }
    let size: AppleHealthSample.Size =
      try context.matches[SonarProgram.megabytes].map { .megabytes($0) }
      ?? .years(context.matches[SonarProgram.years])
    let seed = UInt64(try context.matches[SonarProgram.seed])
    let configuration = AppleHealthSample.Configuration(seed: seed, size: size)
    if context.matches[SonarProgram.plain] {
      let counts = try AppleHealthSample(configuration: configuration)
        .write(into: FolderSink(directory: directory))
      try write(counts, to: directory + "/expected.json")
    } else {
      try write(configuration, name: "export", to: directory)
    }
    return .success
  }

  private func write(
    _ configuration: AppleHealthSample.Configuration, name: String, to directory: String
  ) throws {
    let output = try FileOutput(path: "\(directory)/\(name).zip")
    let counts = try AppleHealthSample(configuration: configuration).writeZip(to: output)
    try write(counts, to: "\(directory)/\(name).expected.json")
  }

  private func write(_ counts: ExpectedCounts, to path: String) throws {
    let file = try FileOutput(path: path)
    try file.write(counts.json())
    try file.close()
  }

  private func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
    throw CommandFailure(
      code: .cannotCreate,
      message: "\(path): the folder cannot be created (error \(errno)). Give another --into.")
  }
}
