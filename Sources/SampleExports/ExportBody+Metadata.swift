/// Metadata entries and beat lists of plain records.
extension ExportBody {
  mutating func appendMetadata(of draft: RecordDraft, in run: RecordRun, level: Int) {
    if let sync = draft.sync { append(sync, of: draft, level: level) }
    switch run.kind.metadata {
    case .none:
      break
    case .motionContext:
      appendMotionContext(draft.variation, level: level)
    case .calibrated:
      append(metadata: "HKMetadataKeyAppleDeviceCalibrated", "1", level: level)
    case .placement:
      append(metadata: "HKMetadataKeyDevicePlacementSide", "0", level: level)
    case .userEntered:
      append(metadata: "HKWasUserEntered", "1", level: level)
    case .effortEstimation:
      append(metadata: "HKPhysicalEffortEstimationType", "1", level: level)
    case .exposure:
      append(metadata: "HKMetadataKeyAudioExposureLevel", "91.2046 dBASPL", level: level)
      append(metadata: "HKMetadataKeyAudioExposureDuration", "182.5 s", level: level)
    case .heartRateThreshold:
      append(metadata: "HKHeartRateEventThreshold", "120 count/min", level: level)
    case .maximumTest:
      append(metadata: "HKVO2MaxTestType", "2", level: level)
    case .mealTime:
      if draft.variation & 3 == 0 {
        append(metadata: "HKBloodGlucoseMealTime", "2", level: level)
      }
    case .timeZone:
      openMetadata("HKTimeZone", level: level)
      text.append(escaping: configuration.zone.name)
      text.append("\"/>\n")
    case .food:
      appendFood(draft.variation, level: level)
    case .beats:
      if has(.beats, since: 8) { appendBeats(of: draft, level: level) }
    }
  }

  /// Whether the wearer was moving; exports before iOS 11 do not say.
  private mutating func appendMotionContext(_ variation: UInt64, level: Int) {
    guard version >= 8 else { return }
    let key: StaticString = "HKMetadataKeyHeartRateMotionContext"
    switch variation & 7 {
    case 0...3: append(metadata: key, "1", level: level)
    case 4...5: append(metadata: key, "2", level: level)
    default: append(metadata: key, "0", level: level)
    }
  }

  /// The watch names objects by series, start and end; apps use a plain UUID.
  private mutating func append(_ sync: RecordDraft.Sync, of draft: RecordDraft, level: Int) {
    openMetadata("HKMetadataKeySyncIdentifier", level: level)
    if draft.source == .watch {
      text.append("3:")
      text.append(uuid: sync.high, sync.low)
      for instant in [draft.start, draft.end] {
        text.append(":")
        text.append(integer: instant - Self.secondsToReferenceDate)
        text.append(byte: UInt8(ascii: "."))
        text.append(digits: sync.low & 0xFFFF, width: 5)
      }
      text.append(":119")
    } else {
      text.append(uuid: sync.high, sync.low)
    }
    text.append("\"/>\n")
    openMetadata("HKMetadataKeySyncVersion", level: level)
    text.append(integer: sync.version)
    text.append("\"/>\n")
  }

  /// 2001-01-01 00:00:00 UTC, from where Apple counts seconds.
  private static let secondsToReferenceDate: Int64 = 978_307_200

  /// The beats behind a variability value: local wall clock, under the zone's true offset.
  private mutating func appendBeats(of draft: RecordDraft, level: Int) {
    var random = SplitMix64(
      seed: configuration.seed ^ draft.variation, part: .beats)
    append(spaces: level)
    text.append("<HeartRateVariabilityMetadataList>\n")
    let local = configuration.zone.local(draft.start)
    var centiseconds = (local - local.floorDivided(by: 86_400) * 86_400) * 100
    centiseconds += 10 + random.below(90)
    for _ in 0..<random.within(34...58) {
      let interval = random.within(72...118)
      append(spaces: level + 1)
      text.append("<InstantaneousBeatsPerMinute bpm=\"")
      text.append(integer: 6_000 / interval)
      text.append("\" time=\"")
      append(beatTime: centiseconds)
      text.append("\"/>\n")
      centiseconds += interval
    }
    append(spaces: level)
    text.append("</HeartRateVariabilityMetadataList>\n")
  }

  /// Appends centiseconds of a day in the owner's clock style; they may run past midnight.
  private mutating func append(beatTime centiseconds: Int64) {
    let second = centiseconds / 100 % 86_400
    let isTwelveHours = configuration.beatClock == .twelveHours
    if isTwelveHours {
      text.append(integer: (second / 3_600 + 11) % 12 + 1)
      text.append(":")
      text.append(twoDigits: second / 60 % 60)
      text.append(":")
      text.append(twoDigits: second % 60)
    } else {
      text.append(clock: second)
    }
    text.append(configuration.beatClock == .twentyFourHoursWithComma ? "," : ".")
    text.append(twoDigits: centiseconds % 100)
    if isTwelveHours { text.append(second < 43_200 ? " AM" : " PM") }
  }
}
