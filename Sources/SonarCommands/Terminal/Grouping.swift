/// A whole number with a comma between groups of three digits: 1,234,567.
///
/// Fixed and independent of any locale, so that output can be compared and read back.
package func grouped(_ number: some BinaryInteger) -> String {
  let digits = String(number.magnitude)
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0 && (digits.utf8.count - index).isMultiple(of: 3) { text.append(",") }
    text.append(digit)
  }
  return text
}
