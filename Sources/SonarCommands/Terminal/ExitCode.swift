package import SonarArguments

/// How the program ended, as a shell sees it.
///
/// The numbers from 64 to 78 keep the meanings of `sysexits.h`; 128 and more are 128 plus the
/// signal's number, as shells count them.
package struct ExitCode: RawRepresentable, Sendable, Hashable {
  /// The number given to `exit`.
  package let rawValue: UInt8

  /// Creates an exit code from its number.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Everything asked for was done.
  package static let success = Self(rawValue: 0)
  /// Done, but input records were rejected and `--strict` asked to fail then.
  package static let rejectedRecords = Self(rawValue: 1)
  /// The command line could not be understood.
  package static let usage = Self(rawValue: 2)
  /// An input is damaged, cut off, unreadable or holds no record.
  package static let inputDamaged = Self(rawValue: 65)
  /// A server did not answer.
  package static let unavailable = Self(rawValue: 69)
  /// An output could not be created.
  package static let cannotCreate = Self(rawValue: 73)
  /// Reading or writing failed.
  package static let inputOutput = Self(rawValue: 74)
  /// A passing trouble: the same command may succeed later.
  package static let temporary = Self(rawValue: 75)
  /// A permission or a credential is missing or was refused.
  package static let noPermission = Self(rawValue: 77)
  /// Configuration or mapping tables are wrong.
  package static let configuration = Self(rawValue: 78)
  /// Stopped by Ctrl-C.
  package static let interrupted = Self(rawValue: 130)
  /// Stopped by a request to terminate.
  package static let terminated = Self(rawValue: 143)

  /// Every named code with its meaning, in rising order, for help and the manual page.
  package static let all: [ExitCodeNote] = [
    ExitCodeNote(success.rawValue, meaning: "Everything asked for was done."),
    ExitCodeNote(
      rejectedRecords.rawValue, meaning: "Done, but records were rejected and --strict was given."),
    ExitCodeNote(usage.rawValue, meaning: "The command line could not be understood."),
    ExitCodeNote(
      inputDamaged.rawValue,
      meaning: "An input is damaged, cut off, unreadable or without any record."),
    ExitCodeNote(unavailable.rawValue, meaning: "A server did not answer."),
    ExitCodeNote(cannotCreate.rawValue, meaning: "An output could not be created."),
    ExitCodeNote(inputOutput.rawValue, meaning: "Reading or writing failed."),
    ExitCodeNote(temporary.rawValue, meaning: "A passing trouble; run the same command again."),
    ExitCodeNote(
      noPermission.rawValue, meaning: "A permission or a credential is missing or was refused."),
    ExitCodeNote(configuration.rawValue, meaning: "Configuration or mapping tables are wrong."),
    ExitCodeNote(interrupted.rawValue, meaning: "Interrupted by Ctrl-C."),
    ExitCodeNote(terminated.rawValue, meaning: "Terminated on request."),
  ]

  /// When the program ends with this code, in one sentence; nil for a code without a name.
  package var meaning: String? { Self.all.first { $0.code == rawValue }?.meaning }

  /// The notes of some codes, for the help of a command that can end with them.
  package static func notes(_ codes: Self...) -> [ExitCodeNote] {
    all.filter { note in codes.contains(Self(rawValue: note.code)) }
  }
}
