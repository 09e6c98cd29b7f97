import HealthRecords
import Testing

@Suite struct `MD5 and name-based UUIDs` {
  /// The test suite of RFC 1321, appendix A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `the vectors of RFC 1321 hold`(_ text: String, _ digest: String) {
    #expect(hexadecimal(MD5.digest(Array(text.utf8))) == digest)
  }

  @Test(arguments: [55, 56, 57, 63, 64, 65, 119, 120, 128])
  func `lengths around a block give sixteen bytes that depend on every byte`(_ count: Int) {
    let message = [UInt8](repeating: 7, count: count)
    var other = message
    other[count - 1] = 8
    #expect(MD5.digest(message).count == 16)
    #expect(MD5.digest(message) != MD5.digest(other))
    #expect(MD5.digest(message) == MD5.digest(message))
  }

  @Test func `a name-based UUID has the version and the variant of RFC 4122`() {
    // The digest of "abc" with version 3 and variant 10 in place of the bits there.
    #expect(NameBasedUUID.text(of: Array("abc".utf8)) == "90015098-3cd2-3fb0-9696-3f7d28e17f72")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
