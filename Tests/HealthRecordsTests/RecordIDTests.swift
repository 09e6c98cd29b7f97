import HealthRecords
import Testing

@Suite struct RecordIDTests {
  static let hash = Hash128(Array("hello".utf8))

  @Test func `an id without a start is the hash`() {
    let id = RecordID(Self.hash)
    #expect(id == RecordID(high: 0xcbd8_a7b3_41bd_9b02, low: 0x5b1e_906a_48ae_1d19))
  }

  /// 40 bits of biased seconds, then the upper 24 bits of the hash's first half.
  @Test(
    arguments: [
      (0, 0x8000_0000_00cb_d8a7),
      (999, 0x8000_0000_00cb_d8a7),
      (1000, 0x8000_0000_01cb_d8a7),
      (-1, 0x7fff_ffff_ffcb_d8a7),
      (-1000, 0x7fff_ffff_ffcb_d8a7),
      (-1001, 0x7fff_ffff_fecb_d8a7),
      (1_700_000_000_000, 0x8065_53f1_00cb_d8a7),
      (.max, 0xffff_ffff_ffcb_d8a7),
      (.min, 0x0000_0000_00cb_d8a7),
    ] as [(Int64, UInt64)])
  func `a start leads the id in whole seconds`(_ start: Int64, high: UInt64) {
    let id = RecordID(Self.hash, startMilliseconds: start)
    #expect(id == RecordID(high: high, low: Self.hash.low))
  }

  @Test func `ids sort by their start, years before 1970 first`() {
    let starts: [Int64] = [.min, -5_000_000_000_000, -2000, -1, 0, 1000, 4_000_000_000_000, .max]
    let ids = starts.enumerated().map { index, start in
      RecordID(Hash128([UInt8(200 - index)]), startMilliseconds: start)
    }
    #expect(ids.sorted() == ids)
  }

  @Test func `the second half decides between equal first halves`() {
    #expect(RecordID(high: 1, low: 2) < RecordID(high: 1, low: 3))
    #expect(RecordID(high: 1, low: .max) < RecordID(high: 2, low: 0))
  }

  @Test(arguments: [
    (RecordID(high: 0, low: 0), "00000000000000000000000000000000"),
    (RecordID(high: .max, low: 1), "ffffffffffffffff0000000000000001"),
    (
      RecordID(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210),
      "0123456789abcdeffedcba9876543210"
    ),
  ])
  func `hexadecimal digits read back as the same id`(_ id: RecordID, text: String) {
    #expect(id.hexadecimal == text)
    #expect(RecordID(hexadecimal: text) == id)
    #expect(RecordID(hexadecimal: text.uppercased()) == id)
  }

  @Test(arguments: [
    "", "0", "0123456789abcdeffedcba987654321", "0123456789abcdeffedcba98765432100",
    "0123456789abcdeffedcba987654321g", "0123456789abcdef-edcba9876543210",
    " 123456789abcdeffedcba9876543210", "0123456789abcdeffedcba98765432\u{e9}",
  ])
  func `anything but 32 hexadecimal digits is no id`(_ text: String) {
    #expect(RecordID(hexadecimal: text) == nil)
  }
}
