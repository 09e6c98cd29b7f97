import DeviceExports
import HealthRecords
import RecordStore
import SampleExports
import SonarArguments
import SupportedData

/// The wording and the exit codes of errors: what, where, and what to do.
enum FailureWording {
  /// The failure that an error ends a command with.
  static func failure(of error: any Error) -> CommandFailure {
    switch error {
    case let error as CommandFailure: error
    case let error as ExportError: CommandFailure(code: code(error), message: error.description)
    case let error as any ReaderError:
      CommandFailure(code: .inputDamaged, message: error.message + place(error))
    case let error as StoreError:
      CommandFailure(code: code(error), message: error.message + remedy(error))
    case let error as MappingError:
      CommandFailure(code: .configuration, message: error.description)
    case let error as SampleError:
      CommandFailure(code: .cannotCreate, message: "\(error.path ?? ""): \(error.message)")
    case let error as OutputError:
      CommandFailure(code: .inputOutput, message: error.description)
    default:
      CommandFailure(code: .inputOutput, message: "Reading or writing failed (\(type(of: error))).")
    }
  }

  private static func place(_ error: any ReaderError) -> String {
    guard let position = error.place else { return "" }
    guard position.line > 0 else { return " (\(position.member), byte \(position.byte))" }
    return " (\(position.member), line \(position.line), byte \(position.byte))"
  }

  private static func code(_ error: ExportError) -> ExitCode {
    switch error.code {
    case .notPermitted: .noPermission
    case .readFailed, .spoolFailed, .spoolTooLarge, .outOfMemory: .inputOutput
    default: .inputDamaged
    }
  }

  private static func code(_ error: StoreError) -> ExitCode {
    switch error.code {
    case .cannotCreate: .cannotCreate
    case .busy: .temporary
    case .inputOutput: .inputOutput
    case .newerStore, .olderStore: .configuration
    case .notPermitted, .needsRecovery: .noPermission
    default: .inputDamaged
    }
  }

  /// What the command line can do about it.
  private static func remedy(_ error: StoreError) -> String {
    switch error.code {
    case .sourceRenamed:
      error.renamedSources.map { " Give --alias '\($0.old)=\($0.new)'" }.joined(separator: ",")
        + ", or --force to keep both."
    case .snapshotRefused:
      error.missingRecords.map { " \($0.nativeType): \($0.missing) of \($0.expected)." }.joined()
        + " Give --force if they are really gone."
    case .differentPerson: " Give --same-person if they are one person's."
    default: ""
    }
  }
}
