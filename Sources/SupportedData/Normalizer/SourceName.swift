import Foundation

/// The display name of a source in the form in which it enters identities.
///
/// Apple exports no bundle identifier; the name is all there is, and it is spelled with no-break spaces and with
/// composed or decomposed letters (FORMAT §6.4). The raw name stays in the record's source.
enum SourceName {
  /// Normalization form C with every space character as a plain space.
  static func normalized(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return name }
    var scalars = String.UnicodeScalarView()
    for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
      scalars.append(scalar.properties.isWhitespace ? " " : scalar)
    }
    return String(scalars)
  }
}
