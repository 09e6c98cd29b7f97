/// How many columns of a terminal text fills.
///
/// Combining and zero-width scalars fill none, East Asian wide ones and emoji two (Unicode Annex
/// #11, W and F); ambiguous ones count as one, which is what terminals outside East Asia do.
package enum DisplayWidth {
  /// The columns of a text; control characters count as none, see ``printable(_:)``.
  package static func of(_ text: some StringProtocol) -> Int {
    // ASCII without controls, the usual cell, needs no look at graphemes.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The columns of one user-perceived character.
  package static func of(_ character: Character) -> Int {
    guard let base = character.unicodeScalars.first, !isZeroWidth(base) else { return 0 }
    let isEmoji =
      base.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
    return isEmoji || isWide(base.value) ? 2 : 1
  }

  /// The text cut to at most `columns`, with `…` in its last column if anything was cut.
  package static func truncated(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var result = ""
    var width = 0
    for character in text {
      width += of(character)
      guard width < columns else { break }
      result.append(character)
    }
    return columns > 0 ? result + "…" : ""
  }

  /// The text with every scalar that could command a terminal replaced by U+FFFD.
  ///
  /// Line breaks and tabs become spaces. Names of devices and sources come from files: they may
  /// hold anything.
  package static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(printable(scalar)) }
    return String(scalars)
  }

  private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar == "\n" || scalar == "\t" { return " " }
    // U+200D joins emoji; the other format characters could reorder or hide what follows.
    if scalar == "\u{200D}" { return scalar }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return "\u{FFFD}"
    default: return scalar
    }
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: true
    default: false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    value >= 0x1100 && wideRanges.contains { $0.contains(value) }
  }

  /// The blocks of Annex #11 whose assigned scalars are wide; emoji are found by their property.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
