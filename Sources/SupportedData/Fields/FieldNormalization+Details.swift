import HealthRecords

extension FieldNormalization {
  // MARK: - The payload

  /// Forgets the payload of the record before.
  func startPayload() {
    writer.removeAll()
    hasPayload = false
    restOfParts.removeAll(keepingCapacity: true)
  }

  /// Opens the payload's object where it is not open yet.
  func openPayload() {
    guard !hasPayload else { return }
    writer.beginObject()
    hasPayload = true
  }

  /// Closes the payload's object, if there is one.
  func closePayload(_ value: inout FieldValue) {
    guard hasPayload else { return }
    writer.endObject()
    value.hasPayload = true
  }

  /// Writes a number in the unit of its slot.
  func write(_ number: Double, _ slot: FieldSlot) {
    writer.quantity(Quantity(number: number, unit: slot.ucum, base: number))
  }

  // MARK: - Details

  /// Writes the further facts of the record in hand: into an object of that name, or into the one that is open.
  func writeDetails(_ plan: FieldPlan, within key: String?) {
    guard !plan.slots.details.isEmpty else { return }
    var isOpen = key == nil
    for index in plan.slots.details where found[index].value.isPresent {
      let slot = plan.names.slots[index]
      guard let fact = fact(found[index], slot) else { continue }
      if !isOpen, let key {
        openPayload()
        writer.key(key)
        writer.beginObject()
        isOpen = true
      }
      write(fact, named: slot.name)
    }
    if isOpen, key != nil { writer.endObject() }
  }

  /// One fact of a record or a part, ready to be written.
  enum Fact {
    case quantity(Double, String)
    /// A code, and whether its set holds it.
    case code(FieldCode)
    case text(Symbol)
    case integer(Int64)
    case boolean(Bool)
  }

  /// The fact in a slot; nil where there is none, or none that can be read.
  func fact(_ field: FoundField, _ slot: FieldSlot) -> Fact? {
    guard let symbol = text(of: field, slot) else { return nil }
    switch slot.form {
    case .quantity:
      guard case .value(let number, _, _) = number(field, slot) else { return nil }
      return .quantity(number, slot.ucum)
    case .code: return code(field, slot, inHand).map { .code($0) }
    case .integer: return decimal(symbol).flatMap { Int64(exactly: $0) }.map { .integer($0) }
    case .boolean: return boolean(symbol)
    case .instant: return factInstant(symbol).map { .integer($0) }
    default: return .text(symbol)
    }
  }

  private func factInstant(_ symbol: Symbol) -> Int64? {
    native.provider == .samsungHealth
      ? samsungInstant(symbol, offset: lastZone?.zone.start)
      : writtenTime(symbol)?.milliseconds
  }

  private func boolean(_ symbol: Symbol) -> Fact? {
    switch native.symbols.string(of: symbol) {
    case "true", "1": .boolean(true)
    case "false", "0": .boolean(false)
    default: nil
    }
  }

  /// Writes a fact; a code that its set does not hold is `unknown`, with the code as written beside it.
  func write(_ fact: Fact, named name: String) {
    if case .code(let code) = fact, code.number == nil {
      writer.key(name)
      writer.text("unknown")
      writer.key("native_" + name)
      writer.text(code.text)
      return
    }
    writer.key(name)
    switch fact {
    case .quantity(let number, let unit):
      writer.quantity(Quantity(number: number, unit: unit, base: number))
    case .code(let code): writer.text(code.text)
    case .text(let symbol): writer.text(native.symbols.string(of: symbol) ?? "")
    case .integer(let number): writer.integer(number)
    case .boolean(let flag): writer.boolean(flag)
    }
  }
}
