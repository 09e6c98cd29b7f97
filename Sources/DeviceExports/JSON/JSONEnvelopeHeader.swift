/// The small members of an envelope as they are read, as one object: those of all its levels side by side.
struct JSONEnvelopeHeader {
  private let limit: Int
  private var bytes: [UInt8] = [UInt8(ascii: "{")]
  /// Where members stand of an object that may still become an envelope.
  private var noted: [(start: Int, end: Int)] = []

  /// More members are not noted: records have fewer, and headers too.
  private static let noteLimit = 256

  init(limit: Int) {
    self.limit = limit
  }

  /// The object with what was added.
  var closed: [UInt8] { bytes + [UInt8(ascii: "}")] }

  mutating func removeAll() {
    noted.removeAll(keepingCapacity: true)
    if bytes.count > 1 { bytes.removeLast(bytes.count - 1) }
  }

  /// Adds a member, key and value as they are written, unless that exceeds the limit.
  mutating func add(_ member: UnsafeBufferPointer<UInt8>) {
    guard bytes.count + member.count + 2 <= limit else { return }
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(contentsOf: member)
  }

  /// Remembers a member that `settle` may have to add.
  @inline(__always)
  mutating func note(_ start: Int, _ end: Int) {
    if noted.count < Self.noteLimit { noted.append((start, end)) }
  }

  /// Adds the noted members, which must still be in memory.
  mutating func settle(in window: borrowing JSONWindow) {
    for member in noted { add(window.bytes(member.start, member.end)) }
    noted.removeAll(keepingCapacity: true)
  }
}
