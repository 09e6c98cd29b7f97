import HealthRecords
import Testing

@Suite struct `A symbol table` {
  @Test func `numbers distinct texts from 1 in the order of first sight`() {
    var table = SymbolTable()
    let symbols = ["Watch", "Phone", "Watch", "", "Phone"].map { table.intern($0) }
    #expect(symbols.map(\.index) == [1, 2, 1, 3, 2])
    #expect(table.count == 3)
  }

  @Test func `tells an empty text from none`() {
    var table = SymbolTable()
    let empty = table.intern("")
    #expect(empty.isPresent)
    #expect(table.string(of: empty) == "")
    #expect(!Symbol.none.isPresent)
    #expect(table.string(of: .none) == nil)
    #expect(table.bytes(of: .none) == [])
  }

  @Test func `gives no bytes for a symbol of another table`() {
    let table = SymbolTable()
    let foreign = Symbol(index: 77)
    #expect(table.bytes(of: foreign) == [])
    #expect(table.hash(of: foreign) == 0)
    #expect(table.withBytes(of: foreign) { $0.count } == 0)
  }

  @Test func `keeps every text while it grows`() {
    var table = SymbolTable()
    let texts = (0..<5000).map { "text \($0 &* 7919)" }
    let symbols = texts.map { table.intern($0) }
    #expect(symbols.map(\.index) == Array(1...5000))
    #expect(symbols.map { table.string(of: $0) } == texts)
    let again = texts.map { table.intern($0) }
    #expect(again == symbols)
    #expect(table.count == 5000)
  }

  @Test func `takes any bytes and repairs them only as text`() {
    var table = SymbolTable()
    let bytes: [UInt8] = [0x00, 0xFF, 0xC3]
    let symbol = table.intern(bytes)
    #expect(table.bytes(of: symbol) == bytes)
    #expect(table.string(of: symbol) == "\0\u{FFFD}\u{FFFD}")
  }

  @Test func `interns the same bytes once, however they are given`() {
    var table = SymbolTable()
    let symbol = table.intern("café")
    let bytes = Array("café".utf8)
    let others = [table.intern(bytes), bytes.withUnsafeBufferPointer { table.intern($0) }]
    #expect(others == [symbol, symbol])
    #expect(table.hash(of: symbol) == Hash128(bytes).low)
  }

  @Test func `is a value: a copy does not see what is interned later`() {
    var table = SymbolTable()
    _ = table.intern("first")
    let copy = table
    let second = table.intern("second")
    #expect(copy.string(of: second) == "")
    #expect(copy.count == 1)
    #expect(table.count == 2)
  }

  @Test func `keeps texts of every length apart`() {
    var table = SymbolTable()
    let texts = (0...70).map { [UInt8](repeating: 0x61, count: $0) }
    let symbols = texts.map { table.intern($0) }
    #expect(Set(symbols).count == texts.count)
    #expect(symbols.map { table.bytes(of: $0) } == texts)
  }
}

@Suite struct `A batch's origin` {
  private static let origin = BatchOrigin(
    member: "export.xml", byte: 1000, line: 40, raw: Array("ab\ncd\n\nef".utf8))

  @Test(arguments: [(0, 1000, 41), (1, 1003, 42), (2, 1006, 43), (3, 1007, 44)])
  func `finds the byte and the number of a line`(wanted: UInt32, byte: UInt64, line: UInt64) {
    #expect(
      Self.origin.position(line: wanted)
        == InputPosition(member: "export.xml", byte: byte, line: line))
  }

  @Test func `points at its end for a line that it does not have`() {
    #expect(
      Self.origin.position(line: 9) == InputPosition(member: "export.xml", byte: 1009, line: 50))
  }

  @Test func `without bytes knows the line only`() {
    let origin = BatchOrigin(member: "ecg.csv", byte: 0, line: 2)
    #expect(origin.position(line: 3) == InputPosition(member: "ecg.csv", byte: 0, line: 6))
  }

  @Test func `is where its samples are found`() {
    let batch = NativeBatch(provider: .appleHealth, origin: Self.origin)
    var sample = NativeSample(kind: .quantity)
    sample.line = 1
    #expect(
      batch.position(of: sample) == InputPosition(member: "export.xml", byte: 1003, line: 42))
    #expect(!batch.exportedAt.isPresent)
  }
}

@Suite struct `A native sample` {
  @Test func `tells an empty value from none`() {
    var batch = NativeBatch(provider: .appleHealth, origin: BatchOrigin(member: "export.xml"))
    batch.text = Array("62".utf8)
    var sample = NativeSample(kind: .quantity)
    #expect(batch.valueText(of: sample) == nil)
    sample.hasValue = true
    #expect(batch.valueText(of: sample) == [])
    sample.value = BatchRange(start: 0, count: 2)
    #expect(batch.valueText(of: sample) == Array("62".utf8))
  }

  @Test func `begins without a parent, a document, a time and a type`() {
    let sample = NativeSample(kind: .workout)
    #expect(sample.parent == -1)
    #expect(sample.document == -1)
    #expect([sample.start, sample.end, sample.creation].allSatisfy { !$0.isPresent })
    #expect(sample.type == .none)
    #expect(sample.parts.isEmpty)
  }

  @Test func `refers to a run of elements`() {
    let range = BatchRange(start: 3, count: 4)
    #expect(range.indices == 3..<7)
    #expect(!range.isEmpty)
    #expect(BatchRange().indices == 0..<0)
  }
}
