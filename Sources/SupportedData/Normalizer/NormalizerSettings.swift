/// What a person may decide about an import; applied before ids are derived.
package struct NormalizerSettings: Sendable, Hashable {
  /// The name that ids are derived from, by the name in an input, raw or normalised: a renamed source keeps the old name
  /// in its ids, so these map new names to old ones.
  package var aliases: [String: String]

  /// What a clock on the wall showed where a file writes local times without saying in which zone; nil reads them as UTC
  /// and flags them.
  package var wallClock: WallClock?
  /// The native type of records that come without one and whose fields fit several; nil keeps them as native records.
  package var assumedType: String?

  /// Whether records are only counted and compared, and not kept.
  ///
  /// What only a store keeps of a record that is read by its fields is not made then, which takes up to a third of the
  /// time: its native data, the JSON of its structured value, and its digest. Ids, versions, content hashes, outcomes and
  /// diagnostics are the same.
  package var isForCounting = false

  /// Creates settings.
  package init(
    aliases: [String: String] = [:], wallClock: WallClock? = nil, assumedType: String? = nil
  ) {
    self.aliases = aliases
    self.wallClock = wallClock
    self.assumedType = assumedType
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

/// The offsets of a place through the years, by what its clocks showed.
package struct WallClock: Sendable, Hashable {
  /// An offset from a moment on.
  package struct Step: Sendable, Hashable {
    /// The first moment, in milliseconds since 1970 of the clock itself.
    package var localStart: Int64
    /// Seconds east of UTC.
    package var offset: Int

    /// Creates a step.
    package init(localStart: Int64, offset: Int) {
      self.localStart = localStart
      self.offset = offset
    }
  }

  /// The offset before the first step, in seconds east of UTC.
  package let first: Int
  /// The steps in ascending order.
  package let steps: [Step]

  /// Creates a clock; steps may come in any order.
  package init(offset first: Int, steps: [Step] = []) {
    self.first = first
    self.steps = steps.sorted { $0.localStart < $1.localStart }
  }

  /// Seconds east of UTC when the clock showed that many milliseconds since 1970; O(log n).
  package func offset(atLocal milliseconds: Int64) -> Int {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].localStart <= milliseconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : steps[low - 1].offset
  }
}
