/// The values that a native enumeration may have.
package struct CodeSet: Sendable, Hashable {
  /// The enumeration's name.
  package let id: String
  /// The codes in the order of the file; legacy names follow the one in use.
  package let codes: [Code]
  /// What a record without a value means; nil where a value is needed.
  package let missing: Code?
  /// The name in `missing` as written in the file, for `MappingCheck`.
  let missingName: String?

  private let byNative: [String: Int]
  private let byNumber: [Int: Int]

  init(row: inout TableRow) throws(MappingError) {
    id = try row.string("id")
    let missingName = try row.optionalString("missing")
    let codes = try row.rows("codes", Code.init(row:))
    self.missingName = missingName
    self.codes = codes
    missing = codes.first { $0.code == missingName }
    byNative = Dictionary(
      codes.enumerated().map { ($1.native, $0) }, uniquingKeysWith: { first, _ in first })
    byNumber = Dictionary(
      codes.enumerated().filter { !$1.isLegacy }.map { ($1.number, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The code of a name, of an integer written as text, or of a missing value (empty text); nil for
  /// anything else.
  package func code(_ text: String) -> Code? {
    if text.isEmpty { return missing }
    if let index = byNative[text] { return codes[index] }
    guard let number = Int(text), String(number) == text else { return nil }
    return code(number: number)
  }

  /// The code of an integer, in its present name; nil for an integer that the set does not hold.
  package func code(number: Int) -> Code? {
    byNumber[number].map { codes[$0] }
  }
}

/// One value of a native enumeration.
package struct Code: Sendable, Hashable {
  /// The provider's name.
  package let native: String
  /// The provider's integer.
  package let number: Int
  /// The snake_case code in records.
  package let code: String
  /// Whether it is an older or other name of an integer that has a name in use.
  package let isLegacy: Bool

  init(row: inout TableRow) throws(MappingError) {
    native = try row.string("native")
    number = try row.integer("number")
    code = try row.string("code")
    isLegacy = try row.flag("legacy")
  }
}
