/// A member's name: decoded, made safe to print, and cut into components.
///
/// Names come from untrusted bytes and are only ever compared; none of them opens a file.
struct MemberName: Hashable, Sendable {
  /// The name for people: control and direction-changing characters replaced by U+FFFD.
  let display: String

  /// The components between slashes; a name that climbs or is absolute is one single component.
  let path: [String]

  /// Decodes a name: as UTF-8 when it is valid, whatever the archive's flag says, else as CP437.
  ///
  /// Phones write UTF-8 without setting the flag, so a reader that trusts it sees mojibake.
  init(_ bytes: some Collection<UInt8>) {
    self.init(decoded: String(validating: bytes, as: UTF8.self) ?? Self.decodeCP437(bytes))
  }

  /// Takes a name that was cleaned and cut before.
  init(display: String, path: [String]) {
    self.display = display
    self.path = path
  }

  /// Cleans and cuts a decoded name.
  init(decoded: String) {
    display = Self.sanitized(decoded)
    path = Self.components(of: decoded).map(Self.sanitized)
  }

  /// Whether the operating system, not the exporter, put the member there.
  static func isSystemJunk(_ path: [String]) -> Bool {
    guard let last = path.last else { return true }
    return path.contains("__MACOSX") || last.hasPrefix("._")
      || [".DS_Store", "Thumbs.db", "desktop.ini"].contains(last)
  }

  private static func components(of name: String) -> [String] {
    // Some Windows archivers separate folders by backslashes.
    let separator: Character = name.contains("/") ? "/" : "\\"
    let parts = name.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    let isPlain = parts.first == "" || parts.contains("..") || name.unicodeScalars.contains("\0")
    let hasDrive = parts.first?.last == ":"
    guard !isPlain, !hasDrive else { return [name] }
    let kept = parts.filter { $0 != "" && $0 != "." }
    return kept.isEmpty ? [name] : kept
  }

  private static func sanitized(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { clean.append(isUnprintable(scalar) ? "\u{FFFD}" : scalar) }
    return String(clean)
  }

  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func decodeCP437(_ bytes: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(byte < 0x80 ? Unicode.Scalar(byte) : upperCP437[Int(byte) - 0x80])
    }
    return String(text)
  }

  /// Code page 437 from 0x80 to 0xFF, the zip format's original character set.
  private static let upperCP437: [Unicode.Scalar] = Array(
    ("\u{C7}\u{FC}\u{E9}\u{E2}\u{E4}\u{E0}\u{E5}\u{E7}\u{EA}\u{EB}\u{E8}\u{EF}\u{EE}\u{EC}"
      + "\u{C4}\u{C5}\u{C9}\u{E6}\u{C6}\u{F4}\u{F6}\u{F2}\u{FB}\u{F9}\u{FF}\u{D6}\u{DC}"
      + "\u{A2}\u{A3}\u{A5}\u{20A7}\u{192}\u{E1}\u{ED}\u{F3}\u{FA}\u{F1}\u{D1}\u{AA}\u{BA}"
      + "\u{BF}\u{2310}\u{AC}\u{BD}\u{BC}\u{A1}\u{AB}\u{BB}\u{2591}\u{2592}\u{2593}\u{2502}"
      + "\u{2524}\u{2561}\u{2562}\u{2556}\u{2555}\u{2563}\u{2551}\u{2557}\u{255D}\u{255C}"
      + "\u{255B}\u{2510}\u{2514}\u{2534}\u{252C}\u{251C}\u{2500}\u{253C}\u{255E}\u{255F}"
      + "\u{255A}\u{2554}\u{2569}\u{2566}\u{2560}\u{2550}\u{256C}\u{2567}\u{2568}\u{2564}"
      + "\u{2565}\u{2559}\u{2558}\u{2552}\u{2553}\u{256B}\u{256A}\u{2518}\u{250C}\u{2588}"
      + "\u{2584}\u{258C}\u{2590}\u{2580}\u{3B1}\u{DF}\u{393}\u{3C0}\u{3A3}\u{3C3}\u{B5}"
      + "\u{3C4}\u{3A6}\u{398}\u{3A9}\u{3B4}\u{221E}\u{3C6}\u{3B5}\u{2229}\u{2261}\u{B1}"
      + "\u{2265}\u{2264}\u{2320}\u{2321}\u{F7}\u{2248}\u{B0}\u{2219}\u{B7}\u{221A}\u{207F}"
      + "\u{B2}\u{25A0}\u{A0}").unicodeScalars)
}
