package import HealthRecords
package import SupportedData

/// Which of two sources is believed where both measured.
package struct SourceOrder: Sendable {
  private let table: ConsolidationTable
  private let order: [String]
  private let present: Set<Provider>

  /// Creates the order for one record type; `present` are the providers of which the store has records of the type, as
  /// what mirrors an export counts for less only beside it.
  package init(_ table: ConsolidationTable, type: RecordType, present: Set<Provider>) {
    self.table = table
    let own = table.metric(of: type)?.deviceOrder ?? []
    order = own.isEmpty ? table.deviceOrder : own
    self.present = present
  }

  /// The rank of a source: the lesser one is believed.
  package func rank(of source: RecordSource) -> SourceRank {
    let name = deviceClass(of: source)
    var rank = SourceRank(
      deviceClass: name, position: order.firstIndex(of: name) ?? order.count, source: source)
    for mirror in table.mirrors where mirror.app == source.app {
      guard mirror.provider == nil || mirror.provider == source.provider else { continue }
      if let original = mirror.originalProvider, present.contains(original) {
        rank.mirroredProvider = original
      }
      if mirror.originalApp != nil { rank.mirrorsApp = true }
    }
    return rank
  }

  /// The class of a source's device.
  ///
  /// What a provider calls it comes first, then what describes it, then a name that a person gave the source. A package
  /// name tells of no device.
  private func deviceClass(of source: RecordSource) -> String {
    let kind = source.kind.lowercased()
    if let rule = table.deviceClasses.first(where: { $0.kinds.contains(kind) }) { return rule.name }
    let device = [source.model, source.deviceName, source.hardware]
    if let found = deviceClass(describedBy: device.joined(separator: " / ")) { return found }
    let isPackage = source.app.contains(".") && !source.app.contains(" ")
    return (isPackage ? nil : deviceClass(describedBy: source.app))
      ?? ConsolidationTable.unknownClass
  }

  private func deviceClass(describedBy text: String) -> String? {
    let words = DeviceWords(text)
    return table.deviceClasses.first { words.fit($0) }?.name
  }
}

/// The place of a source among others.
package struct SourceRank: Sendable, Hashable, Comparable {
  /// The class of its device.
  package let deviceClass: String
  /// The place of the class, from 0.
  package let position: Int
  /// The source.
  package let source: RecordSource
  /// The provider whose export the source repeats; nil where none is there.
  package var mirroredProvider: Provider?
  /// Whether the source repeats another app.
  package var mirrorsApp = false

  init(deviceClass: String, position: Int, source: RecordSource) {
    self.deviceClass = deviceClass
    self.position = position
    self.source = source
  }

  /// What repeats an export comes last, then the classes count, then an app before its mirror, then the names.
  package static func < (left: SourceRank, right: SourceRank) -> Bool {
    let first = (left.mirroredProvider == nil ? 0 : 1, left.position, left.mirrorsApp ? 1 : 0)
    let second = (right.mirroredProvider == nil ? 0 : 1, right.position, right.mirrorsApp ? 1 : 0)
    return first == second ? left.source < right.source : first < second
  }

  /// Why this source is believed rather than another one.
  func reason(over other: SourceRank) -> ExplainedPart.Reason {
    if other.mirroredProvider != nil, mirroredProvider == nil { return .original }
    if position != other.position { return .betterDevice }
    if mirrorsApp != other.mirrorsApp { return .original }
    return source == other.source ? .newerRecord : .firstByName
  }
}
