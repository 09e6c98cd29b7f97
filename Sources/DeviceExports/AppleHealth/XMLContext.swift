internal import CSonarXML2

/// What an `XMLContext` tells about the text it is fed.
protocol XMLEvents: AnyObject {
  /// An element starts.
  func startElement(_ name: UnsafeBufferPointer<UInt8>, attributes: RawAttributes)
  /// The innermost open element ends.
  func endElement()
  /// Text of the innermost open element, perhaps only a part of it.
  func characters(_ text: UnsafeBufferPointer<UInt8>)
}

/// The attributes of one element, decoded by libxml2; valid only during the callback.
struct RawAttributes {
  /// Five pointers each: local name, prefix, namespace, first byte of the value, byte behind it.
  fileprivate let base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  /// The number of attributes.
  let count: Int

  /// The local name of an attribute.
  func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(zeroTerminated: base?[index &* 5])
  }

  /// The value of an attribute.
  @inline(__always)
  func value(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    guard let start = base?[index &* 5 &+ 3], let end = base?[index &* 5 &+ 4] else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: start, count: end - start)
  }

  /// Whether an attribute has a prefix.
  fileprivate func hasPrefix(_ index: Int) -> Bool {
    base?[index &* 5 &+ 1] != nil
  }
}

/// A libxml2 push parser: bytes in, events out, nothing fetched, nothing expanded.
///
/// Only the five entities of XML itself are known: the parser asks `getEntity`, which answers for no other, so a
/// declaration in the input has no effect. Belongs to one thread at a time.
final class XMLContext {
  /// Errors, warnings and constructs that Apple does not write, since `restart`.
  ///
  /// Not an error yet: what it means is for the caller to say.
  fileprivate(set) var troubles = 0

  /// Whether prefixes and namespaces are no trouble (GPX has them).
  private let allowsNamespaces: Bool
  private var context: xmlParserCtxtPtr?
  private var handler = xmlSAXHandler()
  /// Owns this context, so it outlives it; counting references would cost more than the call.
  private unowned(unsafe) let events: any XMLEvents

  /// Sets libxml2 up, once in the process and before any parser is made.
  ///
  /// Its own set-up at the first use is no safe one when two lanes begin at the same moment: both make its tables.
  private static let library: Void = xmlInitParser()

  /// Creates a context without a parser; call `restart` before feeding.
  init(events: any XMLEvents, allowsNamespaces: Bool = false, readsText: Bool = false) {
    _ = Self.library
    self.events = events
    self.allowsNamespaces = allowsNamespaces
    handler.initialized = UInt32(truncatingIfNeeded: XML_SAX2_MAGIC)
    handler.startElementNs = startElementCallback
    handler.endElementNs = endElementCallback
    handler.getEntity = entityCallback
    handler.serror = { data, _ in XMLContext.from(data)?.troubles += 1 }
    if readsText {
      handler.characters = charactersCallback
      handler.cdataBlock = charactersCallback
    }
  }

  deinit {
    free()
  }

  /// Throws away the document so far and begins a new one.
  func restart() throws(AppleHealthError) {
    free()
    let data = Unmanaged.passUnretained(self).toOpaque()
    guard let created = xmlCreatePushParserCtxt(&handler, data, nil, 0, nil) else {
      throw .outOfMemory
    }
    let options = Int32(truncatingIfNeeded: XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue)
    xmlCtxtUseOptions(created, options)
    context = created
    troubles = 0
  }

  /// Parses more bytes of the document.
  func feed(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
    var fed = 0
    while fed < bytes.count, troubles == 0 {
      let size = min(bytes.count - fed, 1 << 30)
      if xmlParseChunk(context, start + fed, Int32(truncatingIfNeeded: size), 0) != 0 {
        troubles += 1
      }
      fed += size
    }
  }

  /// Parses literal text of our own.
  func feed(_ text: StaticString) {
    feed(UnsafeRawBufferPointer(text.utf8Bytes))
  }

  /// Ends the document; whether it was well-formed and without any trouble.
  func finish() -> Bool {
    if xmlParseChunk(context, nil, 0, 1) != 0 { troubles += 1 }
    return troubles == 0 && context?.pointee.wellFormed == 1
  }

  private func free() {
    guard let freed = context else { return }
    context = nil
    // For an entity declaration libxml2 makes a document of its own, which it leaves to its caller.
    if let document = freed.pointee.myDoc {
      freed.pointee.myDoc = nil
      xmlFreeDoc(document)
    }
    xmlFreeParserCtxt(freed)
  }

  fileprivate static func from(_ data: UnsafeMutableRawPointer?) -> XMLContext? {
    data.map { Unmanaged<XMLContext>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate func started(
    _ name: UnsafePointer<UInt8>, attributes: RawAttributes, isQualified: Bool
  ) {
    if !allowsNamespaces {
      if isQualified || (0..<attributes.count).contains(where: attributes.hasPrefix) {
        troubles += 1
      }
    }
    events.startElement(UnsafeBufferPointer(zeroTerminated: name), attributes: attributes)
  }

  fileprivate func ended() {
    events.endElement()
  }

  fileprivate func read(_ text: UnsafeBufferPointer<UInt8>) {
    events.characters(text)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes before the first zero; none for nil.
  fileprivate init(zeroTerminated start: UnsafePointer<UInt8>?) {
    var count = 0
    while let start, start[count] != 0 { count &+= 1 }
    self.init(start: start, count: count)
  }
}

private let startElementCallback: startElementNsSAX2Func = {
  data, name, prefix, _, namespaceCount, _, attributeCount, _, attributes in
  guard let name, let data else { return }
  Unmanaged<XMLContext>.fromOpaque(data)._withUnsafeGuaranteedRef {
    $0.started(
      name, attributes: RawAttributes(base: attributes, count: Int(attributeCount)),
      isQualified: prefix != nil || namespaceCount != 0)
  }
}

private let endElementCallback: endElementNsSAX2Func = { data, _, _, _ in
  guard let data else { return }
  Unmanaged<XMLContext>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.ended() }
}

private let entityCallback: getEntitySAXFunc = { _, name in
  xmlGetPredefinedEntity(name)
}

private let charactersCallback: charactersSAXFunc = { data, text, count in
  guard let text, count > 0 else { return }
  XMLContext.from(data)?.read(UnsafeBufferPointer(start: text, count: Int(count)))
}
