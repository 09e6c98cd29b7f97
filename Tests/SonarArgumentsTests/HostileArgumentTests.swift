import SonarArguments
import SonarTestSupport
import Testing

@Suite struct HostileArguments {
  private static let words = [
    "import", "mappings", "check", "list", "help", "sample", "completions", "--", "-", "---", "",
    "=", "--=", "-=", "--into", "--into=", "--into=a", "--alias", "a=b", "=", "--lanes",
    "99999999999999999999", "-9223372036854775809", "--lanes=-1", "-l", "-l=", "-ql", "-5", "-é",
    "--no-", "--no-color", "--no-quiet", "--format", "json", "--seed", "\u{301}", "-\u{301}",
    "--\u{301}", "\u{0}", "-\u{1F1E9}\u{1F1EA}", "--into\u{301}=x", "\u{FFFD}", "--seed=0x10",
    String(repeating: "-", count: 300), String(repeating: "é", count: 5000),
  ]

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any list of words is an invocation or an error that names help`(seed: UInt64) {
    var random = SeededGenerator(seed)
    for _ in 0..<200 {
      let count = Int.random(in: 0...8, using: &random)
      let words = (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
      do throws(UsageError) {
        _ = try SampleProgram.program.parse(words)
      } catch {
        #expect(error.helpCommand.hasSuffix("--help"), "\(words)")
        #expect(error.position.map { (1...count).contains($0) } ?? true, "\(words)")
        #expect(error.description.utf8.count < 1000, "\(words)")
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any bytes made into words are an invocation or an error`(seed: UInt64) {
    var random = SeededGenerator(seed)
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          Bool.random(using: &random)
            ? UInt8(ascii: "-") : UInt8.random(in: 0...255, using: &random)
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      do throws(UsageError) {
        _ = try SampleProgram.program.parse(["import"] + words)
      } catch {
        #expect(error.helpCommand == "sonar import --help", "\(words)")
      }
    }
  }

  @Test func `a hundred thousand words are read in order`() throws {
    let inputs = (0..<100_000).map { "\($0).zip" }
    let matches = try #require(try SampleProgram.matches(["import", "--into=s"] + inputs))
    #expect(try matches[SampleProgram.inputs] == inputs)
  }
}
