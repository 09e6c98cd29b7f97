/// A binary heap with the least element in front.
struct Heap<Element> {
  private(set) var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  init(by precedes: @escaping (Element, Element) -> Bool) {
    self.precedes = precedes
  }

  /// The least element.
  var first: Element? { elements.first }

  /// Adds an element; logarithmic.
  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, precedes(elements[index], elements[(index - 1) / 2]) {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the least element; logarithmic.
  mutating func popFirst() -> Element? {
    guard let first = elements.first else { return nil }
    let last = elements.removeLast()
    if elements.isEmpty { return first }
    elements[0] = last
    var index = 0
    while let child = lesserChild(of: index), precedes(elements[child], elements[index]) {
      elements.swapAt(index, child)
      index = child
    }
    return first
  }

  /// Changes the least element in what does not order it.
  mutating func updateFirst(_ change: (inout Element) -> Void) {
    guard !elements.isEmpty else { return }
    change(&elements[0])
  }

  private func lesserChild(of index: Int) -> Int? {
    let (left, right) = (2 * index + 1, 2 * index + 2)
    guard left < elements.count else { return nil }
    return right < elements.count && precedes(elements[right], elements[left]) ? right : left
  }
}
