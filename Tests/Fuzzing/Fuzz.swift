import DeviceExports
import SupportedData

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The parser under test, by the name in SONAR_FUZZ_TARGET.
private let target: @Sendable ([UInt8]) -> Int = {
  switch getenv("SONAR_FUZZ_TARGET").map({ String(cString: $0) }) {
  case "zip": fuzzArchive
  case "xml": { agreed(AppleHealthProbe.exportXML($0)) }
  case "lanes": { agreed(AppleHealthProbe.piece($0)) }
  case "ecg": { AppleHealthProbe.electrocardiogram($0) }
  case "json": { agreed(JSONProbe.stream($0)) }
  case "health_connect": { agreed(HealthConnectProbe.stream($0)) }
  case "gpx": { agreed(AppleHealthProbe.route($0)) }
  case "backup": { BackupProbe.read($0) }
  case "csv": { agreed(SamsungProbe.table($0)) }
  case "side": { agreed(SamsungProbe.sideFile($0)) }
  case "date": { AppleHealthProbe.date($0) }
  case "clinical": fuzzClinicalTime
  case "number": fuzzNumber
  case "unit": fuzzUnit
  default: { _ in exit(2) }
  }
}()

/// Keeps results alive, so that nothing under test is optimised away.
///
/// Unsafe only to the compiler: libFuzzer calls `fuzz` on one thread of each process, and nothing else touches this.
nonisolated(unsafe) private var sink = 0

/// Ends the run with a finding where a probe gave none of its numbers.
@Sendable private func agreed(_ result: Int?) -> Int {
  guard let result else { abort() }
  return result
}

/// libFuzzer's entry point.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  sink &+= target(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
