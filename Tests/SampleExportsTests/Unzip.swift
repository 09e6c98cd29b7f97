/// A zip read back with code of its own, strict where the phone's layout is fixed.
struct Unzip {
  struct Member: Equatable {
    let name: String
    let flags: Int
    let madeBy: Int
    let attributes: Int
    let checksum: Int
    let contents: [UInt8]
  }

  struct Damaged: Error {
    let reason: String
  }

  private let bytes: [UInt8]

  /// Reads all members in the order of the central directory.
  static func members(of bytes: [UInt8]) throws -> [Member] {
    try Unzip(bytes: bytes).members()
  }

  private func members() throws -> [Member] {
    let end = bytes.count - 22
    guard end >= 0, try number(end, 4) == 0x0605_4B50 else {
      throw Damaged(reason: "no end record")
    }
    var position = try number(end + 16, 4)
    var count = try number(end + 10, 2)
    if end >= 20, try number(end - 20, 4) == 0x0706_4B50 {
      let record = try number(end - 12, 8)
      guard try number(record, 4) == 0x0606_4B50 else { throw Damaged(reason: "zip64 record") }
      count = try number(record + 32, 8)
      position = try number(record + 48, 8)
    }
    var members: [Member] = []
    for _ in 0..<count { members.append(try member(at: &position)) }
    return members
  }

  private func member(at position: inout Int) throws -> Member {
    let start = position
    guard try number(start, 4) == 0x0201_4B50 else { throw Damaged(reason: "central header") }
    let nameLength = try number(start + 28, 2)
    var extra = start + 46 + nameLength + 4
    position = start + 46 + nameLength + (try number(start + 30, 2))
    // Sizes and offset, from the zip64 field where the plain one is all ones.
    let fields = try [24, 20, 42].map { offset in
      let plain = try number(start + offset, 4)
      guard plain == 0xFFFF_FFFF else { return plain }
      defer { extra += 8 }
      return try number(extra, 8)
    }
    let contents = try contents(at: fields[2], compressed: fields[1])
    guard contents.count == fields[0] else { throw Damaged(reason: "size") }
    guard try number(start + 16, 4) == crc(contents) else { throw Damaged(reason: "checksum") }
    return Member(
      name: String(decoding: bytes[(start + 46)..<(start + 46 + nameLength)], as: UTF8.self),
      flags: try number(start + 8, 2), madeBy: try number(start + 4, 2),
      attributes: try number(start + 38, 4), checksum: try number(start + 16, 4),
      contents: contents)
  }

  /// Checks the local header and the descriptor around the data.
  private func contents(at offset: Int, compressed: Int) throws -> [UInt8] {
    guard try number(offset, 4) == 0x0403_4B50, try number(offset + 6, 2) == 8,
      try number(offset + 14, 4) == 0
    else { throw Damaged(reason: "local header") }
    let isLarge = try number(offset + 4, 2) == 45
    let data = offset + 30 + (try number(offset + 26, 2)) + (try number(offset + 28, 2))
    let descriptor = data + compressed
    var inflater = Inflater(Array(bytes[data..<descriptor]))
    let contents = try inflater.run()
    let width = isLarge ? 8 : 4
    guard try number(descriptor, 4) == 0x0807_4B50,
      try number(descriptor + 4, 4) == crc(contents),
      try number(descriptor + 8, width) == compressed,
      try number(descriptor + 8 + width, width) == contents.count
    else { throw Damaged(reason: "descriptor") }
    return contents
  }

  private func number(_ offset: Int, _ width: Int) throws -> Int {
    guard offset >= 0, offset + width <= bytes.count else { throw Damaged(reason: "too short") }
    return (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
  }

  /// CRC-32 bit by bit.
  private func crc(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return Int(~value)
  }
}

/// Raw deflate, decoded by the book.
private struct Inflater {
  private let input: [UInt8]
  private var bit = 0
  private var output: [UInt8] = []

  init(_ input: [UInt8]) {
    self.input = input
  }

  mutating func run() throws -> [UInt8] {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try decode(lengths, Array(repeating: 5, count: 30))
      case 2: try decodeDynamic()
      default: throw Unzip.Damaged(reason: "block type")
      }
    }
    guard (bit + 7) / 8 == input.count else { throw Unzip.Damaged(reason: "bytes behind data") }
    return output
  }

  private mutating func take(_ count: Int) throws -> Int {
    guard bit + count <= input.count * 8 else { throw Unzip.Damaged(reason: "data end") }
    defer { bit += count }
    return (0..<count).reduce(0) { $0 | (Int(input[(bit + $1) / 8]) >> ((bit + $1) % 8) & 1) << $1 }
  }

  private mutating func copyStored() throws {
    bit = (bit + 7) / 8 * 8
    let count = try take(16)
    guard try take(16) == ~count & 0xFFFF else { throw Unzip.Damaged(reason: "stored size") }
    for _ in 0..<count { output.append(UInt8(try take(8))) }
  }

  private mutating func decodeDynamic() throws {
    let literals = try take(5) + 257
    let distances = try take(5) + 1
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var codeLengths = Array(repeating: 0, count: 19)
    for index in 0..<(try take(4) + 4) { codeLengths[order[index]] = try take(3) }
    let codes = Codes(codeLengths)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      switch try symbol(codes) {
      case 16: lengths += Array(repeating: lengths.last ?? 0, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try take(7) + 11)
      case let length: lengths.append(length)
      }
    }
    try decode(Array(lengths[..<literals]), Array(lengths[literals...]))
  }

  private mutating func decode(_ literalLengths: [Int], _ distanceLengths: [Int]) throws {
    let literals = Codes(literalLengths)
    let distances = Codes(distanceLengths)
    while true {
      let symbol = try symbol(literals)
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        let length = try matchLength(symbol - 257)
        let code = try self.symbol(distances)
        let extra = max(code / 2 - 1, 0)
        let base = code < 4 ? code : (2 + code % 2) << extra
        let distance = base + 1 + (try take(extra))
        guard distance <= output.count else { throw Unzip.Damaged(reason: "distance") }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  private mutating func matchLength(_ code: Int) throws -> Int {
    guard code < 28 else { return 258 }
    let extra = max(code / 4 - 1, 0)
    let base = code < 8 ? code : (4 + code % 4) << extra
    return base + 3 + (try take(extra))
  }

  private mutating func symbol(_ codes: Codes) throws -> Int {
    var code = 0
    for length in 1...15 {
      code = code << 1 | (try take(1))
      if let symbol = codes.symbols[length << 16 | code] { return symbol }
    }
    throw Unzip.Damaged(reason: "code")
  }

  /// Canonical Huffman codes, looked up by length and bits.
  private struct Codes {
    private(set) var symbols: [Int: Int] = [:]

    init(_ lengths: [Int]) {
      var code = 0
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length {
          symbols[length << 16 | code] = symbol
          code += 1
        }
        code <<= 1
      }
    }
  }
}
