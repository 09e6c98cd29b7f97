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

  func startElement(_ name: UnsafeBufferPointer<UInt8>, attributes: RawAttributes) {
    for index in 0..<attributes.count {
      let name = String(decoding: attributes.name(index), as: UTF8.self)
      found[name] = Array(attributes.value(index))
    }
  }

  func endElement() {}

  func characters(_ text: UnsafeBufferPointer<UInt8>) {}
}
