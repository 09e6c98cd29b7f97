/// Where something begins in a stream.
package struct JSONPosition: Sendable, Hashable {
  /// Bytes from the stream's start.
  package let byte: Int
  /// The line, from 1.
  package let line: Int

  /// Creates a position.
  package init(byte: Int, line: Int) {
    self.byte = byte
    self.line = line
  }
}

/// What a splitter finds in a stream, in its order.
package enum JSONPiece {
  /// A value of its own, or an element of an array of records: not yet parsed, so it may still be invalid.
  ///
  /// An element may be of any kind, a value of its own is an object. The bytes are valid until the next piece is
  /// asked for.
  case record(PaddedJSON, at: JSONPosition)
  /// Something that is no record and was left out; the fault counts its byte from the stream's start.
  case skipped(JSONFault, from: JSONPosition)
  /// An envelope has ended; its members apart from arrays and objects that may lead to records, as a JSON object.
  ///
  /// Members that were longer than the limit are left out; those inside objects on the way to records stand beside the others.
  case envelope(header: [UInt8], at: JSONPosition)
}

/// How a stream ended.
package enum JSONEnding: Sendable, Hashable {
  /// Behind a value, or with no value at all.
  case complete
  /// Inside a value, or where the source failed.
  case truncated
  /// At once: it is not UTF-8.
  case refused
}

/// The arrays of an envelope whose elements are records, by the keys that lead to them.
package struct JSONRecordPaths: Sendable, Hashable {
  /// The keys of each path; `*` stands for every key.
  let paths: [[[UInt8]]]
  /// For each depth a bit for each length, up to 63, that a key on some path has.
  private let lengths: [UInt64]

  /// Creates the paths from keys joined by dots, such as `data.records`; `*` stands for every key.
  ///
  /// With a path of `*`, every object that holds an array is an envelope. Only the first 64 paths count.
  package init(_ paths: [String]) {
    self.paths = paths.prefix(64).map { path in
      path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { Array($0) }
    }
    var lengths: [UInt64] = []
    for path in self.paths {
      for (depth, part) in path.enumerated() {
        if depth == lengths.count { lengths.append(0) }
        lengths[depth] |= part == [UInt8(ascii: "*")] ? .max : 1 << UInt64(min(part.count, 63))
      }
    }
    self.lengths = lengths
  }

  /// All of them, as one bit each.
  var all: UInt64 { paths.count == 64 ? .max : 1 << UInt64(paths.count) &- 1 }

  /// Those of some paths that have a key at a depth: whether one ends there, and those that go on.
  func matching(
    _ key: UnsafeBufferPointer<UInt8>, at depth: Int, of candidates: UInt64
  ) -> (endsHere: Bool, goingOn: UInt64) {
    // Most keys of most records go no further than this.
    guard depth < lengths.count, lengths[depth] >> UInt64(min(key.count, 63)) & 1 == 1 else {
      return (false, 0)
    }
    var endsHere = false
    var goingOn: UInt64 = 0
    var rest = candidates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let path = paths[index]
      guard depth < path.count, Self.matches(path[depth], key) else { continue }
      if depth + 1 == path.count { endsHere = true } else { goingOn |= 1 << UInt64(index) }
    }
    return (endsHere, goingOn)
  }

  private static func matches(_ part: [UInt8], _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    part.withUnsafeBufferPointer { part in
      part.hasSameBytes(as: key) || (part.count == 1 && part[0] == UInt8(ascii: "*"))
    }
  }
}
