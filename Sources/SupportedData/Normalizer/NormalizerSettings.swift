/// What a person may decide about an import; applied before ids are derived.
package struct NormalizerSettings: Sendable, Hashable {
  /// The name that ids are derived from, by the name in an input, raw or normalised: a renamed source keeps the old name
  /// in its ids, so these map new names to old ones.
  package var aliases: [String: String]

  /// Creates settings.
  package init(aliases: [String: String] = [:]) {
    self.aliases = aliases
  }

  /// The aliases by normalised names, each chain followed to its end (a cycle ends where it would repeat).
  var resolvedAliases: [String: String] {
    let direct = Dictionary(
      aliases.sorted { $0.key < $1.key }.map {
        (SourceName.normalized($0.key), SourceName.normalized($0.value))
      },
      uniquingKeysWith: { first, _ in first })
    return direct.mapValues { target in
      var name = target
      var seen: Set<String> = [name]
      while let next = direct[name], seen.insert(next).inserted { name = next }
      return name
    }
  }
}
