import HealthRecords
import Testing

@Suite struct `A record id` {
  private static let hash = Hash128(Array("hello".utf8))

  /// Seconds since 1970 biased by 2^39 in the leading ten digits.
  @Test(arguments: [
    (0, "8000000000"), (999, "8000000000"), (1000, "8000000001"), (-1, "7fffffffff"),
    (-1000, "7fffffffff"), (-1001, "7ffffffffe"), (1_714_550_400_000, "806631f680"),
    (Int64.max, "ffffffffff"), (Int64.min, "0000000000"),
  ])
  func `leads with the second of its start`(start: Int64, digits: String) {
    let id = RecordID(Self.hash, startMilliseconds: start)
    #expect(id.hexadecimal == digits + "cbd8a7" + "5b1e906a48ae1d19")
  }

  @Test func `without a start is the hash`() {
    #expect(RecordID(Self.hash).hexadecimal == "cbd8a7b341bd9b025b1e906a48ae1d19")
  }

  @Test func `sorts by time across 1970, whatever the hash`() {
    let starts: [Int64] = [-5_000_000, -1000, 0, 1000, 1_714_550_400_000]
    let ids = starts.enumerated().map { index, start in
      RecordID(Hash128([UInt8(250 - index * 50)]), startMilliseconds: start)
    }
    #expect(ids.reversed().sorted() == ids)
  }

  @Test func `sorts by its second half where the first is equal`() {
    let smaller = RecordID(high: 1, low: 2)
    let larger = RecordID(high: 1, low: 3)
    #expect([larger, smaller].sorted() == [smaller, larger])
  }

  @Test(arguments: [
    RecordID(high: 0, low: 0), RecordID(high: .max, low: .max), RecordID(high: 1, low: 0xabcdef),
  ])
  func `reads what it writes, in either case`(id: RecordID) {
    #expect(RecordID(hexadecimal: id.hexadecimal) == id)
    #expect(RecordID(hexadecimal: id.hexadecimal.uppercased()) == id)
  }

  @Test(arguments: [
    "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
    String(repeating: "g", count: 32), String(repeating: "0", count: 31) + " ",
    "0x" + String(repeating: "0", count: 30), String(repeating: "é", count: 16),
  ])
  func `refuses what is not 32 digits`(text: String) {
    #expect(RecordID(hexadecimal: text) == nil)
  }
}

@Suite struct `Canonical bytes` {
  @Test func `are little-endian, length-prefixed and unaligned`() {
    var bytes = CanonicalBytes()
    bytes.append(tag: 7)
    bytes.append(Int64(-2))
    bytes.append(UInt64(0x0102_0304_0506_0708))
    bytes.append(text: "né")
    bytes.append(SignificantDigits(-0.0125))
    bytes.append(RecordID(high: 1, low: 2))
    #expect(
      hexadecimal(bytes.contents) == "07" + "feffffffffffffff" + "0807060504030201"
        + "03000000" + "6ec3a9" + "1efbfbff" + "0100000000000000" + "0200000000000000")
  }

  @Test func `are the same for every way to give a text`() {
    var fromString = CanonicalBytes()
    var fromArray = CanonicalBytes()
    var fromBuffer = CanonicalBytes()
    fromString.append(text: "Watch")
    fromArray.append(text: Array("Watch".utf8))
    Array("Watch".utf8).withUnsafeBufferPointer { fromBuffer.append(text: $0) }
    #expect(fromString.contents == fromArray.contents)
    #expect(fromString.contents == fromBuffer.contents)
  }

  @Test func `keep two texts apart, wherever they are cut`() {
    var first = CanonicalBytes()
    var second = CanonicalBytes()
    first.append(text: "ab")
    first.append(text: "c")
    second.append(text: "a")
    second.append(text: "bc")
    #expect(first.contents != second.contents)
  }

  @Test func `go back to a beginning that is laid out once`() {
    var bytes = CanonicalBytes()
    bytes.append(tag: 1)
    let beginning = bytes.count
    bytes.append(tag: 2)
    bytes.truncate(to: beginning)
    bytes.append(tag: 3)
    #expect(bytes.contents == [1, 3])
    bytes.truncate(to: 99)
    #expect(bytes.contents == [1, 3])
    bytes.removeAll()
    #expect(bytes.contents.isEmpty)
    #expect(bytes.hash == Hash128([UInt8]()))
  }
}
