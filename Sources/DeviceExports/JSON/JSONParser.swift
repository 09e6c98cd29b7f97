internal import CSonarSimdjson

/// What a parser accepts of one value.
package struct JSONLimits: Sendable, Hashable {
  /// The bytes of one value; 64 MiB unless told otherwise, below 4 GiB in any case.
  package var bytes = 64 << 20
  /// Open arrays and objects; 64 unless told otherwise, 1000 at most.
  package var depth = 64
  /// Values and keys; 4 million unless told otherwise, at 24 bytes each.
  package var nodes = 4_000_000

  /// Creates the default limits.
  package init() {}
}

/// Bytes of JSON with `JSONParser.padding` readable bytes behind them, whatever those hold.
package struct PaddedJSON {
  /// The JSON, without the padding.
  package let bytes: UnsafeBufferPointer<UInt8>

  /// Vouches for the padding.
  package init(paddedBytes bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }
}

/// Parses JSON values one at a time by simdjson, and keeps its memory from one to the next.
///
/// Numbers are never refused for their size: native data keep what was written. Half surrogate pairs are. Memory
/// grows with the largest value: about seven bytes for each of its bytes, and 24 for each node.
///
/// For one thread at a time; threads have one each.
package final class JSONParser {
  /// Readable bytes that simdjson needs behind its input.
  package static let padding = Int(CSONAR_JSON_PADDING)

  private let parser: OpaquePointer
  private var copy: [UInt8] = []

  /// Creates a parser; throws only where there is no memory.
  package init(limits: JSONLimits = JSONLimits()) throws(JSONFault) {
    let limits = CSonarJSONLimits(
      bytes: max(0, limits.bytes), depth: max(0, limits.depth), nodes: max(0, limits.nodes))
    guard let parser = csonar_json_create(limits) else { throw JSONFault(.outOfMemory) }
    self.parser = parser
  }

  deinit {
    csonar_json_destroy(parser)
  }

  /// Parses exactly one value and hands it over; what it hands over is valid inside the closure only.
  ///
  /// The closure must not call the parser. Throws what the closure throws, and a `JSONFault` counted from the value's
  /// first byte where it is not valid or over a limit.
  package func parse<Result>(
    _ json: PaddedJSON, _ body: (JSONElement) throws -> Result
  ) throws -> Result {
    // An empty buffer may have no address.
    guard let input = json.bytes.baseAddress else { throw JSONFault(.empty) }
    let parsed = csonar_json_parse(parser, input, json.bytes.count)
    guard parsed.status == CSONAR_JSON_OK, let nodes = parsed.nodes else {
      let byte = parsed.errorOffset < 0 ? nil : Int(exactly: parsed.errorOffset)
      throw JSONFault(JSONFault.Code(parsed.status), byte: byte)
    }
    return try body(JSONElement(nodes: nodes, input: input, text: parsed.text ?? input))
  }

  /// Parses exactly one value from bytes without padding, which are copied for it; otherwise as above.
  package func parse<Result>(
    _ bytes: [UInt8], _ body: (JSONElement) throws -> Result
  ) throws -> Result {
    copy.removeAll(keepingCapacity: true)
    copy.reserveCapacity(bytes.count + Self.padding)
    copy.append(contentsOf: bytes)
    copy.append(contentsOf: repeatElement(0x20, count: Self.padding))
    return try copy.withUnsafeBufferPointer { padded in
      try parse(PaddedJSON(paddedBytes: padded.slice(0, bytes.count)), body)
    }
  }
}

extension JSONFault.Code {
  fileprivate init(_ status: CSonarJSONStatus) {
    self =
      switch status {
      case CSONAR_JSON_OUT_OF_MEMORY: .outOfMemory
      case CSONAR_JSON_TOO_LONG: .tooLong
      case CSONAR_JSON_TOO_DEEP: .tooDeep
      case CSONAR_JSON_TOO_MANY_NODES: .tooManyNodes
      case CSONAR_JSON_EMPTY: .empty
      case CSONAR_JSON_INVALID_UTF8: .invalidUTF8
      case CSONAR_JSON_CONTROL_CHARACTER: .controlCharacter
      case CSONAR_JSON_UNCLOSED_STRING: .unclosedString
      case CSONAR_JSON_INVALID_STRING: .invalidString
      case CSONAR_JSON_INVALID_NUMBER: .invalidNumber
      case CSONAR_JSON_INVALID_WORD: .invalidWord
      case CSONAR_JSON_TRAILING_CONTENT: .trailingContent
      default: .invalidStructure
      }
  }
}
