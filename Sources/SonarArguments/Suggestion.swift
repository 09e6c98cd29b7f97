/// The candidate nearest to a mistyped word, if one is near enough to be worth saying.
///
/// Near is one edit for short words and up to a third of the length for longer ones; a word that is
/// the beginning of exactly one candidate is near too. Of equals the first declared wins. Words
/// under 3 bytes are near to too much; words over 64 get no suggestion because the cost is the
/// product of the lengths.
package func suggestion(for word: String, among candidates: [String]) -> String? {
  let typed = Array(word.utf8)
  guard (3...64).contains(typed.count) else { return nil }
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(typed, Array(candidate.utf8))
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  if let best, best.distance <= max(1, typed.count / 3) { return best.candidate }
  let longer = candidates.filter { $0.utf8.starts(with: typed) }
  return longer.count == 1 ? longer.first : nil
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
///
/// Three rows of the usual table suffice, the third for swaps.
func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var beforePrevious = [Int](repeating: 0, count: second.count + 1)
  var previous = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      let replaced = previous[column] + (first[row] == second[column] ? 0 : 1)
      var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
      let isSwap =
        row > 0 && column > 0 && first[row] == second[column - 1]
        && first[row - 1] == second[column]
      if isSwap { cost = min(cost, beforePrevious[column - 1] + 1) }
      current.append(cost)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[second.count]
}
