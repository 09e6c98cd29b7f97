/// The tables that a sample has, with the columns and in the order that real exports of 2025 have them.
///
/// `%` stands for the prefix that a table's inherited columns carry.
extension SamsungTable {
  /// Steps of a day, one row for each source and one for all together.
  static let stepTrend = SamsungTable(
    "com.samsung.shealth.step_daily_trend", version: 6,
    columns: """
      binning_data update_time create_time source_pkg_name source_type count speed distance \
      calorie deviceuuid pkg_name datauuid day_time
      """)

  /// Steps of a minute and device, kept for about a month.
  static let stepMinutes = SamsungTable(
    "com.samsung.shealth.tracker.pedometer_step_count", version: 2,
    prefix: "com.samsung.health.step_count",
    columns: """
      duration version_code run_step walk_step %start_time %sample_position_type %custom \
      %update_time %create_time %count %speed %distance %calorie %time_offset %deviceuuid \
      %pkg_name %end_time %datauuid
      """)

  /// Steps of a day once more, in the older table.
  static let pedometerDays = SamsungTable(
    "com.samsung.shealth.tracker.pedometer_day_summary", version: 7,
    columns: """
      create_sh_ver step_count binning_data active_time recommendation modify_sh_ver \
      run_step_count update_time source_package_name create_time source_info speed distance \
      calorie walk_step_count deviceuuid pkg_name healthy_step achievement datauuid day_time
      """)

  /// Activity of a day.
  static let activityDays = SamsungTable(
    "com.samsung.shealth.activity.day_summary", version: 6,
    columns: """
      movement_type create_sh_ver energy_type exercise_time step_count exercise_calorie_target \
      active_time target others_time modify_sh_ver update_time floors_target create_time \
      floor_count dynamic_active_time_target exercise_time_target goal longest_active_time score \
      move_hourly_count duration_type move_hourly_target distance dynamic_active_time calorie \
      extra_data deviceuuid run_time pkg_name walk_time longest_idle_time datauuid day_time
      """)

  /// Energy burned in a day.
  static let calories = SamsungTable(
    "com.samsung.shealth.calories_burned.details", version: 4,
    prefix: "com.samsung.shealth.calories_burned",
    columns: """
      active_calories_goal version extra_data exercise_calories total_exercise_calories \
      %create_sh_ver %tef_calorie %active_time %rest_calorie %modify_sh_ver %update_time \
      %create_time %active_calorie %deviceuuid %pkg_name %datauuid %day_time
      """)

  /// Floors climbed.
  static let floors = SamsungTable(
    "com.samsung.health.floors_climbed", version: 7,
    columns: """
      start_time custom update_time create_time client_data_id client_data_ver floor raw_data \
      time_offset deviceuuid pkg_name end_time datauuid
      """)

  /// Heart rate: single readings and bins of an hour.
  static let heartRate = SamsungTable(
    "com.samsung.shealth.tracker.heart_rate", version: 3, prefix: "com.samsung.health.heart_rate",
    columns: """
      source tag_id %create_sh_ver %heart_beat_count %start_time %custom %binning_data \
      %modify_sh_ver %update_time %create_time %client_data_id %max %min %client_data_ver \
      %time_offset %deviceuuid %comment %pkg_name %end_time %datauuid %heart_rate
      """)

  /// Oxygen saturation during sleep.
  static let oxygen = SamsungTable(
    "com.samsung.shealth.tracker.oxygen_saturation", version: 5,
    prefix: "com.samsung.health.oxygen_saturation",
    columns: """
      integrated_id source tag_id coverage_rate %create_sh_ver %start_time %custom %modify_sh_ver \
      %update_time %create_time %client_data_id %low_duration %binning %max %min %spo2 \
      %client_data_ver %time_offset %deviceuuid %comment %pkg_name %end_time %datauuid %heart_rate
      """)

  /// Stress: single readings and bins of an hour.
  static let stress = SamsungTable(
    "com.samsung.shealth.stress", version: 8,
    columns: """
      create_sh_ver start_time custom binning_data tag_id modify_sh_ver update_time create_time \
      max min score algorithm time_offset deviceuuid comment pkg_name end_time datauuid
      """)

  /// Heart-rate variability; all values are in side files.
  static let variability = SamsungTable(
    "com.samsung.health.hrv", version: 1,
    columns: """
      create_sh_ver start_time custom binning_data modify_sh_ver update_time create_time \
      time_offset deviceuuid comment pkg_name end_time datauuid
      """)

  /// Respiratory rate during sleep.
  static let breathing = SamsungTable(
    "com.samsung.health.respiratory_rate", version: 2,
    columns: """
      create_sh_ver start_time custom binning_data modify_sh_ver average lower_limit update_time \
      create_time client_data_id upper_limit client_data_ver is_outlier pplib_version time_offset \
      deviceuuid comment pkg_name end_time datauuid
      """)

  /// Nights and naps.
  static let sleep = SamsungTable(
    "com.samsung.shealth.sleep", version: 11, prefix: "com.samsung.health.sleep",
    columns: """
      total_sleep_time_weight original_efficiency mental_recovery wake_score factor_01 factor_02 \
      factor_03 factor_04 factor_05 factor_06 factor_07 factor_08 factor_09 factor_10 deep_score \
      integrated_id latency_weight has_sleep_data bedtime_detection_delay \
      sleep_efficiency_with_latency wakeup_time_detection_delay total_rem_duration combined_id \
      nap_score sleep_type sleep_latency data_version latency_score deep_weight rem_weight \
      physical_recovery original_wake_up_time movement_awakening is_integrated original_bed_time \
      goal_bed_time quality extra_data wake_weight rem_score goal_wake_up_time sleep_cycle \
      total_light_duration efficiency sleep_score sleep_duration stage_analyzed_type \
      total_sleep_time_score %create_sh_ver %start_time %custom %modify_sh_ver %update_time \
      %create_time %client_data_id %client_data_ver %time_offset %deviceuuid %comment %pkg_name \
      %end_time %datauuid
      """)

  /// Stages of nights.
  static let sleepStages = SamsungTable(
    "com.samsung.health.sleep_stage", version: 7,
    columns: """
      create_sh_ver start_time sleep_id custom modify_sh_ver update_time create_time stage \
      time_offset deviceuuid pkg_name end_time datauuid
      """)

  /// Nights whose segments belong together.
  static let sleepCombined = SamsungTable(
    "com.samsung.shealth.sleep_combined", version: 8,
    columns: """
      total_sleep_time_weight original_efficiency create_sh_ver start_time mental_recovery \
      wake_score factor_01 factor_02 factor_03 factor_04 factor_05 factor_06 factor_07 factor_08 \
      factor_09 factor_10 deep_score latency_weight has_sleep_data sleep_efficiency_with_latency \
      total_rem_duration modify_sh_ver update_time nap_score create_time client_data_id sleep_type \
      data_version latency_score deep_weight rem_weight physical_recovery original_wake_up_time \
      client_data_ver movement_awakening original_bed_time goal_bed_time quality time_offset \
      extra_data wake_weight deviceuuid rem_score goal_wake_up_time sleep_cycle \
      total_light_duration efficiency sleep_score pkg_name sleep_duration stage_analyzed_type \
      end_time datauuid stage_analysis_type total_sleep_time_score
      """)
}
