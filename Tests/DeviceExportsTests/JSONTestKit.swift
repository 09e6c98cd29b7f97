import DeviceExports

/// A piece as text, so that whole streams can be compared at once.
enum FoundJSON: Equatable, CustomStringConvertible {
  case record(String, byte: Int, line: Int, key: String? = nil)
  case skipped(JSONFault.Code, byte: Int, line: Int)
  case envelope(String)
  case end(JSONEnding)

  var description: String {
    switch self {
    case .record(let json, let byte, let line, let key):
      ".record(\(json), byte: \(byte), line: \(line), key: \(key ?? "nil"))"
    case .skipped(let code, let byte, let line):
      ".skipped(\(code.rawValue), byte: \(byte), line: \(line))"
    case .envelope(let header): ".envelope(\(header))"
    case .end(let ending): ".end(\(ending))"
    }
  }
}

/// All that a splitter finds in a text.
func split(
  _ json: some Collection<UInt8>, paths: [String] = ["records", "data.records", "changes"],
  readSize: Int = .max, limits: JSONSplitterLimits = JSONSplitterLimits()
) -> [FoundJSON] {
  var splitter = JSONSplitter(
    MemorySource(Array(json), readSize: readSize), paths: JSONRecordPaths(paths), limits: limits)
  var found: [FoundJSON] = []
  while let piece = splitter.next() {
    switch piece {
    case .record(let json, let position):
      found.append(
        .record(
          String(decoding: json.bytes, as: UTF8.self), byte: position.byte, line: position.line,
          key: splitter.arrayKey))
    case .skipped(let fault, let position):
      found.append(.skipped(fault.code, byte: position.byte, line: position.line))
    case .envelope(let header, _): found.append(.envelope(String(decoding: header, as: UTF8.self)))
    }
  }
  return found + [.end(splitter.ending)]
}

func split(_ json: String, paths: [String] = ["records", "data.records", "changes"]) -> [FoundJSON]
{
  split(json.utf8, paths: paths)
}

/// The canonical form of a value, or why it has none.
func canonical(_ json: some Sequence<UInt8>, limits: JSONLimits = JSONLimits()) -> Result<
  String, JSONFault
> {
  do {
    let parser = try JSONParser(limits: limits)
    return .success(
      try parser.parse(Array(json)) { String(decoding: $0.canonicalBytes, as: UTF8.self) })
  } catch let fault as JSONFault {
    return .failure(fault)
  } catch {
    return .failure(JSONFault(.outOfMemory))
  }
}
