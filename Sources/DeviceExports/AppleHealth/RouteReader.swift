internal import HealthRecords

/// Reads the points of a GPX file; see `RouteCollector` for what becomes of them.
///
/// What can be read of a damaged file is kept. Declared entities are never expanded, nothing is fetched.
final class RouteReader: XMLEvents {
  private static let chunk = 64 << 10

  /// The points, and the tables they are added to.
  var collector: RouteCollector

  private lazy var context = XMLContext(events: self, allowsNamespaces: true, readsText: true)

  /// Creates a reader of so many points that take so many bytes.
  init(partLimit: Int, byteLimit: Int) {
    collector = RouteCollector(partLimit: partLimit, byteLimit: byteLimit)
  }

  /// Reads a whole file; false when it is no well-formed XML.
  func read(_ file: [UInt8]) -> Bool {
    let attributeCount = collector.attributes.count
    if readPlainly(file) { return true }
    collector.restart(keeping: attributeCount)
    return readWholly(file)
  }

  /// Reads a file whose points are all plain; false for any other, which leaves points behind.
  func readPlainly(_ file: [UInt8]) -> Bool {
    file.withUnsafeBufferPointer { bytes in
      var plain = PlainRoute(bytes)
      return plain.run(&collector) && readWholly(plain.rest)
    }
  }

  /// Reads all of a file with libxml2; false when it is no well-formed XML.
  func readWholly(_ file: [UInt8]) -> Bool {
    guard (try? context.restart()) != nil else { return false }
    file.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count, context.troubles == 0 {
        let end = min(start + Self.chunk, bytes.count)
        context.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
    return context.finish()
  }

  func startElement(_ name: UnsafeBufferPointer<UInt8>, attributes: RawAttributes) {
    collector.startElement(name)
    guard collector.isAtPoint else { return }
    for index in 0..<attributes.count {
      collector.addAttribute(attributes.name(index), attributes.value(index))
    }
  }

  func endElement() {
    collector.endElement()
  }

  func characters(_ text: UnsafeBufferPointer<UInt8>) {
    collector.addText(text)
  }
}
