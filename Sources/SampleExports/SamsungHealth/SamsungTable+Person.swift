/// The tables of workouts, the body, food and the rest.
extension SamsungTable {
  /// Workouts.
  static let exercise = SamsungTable(
    "com.samsung.shealth.exercise", version: 17, prefix: "com.samsung.health.exercise",
    columns: """
      live_data_internal mission_value race_target subset_data start_longitude routine_datauuid \
      total_calorie completion_status pace_info_id activity_type pace_live_data sensing_status \
      source_type mission_type ftp tracking_status program_id title reward_status \
      heart_rate_sample_count start_latitude mission_extra_value program_schedule_id \
      heart_rate_deviceuuid location_data_internal custom_id additional_internal %duration \
      %additional %create_sh_ver %mean_caloricburn_rate %location_data %start_time %exercise_type \
      %custom %max_altitude %incline_distance %mean_heart_rate %count_type %mean_rpm %min_altitude \
      %modify_sh_ver %max_heart_rate %update_time %create_time %client_data_id %max_power \
      %max_speed %mean_cadence %min_heart_rate %client_data_ver %count %distance \
      %max_caloricburn_rate %calorie %max_cadence %decline_distance %vo2_max %time_offset \
      %deviceuuid %max_rpm %comment %live_data %mean_power %mean_speed %pkg_name %altitude_gain \
      %altitude_loss %exercise_custom_type %auxiliary_devices %end_time %datauuid %sweat_loss
      """)

  /// Weight and body composition.
  static let weight = SamsungTable(
    "com.samsung.health.weight", version: 12,
    columns: """
      body_fat_mass create_sh_ver start_time custom height weight muscle_mass modify_sh_ver \
      update_time create_time client_data_id skeletal_muscle fat_free_mass client_data_ver \
      basal_metabolic_rate time_offset deviceuuid skeletal_muscle_mass comment fat_free pkg_name \
      body_fat datauuid vfa_level total_body_water
      """)

  /// Height.
  static let height = SamsungTable(
    "com.samsung.health.height", version: 5,
    columns: """
      create_sh_ver start_time custom height modify_sh_ver update_time create_time time_offset \
      deviceuuid pkg_name datauuid
      """)

  /// Glasses of water.
  static let water = SamsungTable(
    "com.samsung.health.water_intake", version: 6,
    columns: """
      start_time amount custom update_time create_time client_data_id client_data_ver time_offset \
      deviceuuid unit_amount comment pkg_name datauuid
      """)

  /// Foods.
  static let foodInfo = SamsungTable(
    "com.samsung.health.food_info", version: 7,
    columns: """
      potassium vitamin_a vitamin_c vitamin_d cholesterol description custom provider_food_id \
      metric_serving_amount sodium dietary_fiber total_fat update_time create_time \
      monosaturated_fat protein polysaturated_fat iron name sugar added_sugar calcium calorie \
      serving_description info_provider deviceuuid metric_serving_unit saturated_fat trans_fat \
      pkg_name carbohydrate unit_count_per_calorie datauuid default_number_of_serving_unit
      """)

  /// What was eaten.
  static let foodIntake = SamsungTable(
    "com.samsung.health.food_intake", version: 6,
    columns: """
      create_sh_ver start_time amount custom modify_sh_ver update_time create_time meal_type \
      client_data_id name unit client_data_ver calorie time_offset deviceuuid comment pkg_name \
      datauuid food_info_id
      """)

  /// Nutrients of a meal.
  static let nutrition = SamsungTable(
    "com.samsung.health.nutrition", version: 6,
    columns: """
      magnesium potassium create_sh_ver vitamin_a vitamin_c vitamin_d vitamin_e vitamin_k \
      cholesterol vitamin_b12 start_time biotin phosphorus copper custom thiamin folate iodine \
      niacin sodium molybdenum folic_acid modify_sh_ver dietary_fiber total_fat update_time \
      create_time meal_type caffeine monosaturated_fat protein manganese polysaturated_fat iron \
      zinc riboflavin sugar title added_sugar calories_from_fat calcium calorie time_offset \
      deviceuuid polyunsaturated_fat saturated_fat trans_fat pkg_name selenium vitamin_b6 \
      carbohydrate unsaturated_fat chloride pantothenic_acid datauuid chromium
      """)

  /// Energy score of a day.
  static let vitality = SamsungTable(
    "com.samsung.shealth.vitality_score", version: 3,
    columns: """
      activity_level activity_score create_sh_ver active_time_scale \
      activity_balance_short_term_activity activity_balance_long_term_activity shr_balance_scale \
      mvpa_time_optimal_range_max mvpa_time_optimal_range_min max_hr active_time \
      shrv_balance_scale main_sleep_wake_up_time mvpa_impulse_optimal_range_max \
      mvpa_impulse_optimal_range_min shr_baseline_max shr_baseline_min shr_calculation_index \
      mvpa_time modify_sh_ver sleep_balance update_time create_time total_score data_version \
      avg_mid_sleep_time mvpa_time_range_max mvpa_time_range_min mvpa_impulse \
      shrv_calculation_index sleep_regularity_scale stable_hr_time_rate \
      active_time_optimal_range_max active_time_optimal_range_min sleep_timing shr_score shr_value \
      mvpa_impulse_scale sleep_regularity sleep_timing_scale prev_shrv_avg mvpa_time_scale \
      deviceuuid sleep_score sleep_duration_scale activity_balance activity_balance_range_max \
      activity_balance_range_min mvpa_impulse_range_max mvpa_impulse_range_min pkg_name \
      sleep_balance_scale shrv_score shrv_value sleep_duration activity_balance_scale \
      active_time_range_max active_time_range_min shrv_baseline_max shrv_baseline_min datauuid \
      prev_shr_avg day_time shrv_penalty activity_balance_optimal_range_max \
      activity_balance_optimal_range_min
      """)

  /// Devices, real and pretended.
  static let devices = SamsungTable(
    "com.samsung.health.device_profile", version: 9,
    columns: """
      manufacturer providing_step_goal create_sh_ver step_source_group device_type \
      backsync_step_goal capability modify_sh_ver device_group update_time create_time name model \
      legacy_deviceuuid connectivity_type deviceuuid pkg_name accessory_type fixed_name datauuid
      """)

  /// Rewards, with JSON inside a cell.
  static let rewards = SamsungTable(
    "com.samsung.shealth.rewards", version: 5,
    columns: """
      number_of_streak start_time exercise_type device_type exercise_session_id update_time \
      create_time source_pkg_name program_id title time_offset extra_data deviceuuid pkg_name \
      controller_id end_time datauuid is_visible
      """)

  /// Blood pressure.
  static let bloodPressure = SamsungTable(
    "com.samsung.shealth.blood_pressure", version: 5, prefix: "com.samsung.health.blood_pressure",
    columns: """
      medication calibration_id shm_version shm_create_time %create_sh_ver %start_time %custom \
      %modify_sh_ver %update_time %create_time %systolic %diastolic %mean %pulse %time_offset \
      %deviceuuid %comment %pkg_name %datauuid
      """)

  /// Cups of coffee.
  static let caffeine = SamsungTable(
    "com.samsung.health.caffeine_intake", version: 3,
    columns: """
      start_time amount custom update_time create_time client_data_id client_data_ver time_offset \
      deviceuuid unit_amount comment pkg_name datauuid
      """)

  /// Blood glucose, which this person never measured: a table without rows.
  static let bloodGlucose = SamsungTable(
    "com.samsung.shealth.blood_glucose", version: 5, prefix: "com.samsung.health.blood_glucose",
    columns: """
      source tag_id %start_time %custom %update_time %create_time %glucose %meal_type \
      %measurement_type %meal_time %time_offset %deviceuuid %comment %pkg_name %datauuid
      """)

  /// A table of a type that no list has: the app grows faster than lists.
  static let unlisted = SamsungTable(
    "com.samsung.shealth.moonlight_walks", version: 1,
    columns: """
      start_time lumens update_time create_time time_offset deviceuuid pkg_name end_time datauuid
      """)
}
