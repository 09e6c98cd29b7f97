/// Paths of side files as elements write them.
enum SideFilePath {
  private static let maximumBytes = 1024

  /// The path relative to the export's folder; nil when it is empty, too long or could lead out of the folder.
  ///
  /// Apple writes a leading slash for the export's folder.
  static func normalized(_ written: UnsafeBufferPointer<UInt8>) -> String? {
    guard written.count <= maximumBytes, !written.contains(0), !written.contains(UInt8(ascii: "\\"))
    else { return nil }
    let text = String(decoding: written.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isSafe = parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    return isSafe ? text : nil
  }
}
