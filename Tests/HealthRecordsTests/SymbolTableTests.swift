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

  @Test(arguments: [Symbol.none, Symbol(index: 7), Symbol(index: .max)])
  func `a foreign symbol has no bytes`(_ symbol: Symbol) {
    var table = SymbolTable()
    _ = table.intern("km")
    #expect(table.bytes(of: symbol) == [])
    #expect(table.hash(of: symbol) == 0)
  }
}
