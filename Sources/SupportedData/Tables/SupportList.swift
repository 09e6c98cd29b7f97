package import HealthRecords

/// Whether a native type becomes a record type.
package enum SupportStatus: String, Sendable, Hashable, CaseIterable {
  /// It does.
  case mapped
  /// It does not: its records are kept as native records of type `unknown`, or it never comes.
  case unsupported
}

/// What becomes of one native type, for people.
package struct SupportRow: Sendable, Hashable {
  /// The provider.
  package let provider: Provider
  /// The provider's name of the type.
  package let nativeType: String
  /// What it is in the provider's terms.
  package let kind: NativeTypeKind
  /// The record type, with its component after a point; empty for none.
  package let recordType: String
  /// The canonical UCUM unit; empty for none.
  package let unit: String
  /// Whether it is mapped.
  package let status: SupportStatus
  /// Why it is not mapped; empty for a mapped type.
  package let reason: String

  /// The cells under `SupportList.columns`.
  package var cells: [String] {
    [
      provider.rawValue, nativeType, kind.rawValue, recordType, unit, status.rawValue, reason,
    ]
  }
}

/// Every native type of every provider and what becomes of it: the answer to "what is supported?".
package struct SupportList: Sendable, Hashable {
  /// The rows by provider, in the order of its file; characteristics come last.
  package let rows: [SupportRow]

  /// The headings of `SupportRow.cells`.
  package static let columns = [
    "provider", "native_type", "kind", "record_type", "unit", "status", "reason",
  ]

  /// Lists what the tables hold.
  package init(_ tables: MappingTables) {
    var rows: [SupportRow] = []
    for table in tables.providers {
      rows += table.types.map { SupportRow($0, table.provider, tables) }
      let person = table.types.first { $0.kind == .characteristics }?.recordType
      rows += table.characteristics.map { SupportRow($0, table.provider, person) }
    }
    self.rows = rows
  }

  /// The list reduced to one provider.
  package func rows(of provider: Provider) -> [SupportRow] {
    rows.filter { $0.provider == provider }
  }

  /// The number of rows of a status.
  package func count(_ status: SupportStatus) -> Int {
    rows.count { $0.status == status }
  }

  /// The rows as cells, below a row of headings: for a terminal's table or CSV.
  package var table: [[String]] {
    [Self.columns] + rows.map(\.cells)
  }

  /// The list as canonical JSON: an object with counts and rows, every key present, one line.
  package var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("mapped")
    json.integer(count(.mapped))
    json.key("unsupported")
    json.integer(count(.unsupported))
    json.key("types")
    json.beginArray()
    for row in rows {
      json.beginObject()
      for (column, cell) in zip(Self.columns, row.cells) {
        json.key(column)
        json.string(cell)
      }
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }
}

extension SupportRow {
  fileprivate init(_ type: TypeMapping, _ provider: Provider, _ tables: MappingTables) {
    self.provider = provider
    nativeType = type.native
    kind = type.kind
    recordType = [type.recordType?.rawValue, type.component].compactMap { $0 }.joined(
      separator: ".")
    unit = tables.canonicalUnit(of: type)?.ucum ?? ""
    status = type.recordType == nil ? .unsupported : .mapped
    reason = type.unsupported ?? ""
  }

  fileprivate init(_ rule: CharacteristicRule, _ provider: Provider, _ person: RecordType?) {
    self.provider = provider
    nativeType = rule.native
    kind = .characteristics
    let isMapped = rule.unsupported == nil
    recordType = isMapped ? "\(person?.rawValue ?? "").\(rule.name)" : ""
    unit = ""
    status = isMapped ? .mapped : .unsupported
    reason = rule.unsupported ?? ""
  }
}
