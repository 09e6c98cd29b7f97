/// The message digest of RFC 1321: only for ids that others have derived by it (`NameBasedUUID`), never for secrecy.
public enum MD5 {
  /// The sixteen bytes of the digest; O(n).
  public static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: (UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476
    )
    let padded = padded(message)
    for block in stride(from: 0, to: padded.count, by: 64) {
      mix(&state, words(padded[block..<block + 64]))
    }
    return [state.0, state.1, state.2, state.3].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
  }

  /// The message, one bit, zeros, and the length in bits: whole blocks of 64 bytes.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    var bytes = message
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(truncatingIfNeeded: message.count) &* 8
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return bytes
  }

  private static func words(_ block: ArraySlice<UInt8>) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: 16)
    for (index, byte) in block.enumerated() {
      words[index / 4] |= UInt32(byte) << (8 * UInt32(index % 4))
    }
    return words
  }

  private static func mix(
    _ state: inout (UInt32, UInt32, UInt32, UInt32), _ words: [UInt32]
  ) {
    var (a, b, c, d) = state
    for step in 0..<64 {
      let (value, place) = Self.step(step, b, c, d)
      let sum = a &+ value &+ sines[step] &+ words[place]
      let turn = turns[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << turn | sum >> (32 &- turn)))
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }

  /// The function of a step's round and the word that it takes.
  private static func step(
    _ step: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (UInt32, Int) {
    switch step / 16 {
    case 0: (b & c | ~b & d, step)
    case 1: (d & b | ~d & c, (5 * step + 1) % 16)
    case 2: (b ^ c ^ d, (3 * step + 5) % 16)
    default: (c ^ (b | ~d), 7 * step % 16)
    }
  }

  private static let turns: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// The integer parts of 2^32 times the sines of 1 to 64 radians.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a,
    0xa830_4613, 0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be,
    0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340,
    0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8,
    0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c,
    0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92,
    0xffef_f47d, 0x8584_5dd1, 0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1,
    0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]
}

/// A UUID derived from a name by MD5: version 3 of RFC 4122, without a name space.
public enum NameBasedUUID {
  /// The UUID of a name, in lower case with hyphens.
  public static func text(of name: [UInt8]) -> String {
    var bytes = MD5.digest(name)
    bytes[6] = bytes[6] & 0x0f | 0x30
    bytes[8] = bytes[8] & 0x3f | 0x80
    var digits: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { digits.append(UInt8(ascii: "-")) }
      digits.append(hexadecimalDigits[Int(byte >> 4)])
      digits.append(hexadecimalDigits[Int(byte & 15)])
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
