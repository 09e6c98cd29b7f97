/// Breaks text into lines of at most `width` characters at spaces.
///
/// Empty lines part paragraphs and are kept; a word longer than the width gets a line of its own.
/// A width below 20 counts as 20.
func wrapped(_ text: String, width: Int) -> [String] {
  let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
  return paragraphs.flatMap { paragraph in
    filled(paragraph.split(separator: " ").map(String.init), width: max(20, width))
  }
}

/// Joins words with spaces into lines of at most `width` characters; no words give one empty line.
func filled(_ words: [String], width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in words {
    if line.isEmpty {
      line = word
    } else if line.count + 1 + word.count <= width {
      line += " " + word
    } else {
      lines.append(line)
      line = word
    }
  }
  lines.append(line)
  return lines
}
