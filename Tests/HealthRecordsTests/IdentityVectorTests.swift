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
@Suite struct `The published hash` {
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
}

/// The table of numbers in docs/identity.md.
@Suite struct `The published digits` {
  @Test(
    arguments: [
      (0, 0, 0), (-0.0, 0, 0), (1, 1000, -3), (-62, -6200, -2), (12_344, 1234, 1),
      (12_345, 1235, 1), (99_994, 9999, 1), (99_995, 1000, 2), (0.012_345, 1235, -5),
      (70.306_818, 7031, -2), (0.1 + 0.2, 3000, -4),
    ] as [(Double, Int16, Int16)])
  func `of a number`(value: Double, digits: Int16, power: Int16) {
    let number = SignificantDigits(value)
    #expect([number.digits, number.exponent] == [digits, power])
  }

  /// Written in kilometres and in miles, and halfway between two roundings in one of them.
  @Test func `part at a tie`() {
    let miles = (42.195 / 1.609_344 * 1e6).rounded() / 1e6
    #expect(SignificantDigits(42.195 * 1000).digits == 4220)
    #expect(SignificantDigits(miles * 1609.344).digits == 4219)
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
