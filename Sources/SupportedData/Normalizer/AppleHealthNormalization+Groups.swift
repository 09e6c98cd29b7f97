import HealthRecords

extension AppleHealthNormalization {
  /// Normalizes a correlation and its members; returns the index after them.
  ///
  /// The members are counted on their own. Where the group is one value (blood pressure), its members are parts of it:
  /// they are linked (rejected where the group is), and the group's record absorbs the members' top-level copies. Where it is a collection (food),
  /// each member is a record of its own standing, and the group only links to them.
  mutating func correlation(at index: Int) -> Int {
    let group = native.samples[index]
    let plan = readPlan(of: group)
    plan.count(unit: .none, source: group.sourceName)
    let isDated = group.start.isPresent && group.end.isPresent
    var members: [RecordRow] = []
    var next = index + 1
    while next < native.samples.count, native.samples[next].parent == Int32(index) {
      let member = native.samples[next]
      let memberPlan = readPlan(of: member)
      let isPart = plan.isWhole && memberPlan.component != nil
      if let row = pointRow(member, memberPlan, standing: .member) {
        members.append(row)
        if !isPart {
          output.rows.append(row)
        } else if isDated {
          memberPlan.outcomes[.linked] += 1
        } else {
          reject(member, memberPlan, .rejectedParent)
        }
      }
      next += 1
    }
    guard isDated else {
      reject(group, plan, .missingDate)
      return next
    }
    append(group, plan, members)
    return next
  }

  private mutating func append(_ group: NativeSample, _ plan: TypePlan, _ members: [RecordRow]) {
    let source = source(of: group)
    let metadata = metadata(of: group)
    var value = PointValue()
    value.identity = .members(members.map(\.id))
    var row = RecordRow(id: contentID(group, plan, source, value.identity, metadata.qualifier))
    adopt(group, plan, source, metadata, into: &row)
    let isWhole = plan.isWhole
    writeGroup(members, isWhole: isWhole)
    value.hasPayload = true
    row.kind = .components
    takePayload(into: &row)
    row.completeness = UInt32(truncatingIfNeeded: members.count)
    let role = isWhole ? RecordLink.Role.absorbs : .member
    // A member whose sync identifier is shared is stored under its other id, and absorbed there.
    let sharedIDs = isWhole ? members.map(\.sharedID) : []
    appendLinks((members.map(\.id) + sharedIDs).map { RecordLink(role, $0) }, to: &row)
    row.native = nativeSymbol(group, keepsValue: false)
    finish(&row, plan, source, metadata, value: value)
    output.rows.append(row)
  }

  /// Appends links to the batch, sorted and distinct.
  mutating func appendLinks(_ links: [RecordLink], to row: inout RecordRow) {
    output.appendLinks(links, to: &row)
  }

  /// `{"components":{"systolic":{…},"diastolic":{…}}}` of one value, `{"members":[{"type":…,"value":{…}}]}` of a collection.
  private mutating func writeGroup(_ members: [RecordRow], isWhole: Bool) {
    var named: [(name: String, quantity: Quantity)] = []
    for member in members {
      let plan = planOfOutputType(member.type)
      let name = isWhole ? plan?.component : plan?.recordType.rawValue
      guard let name, let quantity = quantity(of: member, plan) else { continue }
      named.append((name, quantity))
    }
    named.sort { ($0.name, $0.quantity.number) < ($1.name, $1.quantity.number) }
    writer.removeAll()
    writer.beginObject()
    if isWhole { writeComponents(named) } else { writeMembers(named) }
    writer.endObject()
  }

  private mutating func writeComponents(_ named: [(name: String, quantity: Quantity)]) {
    writer.key("components")
    writer.beginObject()
    var last: String?
    for component in named where component.name != last {
      writer.key(component.name)
      writer.quantity(component.quantity)
      last = component.name
    }
    writer.endObject()
  }

  private mutating func writeMembers(_ named: [(name: String, quantity: Quantity)]) {
    writer.key("members")
    writer.beginArray()
    for member in named {
      writer.beginObject()
      writer.key("type")
      writer.text(member.name)
      writer.key("value")
      writer.quantity(member.quantity)
      writer.endObject()
    }
    writer.endArray()
  }

  private func quantity(of row: RecordRow, _ plan: TypePlan?) -> Quantity? {
    guard row.kind == .quantity || row.kind == .components, let unit = plan?.unit else {
      return nil
    }
    return Quantity(
      number: row.number, unit: unit.ucum, base: unit.factor * row.number + unit.offset)
  }
}
