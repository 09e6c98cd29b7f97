/// A shell that completions can be written for.
package enum Shell: String, Sendable, CaseIterable {
  /// GNU bash 3.2 and later, without the bash-completion package.
  case bash
  /// zsh with its completion system loaded.
  case zsh
  /// fish 3 and later.
  case fish
}

extension Program {
  /// The completion script of this program for a shell.
  ///
  /// It completes commands, options, enumerated values, files and directories, runs nothing of the
  /// program itself and depends on the tree alone, so that it can be installed once per version.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion(program: self).script
    case .zsh: ZshCompletion(program: self).script
    case .fish: FishCompletion(program: self).script
    }
  }

  /// The name as a part of a shell function's name.
  var functionName: String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

/// A text between single quotes, which keeps every shell from reading anything into it.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    + "'"
}

/// The first sentence of a text, without its full stop: what fits beside a completion.
func firstSentence(_ text: String) -> String {
  let words = text.split(whereSeparator: \.isWhitespace)
  let end = words.firstIndex { $0.hasSuffix(".") } ?? words.endIndex
  var sentence = words[..<end].joined(separator: " ")
  if end < words.endIndex { sentence += (end > 0 ? " " : "") + words[end].dropLast() }
  return sentence
}

extension Completion {
  /// The enumerated words that every shell takes without quotes; others are not offered.
  var plainWords: [String] {
    guard case .words(let words) = self else { return [] }
    return words.filter { word in
      !word.isEmpty
        && word.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: "+"):
            true
          default: false
          }
        }
    }
  }
}
