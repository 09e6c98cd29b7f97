// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target: Swift 6 language mode, explicit imports, warnings are errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A Swift target with the settings above.
func swiftTarget(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A Swift target that needs no unsafe memory, and in which the compiler refuses it.
func safeTarget(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + [.strictMemorySafety()])
}

/// The tests of one target; fixtures are read from the source tree, not bundled.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["SonarTestSupport"],
    exclude: [], swiftSettings: strict)
}

/// The fuzzer's entry points: in the package only when scripts/fuzz builds them.
let fuzzTargets: [Target] =
  Context.environment["SONAR_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "sonar-fuzz", dependencies: ["DeviceExports", "SupportedData"], path: "Tests/Fuzzing",
      exclude: ["Corpus"], swiftSettings: strict)
  ]

// On Debian the headers lie where compilers look, and pkg-config would add but a macro that SwiftPM warns about.
#if os(macOS)
  let simdjsonPackage: String? = "simdjson"
#else
  let simdjsonPackage: String? = nil
#endif

let package = Package(
  name: "sonar",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.executable(name: "sonar", targets: ["sonar"])],
  targets: [
    // System libraries, prefixed so that no client's own module can clash with them.
    .systemLibrary(
      name: "CSonarXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CSonarZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CSonarDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CSonarSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .systemLibrary(
      name: "CSonarSimdjsonSystem", pkgConfig: simdjsonPackage,
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    // simdjson is C++; the macro is the one that the library itself was built with.
    .target(
      name: "CSonarSimdjson", dependencies: ["CSonarSimdjsonSystem"],
      cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")],
      linkerSettings: [.linkedLibrary("simdjson")]),
    // The tables of mappings/, embedded from the files themselves.
    .target(name: "CSonarMappings"),

    // Values, and the lock that threads share.
    swiftTarget("HealthRecords", []),
    swiftTarget("SupportedData", ["HealthRecords", "CSonarMappings"]),

    // Bytes to native samples.
    swiftTarget(
      "DeviceExports",
      [
        "HealthRecords", "CSonarXML2", "CSonarZlib", "CSonarDeflate", "CSonarSimdjson",
        "CSonarSQLite",
      ]),

    // Storage.
    swiftTarget("SonarSQLite", ["CSonarSQLite"]),
    swiftTarget("RecordStore", ["HealthRecords", "SonarSQLite"]),

    // What records mean together; values only.
    safeTarget("Consolidation", ["HealthRecords", "SupportedData"]),

    // Command line.
    safeTarget("SonarArguments", []),
    swiftTarget("SampleExports", ["CSonarZlib"]),
    swiftTarget(
      "SonarCommands",
      [
        "HealthRecords", "SupportedData", "DeviceExports", "RecordStore", "Consolidation",
        "SonarArguments", "SampleExports",
      ]),
    .executableTarget(name: "sonar", dependencies: ["SonarCommands"], swiftSettings: strict),

    // Test kit; never a product.
    swiftTarget("SonarTestSupport", []),

    tests("HealthRecords", ["HealthRecords"]),
    tests("SupportedData", ["SupportedData", "HealthRecords"]),
    tests("DeviceExports", ["DeviceExports", "HealthRecords", "CSonarZlib", "CSonarSQLite"]),
    tests("RecordStore", ["RecordStore", "HealthRecords", "SonarSQLite"]),
    tests("Consolidation", ["Consolidation", "HealthRecords", "SupportedData"]),
    tests("SonarArguments", ["SonarArguments"]),
    tests("SampleExports", ["SampleExports"]),
    tests(
      "SonarCommands",
      [
        "SonarCommands", "RecordStore", "Consolidation", "SupportedData", "DeviceExports",
        "HealthRecords", "SampleExports",
      ]),
  ] + fuzzTargets,
  cLanguageStandard: .gnu2x,
  cxxLanguageStandard: .cxx20
)
