import HealthRecords
import Testing

@Suite struct SymbolTableTests {
  @Test func `a string has one symbol, numbered by first sight`() {
    var table = SymbolTable()
    let symbols = ["km", "m", "km", "", "m"].map { table.intern($0) }
    #expect(symbols.map(\.index) == [1, 2, 1, 3, 2])
    #expect(table.count == 3)
  }

  @Test func `no value and an empty value differ`() {
    var table = SymbolTable()
    let empty = table.intern("")
    #expect(table.string(of: empty) == "")
    #expect(table.string(of: .none) == nil)
    #expect([empty.isPresent, Symbol.none.isPresent] == [true, false])
  }

  @Test func `bytes, arrays and text of one string have one symbol`() {
    var table = SymbolTable()
    let text = table.intern("Wärme")
    let array = table.intern(Array("Wärme".utf8))
    #expect(array == text)
    let buffered = Array("Wärme".utf8).withUnsafeBufferPointer { table.intern($0) }
    #expect(buffered == text)
    #expect(table.bytes(of: text) == Array("Wärme".utf8))
    #expect(table.withBytes(of: text) { Array($0) } == Array("Wärme".utf8))
  }

  @Test func `composed and decomposed letters are different bytes`() {
    var table = SymbolTable()
    let symbols = [table.intern("é"), table.intern("e\u{301}")]
    #expect(symbols.map(\.index) == [1, 2])
  }

  @Test func `invalid UTF-8 is repaired in text and kept in bytes`() {
    var table = SymbolTable()
    let symbol = table.intern([0x61, 0xff] as [UInt8])
    #expect(table.string(of: symbol) == "a\u{fffd}")
    #expect(table.bytes(of: symbol) == [0x61, 0xff])
  }

  @Test func `the table grows past its first slots and loses nothing`() {
    var table = SymbolTable()
    let words = (0..<5000).map { "value \($0)" }
    let symbols = words.map { table.intern($0) }
    let again = words.map { table.intern($0) }
    #expect(symbols.map(\.index) == (1...5000).map { UInt32($0) })
    #expect(again == symbols)
    #expect(symbols.map { table.string(of: $0) } == words)
    #expect(table.hash(of: symbols[4999]) == Hash128(Array("value 4999".utf8)).low)
  }

  @Test func `a string that is not looked for has a symbol of its own, and all else like others`() {
    var table = SymbolTable()
    let words = (0..<600).map { "value \($0 % 300)" }
    let appended = words.map { word in
      Array(word.utf8).withUnsafeBufferPointer { table.append($0) }
    }
    let interned = words.map { table.intern($0) }
    #expect(appended.map(\.index) == (1...600).map { UInt32($0) })
    #expect(interned.map(\.index) == (0..<600).map { UInt32(601 + $0 % 300) })
    #expect((appended + interned).map { table.string(of: $0) } == words + words)
    #expect(appended.map { table.hash(of: $0) } == interned.map { table.hash(of: $0) })
    #expect(table.hash(of: appended[7]) == Hash128(Array("value 7".utf8)).low)
  }

  @Test func `a table with room like another one is empty`() {
    var other = SymbolTable()
    for number in 0..<1_000 { _ = other.intern("value \(number)") }
    var table = SymbolTable(like: other)
    #expect(table.count == 0)
    #expect(["km", "m", "km"].map { table.intern($0).index } == [1, 2, 1])
  }

  @Test(arguments: [
    ("2024-05-01T08:00:00Z", true), ("2024-02-26 23:00:27.788", true),
    ("3fcd78d4-68f5-4d7e-fec0-585731f7f70f", true), ("3fcd78d4x68f5-4d7e-fec0-585731f7f70f", false),
    ("com.sec.android.app.shealth", false), ("2024-05-01", false), ("", false),
  ]) func `times and ids are hardly met twice`(_ text: String, _ isHardlyMet: Bool) {
    let found = Array(text.utf8).withUnsafeBufferPointer { $0.isHardlyMetTwice }
    #expect(found == isHardlyMet)
  }

  @Test(arguments: [Symbol.none, Symbol(index: 7), Symbol(index: .max)])
  func `a foreign symbol has no bytes`(_ symbol: Symbol) {
    var table = SymbolTable()
    _ = table.intern("km")
    #expect(table.bytes(of: symbol) == [])
    #expect(table.hash(of: symbol) == 0)
  }
}
