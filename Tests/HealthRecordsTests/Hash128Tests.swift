import HealthRecords
import Testing

/// The published function: equal bytes give these numbers on every platform, for ever.
@Suite struct Hash128Tests {
  @Test(
    arguments: [
      ("", 0, 0),
      ("a", 0x8555_5565_f659_7889, 0xe6b5_3a48_510e_895a),
      ("hello", 0xcbd8_a7b3_41bd_9b02, 0x5b1e_906a_48ae_1d19),
      ("hello, world", 0x342f_ac62_3a5e_bc8e, 0x4cdc_bc07_9642_414d),
      (
        "The quick brown fox jumps over the lazy dog", 0xe34b_bc7b_bc07_1b6c,
        0x7a43_3ca9_c49a_9347
      ),
    ] as [(String, UInt64, UInt64)])
  func `text gives the published hash`(_ text: String, high: UInt64, low: UInt64) {
    let hash = Hash128(Array(text.utf8))
    #expect([hash.high, hash.low] == [high, low])
  }

  /// Computed with a second implementation of the function, in another language.
  static let byLength: [UInt64] = [
    0x0000_0000_0000_0000, 0x7ace_5c90_8374_fe16, 0x5d31_399d_73b2_0e17, 0xc897_be15_b329_c16e,
    0xdf9f_f638_375b_8edd, 0xa189_a225_b3ca_4310, 0x5517_82c9_a299_dace, 0xf190_3a95_4f45_f844,
    0xc399_3d2f_1366_930c, 0xd9b7_b4b0_5200_a47a, 0x4ffa_ca99_927a_de88, 0x0c05_8027_8a42_e79e,
    0x229b_6bee_cc45_4045, 0xf16a_6ee8_394f_9e42, 0x5f93_238d_92c4_18c7, 0x4c26_a398_0bb4_acb7,
    0x52eb_3281_de4b_cda9, 0x4017_ff9f_41bb_9db0, 0x07b5_01af_da14_5a1d, 0x2b82_973d_0c9d_55c9,
    0x01cf_0df1_8d24_9722, 0x4def_0283_2237_ef2c, 0xff99_e22c_f8fc_dfdb, 0xbee3_53cd_3748_a2cd,
    0xf627_8214_20df_2695, 0x1f18_ec4f_76cc_60b6, 0x5b59_0de4_a07b_e3c3, 0xfe44_37fd_7a81_e018,
    0xc62f_51e4_366e_af45, 0xf8e6_5ca1_1532_189b, 0xcaf9_c922_4dfc_27f0, 0x75e7_6d36_669e_9e8a,
    0xfc8c_8a03_7aa2_5180, 0x9bf6_416d_fa41_b5ec, 0x6ff4_5ef2_ce60_baad,
  ]

  @Test(arguments: zip(0..<byLength.count, byLength))
  func `every length of the last block is hashed`(_ length: Int, high: UInt64) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
    #expect(Hash128(bytes).high == high)
  }

  @Test func `bytes above 127 and zero bytes count`() {
    let ones = Hash128([UInt8](repeating: 0xff, count: 16))
    #expect([ones.high, ones.low] == [0xd8ce_73d7_a39a_46e6, 0xd0ac_179d_2650_b632])
    let zeros = Hash128([UInt8](repeating: 0, count: 17))
    #expect([zeros.high, zeros.low] == [0xc1a1_84d4_664a_4828, 0xa02e_7bb0_9ebb_7b5a])
  }

  @Test func `a buffer at an odd address has the hash of its bytes`() {
    let bytes = Array("xThe quick brown fox jumps over the lazy dog".utf8)
    let hash = bytes.withUnsafeBytes { Hash128(UnsafeRawBufferPointer(rebasing: $0[1...])) }
    #expect(hash == Hash128(Array(bytes.dropFirst())))
  }
}

@Suite struct CanonicalBytesTests {
  @Test func `integers, text and numbers are laid out as published`() {
    var bytes = CanonicalBytes()
    bytes.append(tag: 7)
    bytes.append(Int64(-2))
    bytes.append(UInt64(258))
    bytes.append(text: "\u{e9}")
    bytes.append(SignificantDigits(-0.97))
    bytes.append(RecordID(high: 1, low: 2))
    #expect(
      bytes.contents == [
        7,
        0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        2, 1, 0, 0, 0, 0, 0, 0,
        2, 0, 0, 0, 0xc3, 0xa9,
        0x1c, 0xda, 0xfc, 0xff,
        1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,
      ])
    #expect(bytes.hash == Hash128(bytes.contents))
  }

  @Test func `a string and its bytes are laid out alike`() {
    var text = CanonicalBytes()
    text.append(text: "km/h")
    var array = CanonicalBytes()
    array.append(text: Array("km/h".utf8))
    var buffer = CanonicalBytes()
    Array("km/h".utf8).withUnsafeBufferPointer { buffer.append(text: $0) }
    #expect(text.contents == array.contents)
    #expect(text.contents == buffer.contents)
  }

  @Test func `capital letters are laid out as small ones, and nothing else is changed`() {
    var written = CanonicalBytes()
    written.append(tag: 0x41)
    Array("aZ@[\u{c9}-AF09".utf8).withUnsafeBufferPointer { written.append(lowercased: $0) }
    var small = CanonicalBytes()
    small.append(tag: 0x41)
    small.append(text: "az@[\u{c9}-af09")
    #expect(written.contents == small.contents)
  }

  @Test func `lengths keep neighbouring texts apart`() {
    var left = CanonicalBytes()
    left.append(text: "ab")
    left.append(text: "c")
    var right = CanonicalBytes()
    right.append(text: "a")
    right.append(text: "bc")
    #expect(left.hash != right.hash)
  }

  @Test(arguments: [(0, 0), (1, 1), (9, 9), (10, 9)])
  func `truncating keeps the first bytes`(_ count: Int, kept: Int) {
    var bytes = CanonicalBytes()
    bytes.append(tag: 1)
    bytes.append(Int64(5))
    let whole = bytes.contents
    bytes.truncate(to: count)
    #expect(bytes.contents == Array(whole.prefix(kept)))
    #expect(bytes.count == kept)
  }

  @Test func `nothing is left after forgetting all`() {
    var bytes = CanonicalBytes()
    bytes.append(text: "abc")
    bytes.removeAll()
    #expect(bytes.contents == [])
  }
}
