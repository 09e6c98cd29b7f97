extension SamsungBody {
  /// Energy score, devices, rewards and a table of a type that no list has.
  mutating func writeAccount() throws(SampleError) {
    try writeVitality()
    try writeDevices()
    try writeRewards()
    try writeUnlisted()
  }

  private mutating func writeVitality() throws(SampleError) {
    try begin(.vitality)
    let (total, sleep) = (try column("total_score"), try column("sleep_score"))
    let (activity, level) = (try column("activity_score"), try column("activity_level"))
    let (balance, wake) = (try column("sleep_balance"), try column("main_sleep_wake_up_time"))
    let (duration, date) = (try column("sleep_duration"), try column("day_time"))
    for day in 0..<plan.days {
      guard let night = sleeps(day).first else { continue }
      let uuid = plan.uuid(.samsungVitality, day)
      row.set(total, 50_000_000 + Int64(uuid.low % 45_000_000), decimals: 6)
      row.set(sleep, 600 + Int64(uuid.high % 390), decimals: 1)
      row.set(activity, 1_000 + Int64(uuid.low % 7_000), decimals: 2)
      row.set(level, "180003")
      // Not available in the first weeks.
      row.set(balance, "-1.0")
      // The local clock as if it were UTC.
      row.set(
        wake, night.end + Millis(calendar.offsetMinutes(day, at: night.end)) * 60_000)
      row.set(duration, night.minutes * 60_000)
      row.set(date, time: calendar.civilDay(day) * 86_400_000)
      let end = calendar.millis(day, second: 36_000)
      try endRow(stamp(uuid, day, from: end, to: end, by: plan.phone(on: day)), fate(day))
    }
    try endTable()
  }

  private mutating func writeDevices() throws(SampleError) {
    let later: [SamsungDevice] = plan.earlierDays == nil ? [] : [.newPhone]
    try begin(.devices)
    let (maker, name) = (try column("manufacturer"), try column("name"))
    let (model, group) = (try column("model"), try column("device_group"))
    let (steps, kind) = (try column("step_source_group"), try column("device_type"))
    for (index, device) in ([.phone, .watch, .combined, .allTargets] + later).enumerated() {
      row.set(maker, device.maker)
      row.set(name, device.name)
      row.set(model, device.model)
      row.set(group, device.group)
      if device == .watch {
        row.set(steps, "102")
        row.set(kind, "10054")
      }
      let uuid = plan.uuid(.samsungDevices, index)
      var stamp = stamp(
        uuid, 0, from: calendar.millis(0, second: 0), to: calendar.millis(0, second: 0), by: device)
      if device == .newPhone {
        stamp.created = plan.phoneChange
        stamp.updated = plan.phoneChange
      }
      try endRow(stamp, device == .newPhone ? .new : fate(0))
    }
    try endTable()
  }

  private mutating func writeRewards() throws(SampleError) {
    try begin(.rewards)
    let (title, data) = (try column("title"), try column("extra_data"))
    let (controller, visible) = (try column("controller_id"), try column("is_visible"))
    for day in stride(from: 0, to: plan.days, by: 3) {
      row.set(title, "tracker_pedometer_goal_achieved")
      row.set(data, quoting: "{\"mTarget\":6000,\"mValue\":7001}")
      row.set(controller, "tracker.pedometer")
      row.set(visible, "1")
      let start = calendar.millis(day, second: 0)
      let uuid = plan.uuid(.samsungRewards, day)
      try endRow(stamp(uuid, day, from: start, to: start, by: plan.phone(on: day)), fate(day))
    }
    try endTable()
  }

  private mutating func writeUnlisted() throws(SampleError) {
    try begin(.unlisted)
    let lumens = try column("lumens")
    for day in stride(from: 0, to: plan.days, by: 2) {
      let start = calendar.millis(day, second: 79_200)
      let uuid = plan.uuid(.samsungUnlisted, day)
      row.set(lumens, Int64(uuid.low % 300), decimals: 3)
      try endRow(
        stamp(uuid, day, from: start, to: start + 1_200_000, by: .watch), fate(day))
    }
    try endTable()
  }
}

extension SamsungDevice {
  fileprivate var maker: StaticString {
    switch self {
    case .phone, .newPhone, .watch: "Samsung"
    case .combined: "Combined"
    case .allTargets: "all_target"
    }
  }

  fileprivate var name: StaticString {
    switch self {
    case .phone: "Mara's phone"
    case .newPhone: "Mara's new phone"
    case .watch: "Galaxy Watch4 (XA01)"
    case .combined: "Combined"
    case .allTargets: "all_target"
    }
  }

  fileprivate var model: StaticString {
    switch self {
    case .phone: "SM-A000X"
    case .newPhone: "SM-S000X"
    case .watch: "SM-R000X"
    case .combined: "Combined"
    case .allTargets: "all_target"
    }
  }

  fileprivate var group: StaticString {
    switch self {
    case .phone, .newPhone: "360001"
    case .watch: "360003"
    case .combined, .allTargets: "0"
    }
  }
}
