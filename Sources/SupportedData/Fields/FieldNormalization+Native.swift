import HealthRecords

extension FieldNormalization {
  /// What the other fields of the row cannot give back, as canonical JSON in the output's symbols; `none` for nothing.
  ///
  /// `{"unit":…,"attributes":[[name,value],…],"parts":[[name,[[name,value],…]],…]}`, absent members left out. A field that
  /// filled a slot is not repeated, but for ids; nor are the other units of a unit object.
  func nativeSymbol(
    _ sample: NativeSample, _ plan: FieldPlan, unit: String?, keepsAll: Bool
  ) -> Symbol {
    guard !isForCounting else { return .none }
    nativeWriter.removeAll()
    nativeWriter.beginObject()
    var isEmpty = true
    if let unit {
      nativeWriter.key("unit")
      nativeWriter.string(unit)
      isEmpty = false
    }
    isEmpty = !writeAttributes(sample.attributes, plan.names, keepsAll, key: true) && isEmpty
    if !restOfParts.isEmpty {
      writeRestOfParts(plan)
      isEmpty = false
    }
    nativeWriter.endObject()
    return isEmpty ? .none : output.symbols.intern(nativeWriter.bytes)
  }

  /// A hash of what a row says that is kept as it is: its fields and parts, but for those that tell when and where it was
  /// stored.
  ///
  /// The order of fields does not matter.
  func contentOfFields(_ sample: NativeSample, _ plan: FieldPlan) -> UInt64 {
    var sum: UInt64 = 0
    for index in sample.attributes.indices {
      let attribute = native.attributes[index]
      guard attribute.value.isPresent, !plan.isIncidental(attribute.name, context, native.symbols)
      else { continue }
      sum &+= fieldHash(attribute)
    }
    for (place, index) in sample.parts.indices.enumerated() {
      var part: UInt64 = 0
      for field in native.parts[index].attributes.indices {
        part &+= fieldHash(native.attributes[field])
      }
      sum &+= Hash128.finalized(part &+ UInt64(place))
    }
    return Hash128.finalized(sum)
  }

  private func fieldHash(_ attribute: NativeAttribute) -> UInt64 {
    let name = native.symbols.hash(of: attribute.name)
    return Hash128.finalized(name ^ native.symbols.hash(of: attribute.value) &* 31)
  }

  /// Writes the attributes that no slot has used; returns whether there was one.
  private func writeAttributes(
    _ range: BatchRange, _ names: FieldNames?, _ keepsAll: Bool, key: Bool
  ) -> Bool {
    native.attributes[range.indices].withUnsafeBufferPointer { attributes in
      for attribute in attributes { preparePair(attribute.name) }
      return native.symbols.withTexts { texts in
        pairHeads.withUnsafeBufferPointer { heads in
          var isOpen = false
          for attribute in attributes where attribute.value.isPresent {
            guard keepsAll || names?.keeps(attribute.name, in: native.symbols) ?? true else {
              continue
            }
            if !isOpen {
              if key { nativeWriter.key("attributes") }
              nativeWriter.beginArray()
              isOpen = true
            }
            let head = pairRanges[Int(attribute.name.index)].indices
            nativeWriter.pair(
              head: UnsafeBufferPointer(rebasing: heads[head]), texts[attribute.value])
          }
          if isOpen { nativeWriter.endArray() }
          return isOpen
        }
      }
    }
  }

  /// Lays out how a name begins a pair, unless that is known: most names come with every record.
  @inline(__always)
  private func preparePair(_ name: Symbol) {
    let index = Int(name.index)
    if index >= pairRanges.count || pairRanges[index].isEmpty { layOutPair(name, index) }
  }

  private func layOutPair(_ name: Symbol, _ index: Int) {
    let head = native.symbols.withBytes(of: name) { JSONWriter.pairHead($0) }
    if pairRanges.count <= index {
      pairRanges.append(
        contentsOf: repeatElement(BatchRange(), count: index &+ 1 &- pairRanges.count))
    }
    pairRanges[index] = BatchRange(start: pairHeads.count, count: head.count)
    pairHeads += head
  }

  private func writeRestOfParts(_ plan: FieldPlan) {
    nativeWriter.key("parts")
    nativeWriter.beginArray()
    for index in restOfParts.sorted() {
      let part = native.parts[index]
      nativeWriter.beginArray()
      native.symbols.withBytes(of: part.name) { nativeWriter.string($0) }
      let rule = plan.part(named: part.name, context, native.symbols)
      let names = rule.map { plan.parts[$0].names }
      if !writeAttributes(part.attributes, names, names == nil, key: false) {
        nativeWriter.beginArray()
        nativeWriter.endArray()
      }
      nativeWriter.endArray()
    }
    nativeWriter.endArray()
  }
}
