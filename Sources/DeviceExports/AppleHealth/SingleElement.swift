/// Reads the attributes of one start tag on its own, repaired where it must be.
final class SingleElement: XMLEvents {
  private lazy var context = XMLContext(events: self)
  private var reader: TagReader
  private var found: [String: [UInt8]] = [:]

  /// Creates a reader of tags.
  init(limits: ReaderLimits) {
    reader = TagReader(limits: limits)
  }

  /// The decoded attributes by name, or nil when the bytes are no tag from `<` to `>`.
  func attributes(
    _ tag: UnsafeBufferPointer<UInt8>
  ) throws(AppleHealthError) -> [String: [UInt8]]? {
    guard case .start = reader.read(tag) else { return nil }
    found = [:]
    try context.restart()
    reader.output.withUnsafeBytes { context.feed($0) }
    return context.finish() ? found : nil
  }

  func startElement(_ name: UnsafePointer<UInt8>, attributes: RawAttributes, line: Int) {
    for index in 0..<attributes.count {
      guard let name = attributes.name(index) else { continue }
      found[String(decoding: NameCache.bytes(name), as: UTF8.self)] = Array(attributes.value(index))
    }
  }

  func endElement() {}

  func characters(_ text: UnsafeBufferPointer<UInt8>) {}
}
