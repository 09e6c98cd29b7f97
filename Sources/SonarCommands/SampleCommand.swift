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

  /// The fastest: samples of any size are written to be read once.
  private static let level: Int32 = 1

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Writes the export and its expected counts.
  func run() throws -> ExitCode {
    let provider = try context.matches[SonarProgram.sampleProvider]
    try refuseForeignOptions(of: provider)
    let directory = try context.matches[SonarProgram.sampleInto]
    try makeDirectory(directory)
    switch provider {
    case "samsung_health": try writeSamsungHealth(to: directory)
    case "health_connect": try writeHealthConnect(to: directory)
    default: try writeAppleHealth(to: directory)
    }
    return .success
  }

  /// An option that says nothing about the provider is a mistake, not a wish to ignore.
  private func refuseForeignOptions(of provider: String) throws {
    if context.matches[SonarProgram.heartRateAlone] && provider != "samsung_health" {
      throw CommandFailure(
        code: .usage,
        message: "--heart-rate-alone is for --provider samsung_health. Leave it out or change that."
      )
    }
    guard try context.matches[SonarProgram.sampleForm] != "ndjson", provider != "health_connect"
    else { return }
    throw CommandFailure(
      code: .usage,
      message: "--form is for --provider health_connect. Leave it out or change that.")
  }

  private func writeAppleHealth(to directory: String) throws {
    if context.matches[SonarProgram.committed] {
      for sample in CommittedSamples.all {
        try write(sample.configuration, name: sample.name, to: directory)
      }
      return
    }
    let size: AppleHealthSample.Size =
      switch try extent() {
      case .days(let days): .days(days)
      case .megabytes(let megabytes): .megabytes(megabytes)
      }
    let configuration = AppleHealthSample.Configuration(seed: try seed(), size: size)
    if context.matches[SonarProgram.plain] {
      let counts = try AppleHealthSample(configuration: configuration)
        .write(into: FolderSink(directory: directory))
      try write(counts.json(), to: directory + "/expected.json")
    } else {
      try write(configuration, name: "export", to: directory)
    }
  }

  private func writeSamsungHealth(to directory: String) throws {
    if context.matches[SonarProgram.committed] {
      return try write(CommittedExport.samsungHealth, to: directory)
    }
    let size: SamsungHealthSample.Size =
      switch try extent() {
      case .days(let days): .days(days)
      case .megabytes(let megabytes): .megabytes(megabytes)
      }
    let sample = SamsungHealthSample(
      configuration: SamsungHealthSample.Configuration(seed: try seed(), size: size))
    if context.matches[SonarProgram.heartRateAlone] {
      let output = try FileOutput(path: "\(directory)/heart_rate.csv")
      let expected = try sample.writeHeartRateTable(into: SingleFileSink(output: output))
      try write(expected.json(), to: "\(directory)/heart_rate.expected.json")
    } else if context.matches[SonarProgram.plain] {
      let expected = try sample.write(into: FolderSink(directory: directory))
      try write(expected.json(), to: "\(directory)/expected.json")
    } else {
      let output = try FileOutput(path: "\(directory)/export.zip")
      let expected = try sample.writeZip(to: output, level: Self.level)
      try write(expected.json(), to: "\(directory)/export.expected.json")
    }
  }

  private func writeHealthConnect(to directory: String) throws {
    if context.matches[SonarProgram.committed] {
      return try write(CommittedExport.healthConnect, to: directory)
    }
    let size: HealthConnectSample.Size =
      switch try extent() {
      case .days(let days): .days(days)
      case .megabytes(let megabytes): .megabytes(megabytes)
      }
    var configuration = HealthConnectSample.Configuration(seed: try seed(), size: size)
    let form = try context.matches[SonarProgram.sampleForm]
    configuration.form = HealthConnectSample.Form(rawValue: form) ?? .ndjson
    let sample = HealthConnectSample(configuration: configuration)
    if context.matches[SonarProgram.plain] {
      let expected = try sample.write(into: FolderSink(directory: directory))
      try write(expected.json(), to: "\(directory)/expected.json")
    } else {
      let output = try FileOutput(path: "\(directory)/export.zip")
      let expected = try sample.writeZip(to: output, level: Self.level)
      try write(expected.json(), to: "\(directory)/export.expected.json")
    }
  }

  /// How much to write, whoever's export it is.
  private enum Extent {
    case days(Int)
    case megabytes(Int)
  }

  private func extent() throws -> Extent {
    if let megabytes = try context.matches[SonarProgram.megabytes] { return .megabytes(megabytes) }
    if let days = try context.matches[SonarProgram.sampleDays] { return .days(days) }
    return .days(try context.matches[SonarProgram.years] * 365)
  }

  private func seed() throws -> UInt64 {
    UInt64(try context.matches[SonarProgram.seed])
  }

  private func write(_ exports: [CommittedExport], to directory: String) throws {
    for export in exports {
      let expected = try export.write(FileOutput(path: "\(directory)/\(export.name)"))
      try write(expected.json(), to: "\(directory)/\(export.expectedName)")
    }
  }

  private func write(
    _ configuration: AppleHealthSample.Configuration, name: String, to directory: String
  ) throws {
    let output = try FileOutput(path: "\(directory)/\(name).zip")
    let counts = try AppleHealthSample(configuration: configuration).writeZip(to: output)
    try write(counts.json(), to: "\(directory)/\(name).expected.json")
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try FileOutput(path: path)
    try file.write(bytes)
    try file.close()
  }

  private func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
    throw CommandFailure(
      code: .cannotCreate,
      message: "\(path): the folder cannot be created (error \(errno)). Give another --into.")
  }
}
