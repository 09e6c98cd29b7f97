import HealthRecords

/// Halves of records of which a shape writes each component in a row of its own.
struct HalfRecords {
  /// One record whose halves have been met.
  struct Group {
    var row: RecordRow
    var sample: NativeSample
    var plan: FieldPlan
    var source: FieldSource
    var quantities: [String: Quantity]
    /// The fields of the halves, in the order in which they were met.
    var fields: [HalfFields]
    /// The parts of the halves with fields that no rule reads.
    var restOfParts: [Int]
    var start: Int64
  }

  /// The fields of one half, and which of them are read.
  struct HalfFields {
    var attributes: BatchRange
    var names: FieldNames
  }

  var groups: [Group] = []
  var indices: [RecordID: Int] = [:]
}

extension FieldNormalization {
  /// Puts a half aside until the batch ends; the first one met is the row, the others are linked parts of it.
  ///
  /// A half that has come already begins a record anew: an edit, or a repeat that the store decides about.
  func half(
    _ row: RecordRow, _ sample: NativeSample, _ plan: FieldPlan, _ source: FieldSource,
    _ value: FieldValue
  ) {
    guard let quantity = value.half, let name = plan.component else { return }
    let fields = HalfRecords.HalfFields(attributes: sample.attributes, names: plan.names)
    guard let index = halves.indices[row.id], halves.groups[index].quantities[name] == nil else {
      halves.indices[row.id] = halves.groups.count
      halves.groups.append(
        HalfRecords.Group(
          row: row, sample: sample, plan: plan, source: source, quantities: [name: quantity],
          fields: [fields], restOfParts: restOfParts, start: row.start))
      return
    }
    plan.tally.outcomes[.linked] += 1
    halves.groups[index].quantities[name] = quantity
    halves.groups[index].fields.append(fields)
    halves.groups[index].restOfParts += restOfParts
    halves.groups[index].row.quality.formUnion(value.quality)
    let version = halves.groups[index].row.version
    if version.precedes(row.version, .modifiedAtFirst) {
      halves.groups[index].row.version = row.version
    }
  }

  /// Writes one record for each group of halves.
  ///
  /// A half whose other half is not in the batch is a part of its record: the whole takes its place wherever it is met.
  func finishHalves() {
    for group in halves.groups {
      var (row, value) = (group.row, FieldValue())
      inHand = group.sample
      startPayload()
      openPayload()
      writer.key("components")
      writer.beginObject()
      let rules = group.plan.mapping?.fields.components ?? []
      for rule in rules {
        guard let quantity = group.quantities[rule.name] else { continue }
        writer.key(rule.name)
        writer.quantity(quantity)
      }
      writer.endObject()
      closePayload(&value)
      value.kind = .components
      row.completeness = UInt32(truncatingIfNeeded: 1 + group.quantities.count)
      if group.quantities.count < rules.count {
        let part = group.plan.nativeBytes + Array((group.plan.component ?? "").utf8)
        let whole = row.id
        row = row.with(
          id: identity.part(of: Array(whole.hexadecimal.utf8), type: part, at: group.start))
        output.appendLinks([RecordLink(.partOf, whole)], to: &row)
      } else {
        // Another shape may give the record itself, which says more: it wins whatever its version.
        row.standing = .member
      }
      output.takePayload(writer.json, into: &row)
      restOfParts = group.restOfParts
      row.native = nativeSymbol(ofHalves: group.fields, group.plan)
      deletions.saw(row)
      finish(&row, recordType: group.plan.recordTypeHash, group.source, value)
      output.rows.append(row)
    }
  }
}

extension RecordRow {
  /// The same row under another id.
  fileprivate func with(id: RecordID) -> RecordRow {
    var row = RecordRow(id: id)
    row.type = type
    row.kind = kind
    row.recording = recording
    row.quality = quality
    row.isCivilDate = isCivilDate
    (row.start, row.end) = (start, end)
    row.version = version
    row.source = source
    row.zone = zone
    row.completeness = completeness
    return row
  }
}
