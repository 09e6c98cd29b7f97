/// What a file looks like from its first bytes.
struct ContentKind: Hashable, Sendable {
  /// What it is, for people; nil when nothing known fits.
  let name: String?

  /// Whether the first visible character opens a tag, as in XML and HTML.
  let isMarkup: Bool

  /// Looks at the first bytes of a file; 300 are enough for everything known.
  init(_ head: [UInt8]) {
    let start = head.firstIndex { !Self.blanks.contains($0) } ?? head.endIndex
    let text = head[start...].prefix(64)
    isMarkup = text.first == UInt8(ascii: "<")
    let lowercased = String(decoding: text, as: UTF8.self).lowercased()
    if let match = Self.magics.first(where: { head.starts(with: $0.bytes) }) {
      name = match.name
    } else if head.count >= 262, head[257..<262].elementsEqual("ustar".utf8) {
      name = "a tar archive"
    } else if let match = Self.texts.first(where: { lowercased.hasPrefix($0.text) }) {
      name = match.name
    } else {
      name = isMarkup ? "XML of another kind" : nil
    }
  }

  /// Blanks, and the byte order marks and zero bytes of Unicode text.
  private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0]

  private static let magics: [(bytes: [UInt8], name: String)] = [
    ([0x1F, 0x8B], "a gzip file"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
    (Array("Rar!".utf8), "a RAR archive"),
    (Array("BZh".utf8), "a bzip2 file"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
    (Array("%PDF".utf8), "a PDF document"),
    (Array("bplist".utf8), "a property list"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    ([0x50, 0x4B], "a damaged zip archive"),
  ]

  private static let texts: [(text: String, name: String)] = [
    ("<!doctype html", "an HTML page"),
    ("<html", "an HTML page"),
    ("<!doctype plist", "a property list"),
    ("<plist", "a property list"),
    ("{", "JSON"),
    ("[", "JSON"),
  ]
}
