internal import HealthRecords

/// The entry point for fuzzing: a total function over any bytes, under small limits.
package enum JSONProbe {
  /// Splits and parses the bytes; returns a number that depends on all that was found, nil for a finding.
  ///
  /// A finding is that another chunking gives other pieces, or that a record is not the same once it was written as
  /// canonical JSON and read again.
  package static func stream(_ bytes: [UInt8]) -> Int? {
    guard let parser = try? JSONParser(), let second = try? JSONParser() else { return nil }
    var whole = Digest(parser: parser, second: second)
    whole.add(bytes, readSize: .max, bufferSize: 1 << 16)
    var cut = Digest(parser: parser, second: second)
    cut.add(bytes, readSize: 1 + bytes.count % 5, bufferSize: 16)
    guard whole.isSound, cut.isSound, whole.total == cut.total else { return nil }
    return whole.total
  }

  private struct Digest {
    let parser: JSONParser
    let second: JSONParser
    var total = 0
    var isSound = true

    mutating func add(_ bytes: [UInt8], readSize: Int, bufferSize: Int) {
      var limits = JSONSplitterLimits()
      limits.recordBytes = 300
      limits.headerBytes = 100
      limits.readBytes = bufferSize
      var splitter = JSONSplitter(
        MemorySource(bytes, readSize: readSize),
        paths: JSONRecordPaths(["records", "data.records", "steps.*"]), limits: limits)
      while let piece = splitter.next() { add(piece, splitter.arrayKey) }
      mix(splitter.ending.hashNumber)
      // Twice the limit, what was read beyond it, and the doubling of the buffer.
      if splitter.memoryBytes > max(bufferSize, 4096) { isSound = false }
    }

    private mutating func add(_ piece: JSONPiece, _ key: String?) {
      switch piece {
      case .record(let json, let position):
        mix(position)
        for byte in json.bytes { mix(Int(byte)) }
        mix(key?.utf8.count ?? -1)
        check(json)
      case .skipped(let fault, let position):
        mix(position)
        mix(fault.byte ?? -1)
        for byte in fault.code.rawValue.utf8 { mix(Int(byte)) }
      case .envelope(let header, let position):
        mix(position)
        for byte in header { mix(Int(byte)) }
      }
    }

    private mutating func check(_ json: PaddedJSON) {
      try? parser.parse(json) { element in
        do {
          let isSame = try second.parse(element.canonicalBytes) { $0.isSame(as: element) }
          if !isSame { isSound = false }
        } catch {
          isSound = false
        }
      }
    }

    private mutating func mix(_ position: JSONPosition) {
      mix(position.byte)
      mix(position.line)
    }

    private mutating func mix(_ number: Int) { total = total &* 31 &+ number }
  }
}

extension JSONEnding {
  fileprivate var hashNumber: Int {
    switch self {
    case .complete: 1
    case .truncated: 2
    case .refused: 3
    }
  }
}
