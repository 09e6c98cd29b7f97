/// One element of a main file as the tests read it: a tree, built line by line.
///
/// Deliberately naive and apart from the generator: the generator writes one tag per line, so a
/// line is a start tag, an end tag or an empty element.
final class Element {
  let name: String
  let attributes: [String: String]
  var children: [Element] = []

  init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(_ attribute: String) -> String { attributes[attribute] ?? "" }

  /// Metadata entries as `key=value`, in order.
  var metadata: [String] {
    children.filter { $0.name == "MetadataEntry" }.map { "\($0["key"])=\($0["value"])" }
  }

  /// The value of the first metadata entry with a key.
  func metadata(_ key: String) -> String? {
    children.first { $0.name == "MetadataEntry" && $0["key"] == key }?["value"]
  }

  /// All elements below with a name, at any depth.
  func all(_ name: String) -> [Element] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
  }
}

/// A line that is no tag, or a tag that does not fit.
struct NotWellFormed: Error {
  let line: Int
  let text: String
}

/// Reads everything from the root element on; the declaration before it is skipped.
func parseElements(_ lines: [String]) throws -> Element {
  let document = Element(name: "", attributes: [:])
  var open = [document]
  guard let first = lines.firstIndex(where: { $0.hasPrefix("<HealthData ") }) else {
    throw NotWellFormed(line: 0, text: "no root element")
  }
  for (number, line) in lines.enumerated().dropFirst(first) {
    let problem = NotWellFormed(line: number + 1, text: line)
    guard let parent = open.last, line.hasPrefix("<"), line.hasSuffix(">") else { throw problem }
    if line.hasPrefix("</") {
      guard "</\(parent.name)>" == line else { throw problem }
      open.removeLast()
    } else {
      guard let element = parseTag(line) else { throw problem }
      parent.children.append(element)
      if !line.hasSuffix("/>") { open.append(element) }
    }
  }
  guard open.count == 1, let root = document.children.first, document.children.count == 1 else {
    throw NotWellFormed(line: lines.count, text: "open or several root elements")
  }
  return root
}

/// Splits a start tag at its quotation marks; nil for a raw `<`, a bare `&` or a repeated name.
private func parseTag(_ line: String) -> Element? {
  let inside = line.dropFirst().dropLast(line.hasSuffix("/>") ? 2 : 1)
  let pieces = inside.split(separator: "\"", omittingEmptySubsequences: false)
  guard let head = pieces.first?.split(separator: " ").first else { return nil }
  var attributes: [String: String] = [:]
  for position in stride(from: 0, to: pieces.count - 1, by: 2) {
    let words = pieces[position].split(separator: " ")
    guard let name = words.last?.dropLast(), pieces[position].hasSuffix("=") else { return nil }
    let value = String(pieces[position + 1])
    let plain = value.replacing("&lt;", with: "\u{1}").replacing("&gt;", with: "\u{2}")
      .replacing("&quot;", with: "\u{3}").replacing("&amp;", with: "\u{4}")
    guard !plain.contains("<"), !plain.contains(">"), !plain.contains("&") else { return nil }
    guard attributes.updateValue(value, forKey: String(name)) == nil else { return nil }
  }
  return Element(name: String(head), attributes: attributes)
}

/// Seconds since 1970 of `yyyy-MM-dd HH:mm:ss +HHMM`, by counting years and months one by one.
func seconds(_ date: String) -> Int? {
  let parts = date.split { " -:+".contains($0) }.compactMap { Int($0) }
  guard parts.count == 7, date.utf8.count == 25 else { return nil }
  var days = 0
  for year in 1970..<max(parts[0], 1970) { days += isLeap(year) ? 366 : 365 }
  let months = [31, isLeap(parts[0]) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  days += months.prefix(parts[1] - 1).reduce(0, +) + parts[2] - 1
  let offset = (parts[6] / 100 * 60 + parts[6] % 100) * (date.contains(" -") ? -60 : 60)
  return days * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5] - offset
}

private func isLeap(_ year: Int) -> Bool {
  year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}
