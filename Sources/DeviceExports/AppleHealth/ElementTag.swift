internal import HealthRecords

/// One start tag, decoded: what both lanes hand to the sample builder.
///
/// Valid only while it is handed over; the bytes belong to the lane.
struct ElementTag {
  /// What the element is.
  let element: ElementName
  /// The element's name as written.
  let name: UnsafeBufferPointer<UInt8>
  /// The attributes in the order of the file, each name once.
  let attributes: UnsafeBufferPointer<TagAttribute>

  /// The value of the first attribute that is one; nil when there is none.
  func value(of kind: AttributeName) -> UnsafeBufferPointer<UInt8>? {
    attributes.first { $0.kind == kind }?.value
  }
}

/// One attribute of an `ElementTag`.
struct TagAttribute {
  /// What the attribute is.
  let kind: AttributeName
  /// The attribute's name as written.
  let name: UnsafeBufferPointer<UInt8>
  /// The decoded value; empty where `symbol` stands for it.
  let value: UnsafeBufferPointer<UInt8>
  /// The value in the builder's batch, where the lane already knows it; `none` otherwise.
  var symbol = Symbol.none
}
