/// Decodes single attribute values with libxml2, so that there is one truth about what a value says.
final class ValueDecoder: XMLEvents {
  private var context: XMLContext?
  private var decoded: [UInt8]?

  /// The value that the raw bytes between two double quotes stand for; nil when they are no valid value, or hold a
  /// reference that the careful lane would not take for one.
  ///
  /// Costs a parser context, so callers remember the answers.
  func decode(_ raw: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var position = 0
    while let ampersand = raw.index(of: UInt8(ascii: "&"), from: position) {
      guard XMLReference(raw, at: ampersand).kind == .valid else { return nil }
      position = ampersand + 1
    }
    let context = context ?? XMLContext(events: self)
    self.context = context
    guard (try? context.restart()) != nil else { return nil }
    decoded = nil
    context.feed("<a v=\"")
    context.feed(UnsafeRawBufferPointer(raw))
    context.feed("\"/>")
    return context.finish() ? decoded : nil
  }

  func startElement(_ name: UnsafeBufferPointer<UInt8>, attributes: RawAttributes) {
    if attributes.count == 1 { decoded = Array(attributes.value(0)) }
  }

  func endElement() {}

  func characters(_ text: UnsafeBufferPointer<UInt8>) {}
}
