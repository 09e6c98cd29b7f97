import HealthRecords
import Testing

/// A text and the two halves of its published hash.
struct TextVector: Sendable, CustomTestStringConvertible {
  let text: String
  let high: UInt64
  let low: UInt64

  var testDescription: String { text.isEmpty ? "no bytes" : text }
}

/// Expected ids and hashes come from other implementations of MurmurHash3, not from this one.
@Suite struct `The hash` {
  @Test(arguments: [
    TextVector(text: "", high: 0, low: 0),
    TextVector(text: "foo", high: 0xe271_8657_01f5_4561, low: 0x7eaf_87e4_2bba_7d87),
    TextVector(text: "hello", high: 0xcbd8_a7b3_41bd_9b02, low: 0x5b1e_906a_48ae_1d19),
    TextVector(text: "hello, world", high: 0x342f_ac62_3a5e_bc8e, low: 0x4cdc_bc07_9642_414d),
    TextVector(
      text: "19 Jan 2038 at 3:14:07 AM", high: 0xb89e_5988_b737_affc, low: 0x664f_c295_0231_b2cb),
    TextVector(
      text: "The quick brown fox jumps over the lazy dog.", high: 0xcd99_481f_9ee9_02c9,
      low: 0x695d_a1a3_8987_b6e7),
  ])
  func `of a text is the published one`(vector: TextVector) {
    let hash = Hash128(Array(vector.text.utf8))
    #expect([hash.high, hash.low] == [vector.high, vector.low])
  }

  /// The bytes 0, 1, 2 … of every length up to two blocks and one byte: every branch of the tail.
  @Test(arguments: Array(countingVectors.enumerated()))
  func `of counting bytes is the published one for every length of the tail`(
    length: Int, expected: [UInt64]
  ) {
    let hash = Hash128((0..<length).map { UInt8($0) })
    #expect([hash.high, hash.low] == expected)
  }

  @Test func `does not depend on the alignment of the bytes`() {
    let bytes = (0..<40).map { UInt8($0 * 5) }
    let expected = Hash128(bytes)
    for shift in 1...8 {
      let shifted = [UInt8](repeating: 0xFF, count: shift) + bytes
      let hash = shifted.withUnsafeBytes {
        Hash128(UnsafeRawBufferPointer(rebasing: $0[shift...]))
      }
      #expect(hash == expected)
    }
  }

  @Test func `changes with every single bit`() {
    let bytes = [UInt8](repeating: 0, count: 20)
    var seen: Set<Hash128> = [Hash128(bytes)]
    for bit in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      seen.insert(Hash128(changed))
    }
    #expect(seen.count == bytes.count * 8 + 1)
  }
}

/// The worked examples of docs/identity.md: bytes laid out by its table, ids that other implementations confirm.
@Suite struct `An id of an Apple record` {
  private static let start: Int64 = 1_714_550_400_000

  /// What every Apple id begins with: rule version, provider, form, native type.
  private func beginning(_ form: Character, _ type: String) -> CanonicalBytes {
    var bytes = CanonicalBytes()
    bytes.append(tag: 1)
    bytes.append(tag: 1)
    bytes.append(tag: form.asciiValue ?? 0)
    bytes.append(text: type)
    return bytes
  }

  @Test func `hashes the content of a heart rate`() {
    var bytes = beginning("c", "HKQuantityTypeIdentifierHeartRate")
    bytes.append(text: "Watch")
    bytes.append(Self.start)
    bytes.append(Self.start)
    bytes.append(tag: 1)
    bytes.append(SignificantDigits(62))
    bytes.append(tag: 0)
    #expect(
      hexadecimal(bytes.contents) == """
        01016321000000484b5175616e74697479547970654964656e746966696572486561727452617465\
        05000000576174636800e42a338f01000000e42a338f010000013818feff00
        """)
    #expect(
      RecordID(bytes.hash, startMilliseconds: Self.start).hexadecimal
        == "806631f680fa62c42c68b73092e12b9c")
  }

  @Test func `hashes the code of a sleep stage that began before 1970`() {
    var bytes = beginning("c", "HKCategoryTypeIdentifierSleepAnalysis")
    bytes.append(text: "Watch")
    bytes.append(Int64(-1000))
    bytes.append(Int64(1000))
    bytes.append(tag: 2)
    bytes.append(Int64(4))
    bytes.append(tag: 0)
    #expect(
      RecordID(bytes.hash, startMilliseconds: -1000).hexadecimal
        == "7fffffffff2c2a02c77f4feec736d370")
  }

  @Test func `hashes a sync identifier and no time`() {
    var bytes = beginning("s", "HKQuantityTypeIdentifierBodyMass")
    bytes.append(text: "Scale")
    bytes.append(text: "scale-42")
    #expect(RecordID(bytes.hash).hexadecimal == "8e97f2a5c22e7b3bd83bf5cfb8be771f")
  }

  @Test func `hashes the day of an activity summary`() {
    var bytes = beginning("k", "ActivitySummary")
    bytes.append(text: "2024-05-01")
    #expect(RecordID(bytes.hash).hexadecimal == "0241b6ea2ebe008bf59fef88f0cbd506")
  }

  @Test func `hashes nothing but the type of the one person`() {
    #expect(
      RecordID(beginning("k", "Me").hash).hexadecimal == "1360cecb4ca022f404c64a9490fbd0bb")
  }
}

/// Bytes as lower-case hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let text = String(byte, radix: 16)
    return text.count == 1 ? "0" + text : text
  }.joined()
}

private let countingVectors: [[UInt64]] = [
  [0x0000_0000_0000_0000, 0x0000_0000_0000_0000],
  [0x4610_abe5_6eff_5cb5, 0x5162_2daa_78f8_3583],
  [0x7cb3_f5c5_8dab_264c, 0xf03c_0132_6ec2_e044],
  [0xb872_a12f_ef53_e6be, 0xfb62_55c2_52b3_96b6],
  [0xe1c5_94ae_0ddf_af10, 0xd3d6_05bd_13c2_fde2],
  [0x41ee_8cd4_a6f9_4036, 0xf8d0_155e_630c_23f6],
  [0x6698_3abb_a4f5_043c, 0x57e0_240b_1651_2ca0],
  [0xbd4c_6987_ca4b_0d68, 0x613a_ddd4_bd25_c787],
  [0x47a7_e1bd_d68e_2fc8, 0x60e6_ee02_ec31_dcc7],
  [0xfbb4_cb0f_6e81_2d32, 0x78de_751d_0200_ffb9],
  [0xcfca_25e8_9e58_e463, 0x2543_13c4_72ad_2076],
  [0xc57b_4f47_c756_4f88, 0x6965_ea8d_2071_1bb0],
  [0xb35d_a7e6_9212_a5ca, 0x8075_f146_ecf7_5346],
  [0x4b52_d9f2_c55f_41c2, 0x84ff_869e_afa6_d8fc],
  [0x5fa9_33ee_3590_6d64, 0x0d78_2573_380f_c9df],
  [0x4723_1598_fd49_25e9, 0xcd84_6dee_88c6_7de9],
  [0x4449_24b5_9190_3f30, 0xab90_6456_762f_e845],
  [0x5c76_f40f_9fe7_c20e, 0xc15f_026b_9eda_a824],
  [0x1648_e4d1_bae9_c47b, 0xce26_8418_0bb9_eb5f],
  [0xa665_a455_64a3_0163, 0x954f_7960_bfae_1fdc],
  [0xa3d2_5370_5736_954b, 0x5a1f_0625_6c7b_9c7a],
  [0xcdd1_3da0_28d4_1203, 0x6bc5_0efc_2da2_e7cb],
  [0x45f8_f3bf_27c1_2a71, 0x1730_a373_601e_5662],
  [0xb9a1_376f_1535_81db, 0x2645_1c93_b42a_4941],
  [0x734e_8462_75b2_dfde, 0x9470_7eab_bbfb_9e52],
  [0x3bbe_7cb5_2ee9_82cb, 0xa2d3_5433_beef_9ffc],
  [0xa515_dcfe_0222_6f72, 0x2e0c_68dc_fcc4_7d78],
  [0x1116_0288_4d59_2eed, 0x2874_1948_dc1d_b519],
  [0xdc14_ff62_ee05_813c, 0x6620_50bb_4567_cb8b],
  [0xaae4_94b1_1518_cf1a, 0x649e_12f7_8ccf_e176],
  [0xf069_080d_38a2_01e3, 0x22f3_687f_e3d2_6b19],
  [0x053d_d3e1_a32c_d094, 0x9ee5_9aef_b400_5490],
  [0xc66d_9022_b62f_500f, 0x1c05_0a6e_34c3_1151],
  [0x7d41_281b_faba_4612, 0x55ac_8073_a7d6_a30b],
]
