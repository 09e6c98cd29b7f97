import Testing

@testable import SonarCommands

@Suite struct DisplayWidths {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("e\u{301}", 1), ("\u{200B}", 0), ("a\u{200D}", 1), ("日本", 4), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("ａ", 2), ("ｱ", 1), ("😀", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
    ("❤", 1), ("❤\u{FE0F}", 2), ("é", 1), ("…", 1), ("\u{1B}", 0), ("ก็", 1),
  ])
  func `a text fills its columns`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("abc", 1, "…"), ("abc", 0, ""), ("", 0, ""),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `a long text ends in an ellipsis`(text: String, columns: Int, expected: String) {
    let cut = DisplayWidth.truncated(text, to: columns)
    #expect(cut == expected)
    #expect(DisplayWidth.of(cut) <= columns)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\nb\tc", "a b c"), ("\u{1B}[2J", "\u{FFFD}[2J"),
    ("\u{202E}abc", "\u{FFFD}abc"), ("\u{9B}x", "\u{FFFD}x"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ("\r\n", "\u{FFFD} "), ("\u{7F}", "\u{FFFD}"),
  ])
  func `no text can command the terminal`(text: String, expected: String) {
    #expect(DisplayWidth.printable(text) == expected)
  }
}

@Suite struct Grouping {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"),
    (-123, "-123"), (-1234, "-1,234"), (.max, "9,223,372,036,854,775,807"),
    (.min, "-9,223,372,036,854,775,808"),
  ])
  func `digits stand in groups of three`(number: Int, text: String) {
    #expect(grouped(number) == text)
  }
}

@Suite struct TextTables {
  private static func terminal(_ columns: Int, _ variables: [String: String] = [:]) -> Terminal {
    Terminal(isTerminal: true, columns: columns) { variables[$0] }
  }

  private static var sample: TextTable {
    var table = TextTable(
      "Records by source", columns: [.text("source"), .number("records"), .text("note")])
    table.append(["Jo's Watch", "1,234,567", "ok"])
    table.append(["心拍計", "12"])
    table.append(["\u{1B}[31mred", "3", "", "beyond"])
    return table
  }

  @Test func `a file gets the whole table, plain and aligned`() {
    let expected = """
      Records by source
      source        records  note
      Jo's Watch  1,234,567  ok
      心拍計             12
      \u{FFFD}[31mred            3

      """
    #expect(Self.sample.rendered(for: .none) == expected)
  }

  @Test func `a terminal gets bold headings unless they are refused`() {
    let bold = Self.sample.rendered(for: Self.terminal(80))
    let plain = Self.sample.rendered(for: Self.terminal(80, ["NO_COLOR": "1"]))
    #expect(bold.hasPrefix("\u{1B}[1mRecords by source\u{1B}[0m\n\u{1B}[1msource"))
    #expect(plain == Self.sample.rendered(for: .none))
  }

  @Test func `words are cut to the terminal and numbers are not`() {
    var table = TextTable(columns: [.text(), .number(), .text()])
    table.append(["a very long name of a source", "1,234,567", "another long text"])
    let text = table.rendered(for: Self.terminal(40, ["NO_COLOR": "1"]))
    #expect(text == "a very long …  1,234,567  another long …\n")
  }

  @Test func `an enormous cell costs no more than its length`() {
    var table = TextTable(columns: [.text("a"), .text("b")])
    table.append([String(repeating: "x", count: 1_000_000), String(repeating: "y", count: 1000)])
    let lines = table.rendered(for: Self.terminal(80)).split(separator: "\n")
    #expect(lines.last.map { DisplayWidth.of($0) } == 80)
  }

  @Test func `a table without rows or columns is empty`() {
    #expect(TextTable(columns: []).rendered(for: .none) == "")
    #expect(TextTable(columns: [.text(), .number()]).rendered(for: .none) == "")
  }
}
