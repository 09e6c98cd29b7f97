extension AppleHealthSample {
  /// The units the owner reads, which an export uses instead of canonical ones.
  package struct DisplayUnits: Sendable, Equatable {
    /// Distances and speeds.
    package enum Distance: Sendable {
      /// `km`, `km/hr`, `cm`
      case kilometers
      /// `mi`, `mi/hr`, `in`
      case miles
    }

    /// Body masses.
    package enum Mass: Sendable {
      /// `kg`
      case kilograms
      /// `lb`
      case pounds
    }

    /// Energies.
    package enum Energy: Sendable {
      /// `kcal`
      case kilocalories
      /// `Cal`, the same amount
      case largeCalories
      /// `kJ`
      case kilojoules
    }

    /// Temperatures.
    package enum Temperature: Sendable {
      /// `degC`
      case celsius
      /// `degF`
      case fahrenheit
    }

    /// Blood glucose.
    package enum Glucose: Sendable {
      /// `mg/dL`
      case milligramsPerDeciliter
      /// `mmol<180.1558800000541>/L`
      case millimolesPerLiter
    }

    /// The unit of distances.
    package var distance: Distance
    /// The unit of body masses.
    package var mass: Mass
    /// The unit of energies.
    package var energy: Energy
    /// The unit of temperatures.
    package var temperature: Temperature
    /// The unit of blood glucose.
    package var glucose: Glucose

    /// Kilometers, kilograms, kilocalories, Celsius, mmol/L.
    package static let metric = DisplayUnits(
      distance: .kilometers, mass: .kilograms, energy: .kilocalories, temperature: .celsius,
      glucose: .millimolesPerLiter)

    /// Miles, pounds, large calories, Fahrenheit, mg/dL.
    package static let imperial = DisplayUnits(
      distance: .miles, mass: .pounds, energy: .largeCalories, temperature: .fahrenheit,
      glucose: .milligramsPerDeciliter)
  }
}

/// The unit of a kind: fixed, or chosen by the owner.
enum KindUnit {
  case none
  case fixed(StaticString)
  /// Generated in kilometers.
  case distance
  /// Generated in kilometers an hour.
  case speed
  /// Generated in centimeters.
  case length
  /// Generated in kilograms.
  case mass
  /// Generated in kilocalories.
  case energy
  /// Generated in degrees Celsius.
  case temperature
  /// Generated in milligrams per deciliter.
  case glucose

  /// The unit as an owner of `units` sees it, with the conversion from the generated unit.
  func shown(in units: AppleHealthSample.DisplayUnits) -> ShownUnit {
    switch self {
    case .none: ShownUnit(text: "")
    case .fixed(let text): ShownUnit(text: text)
    case .distance, .speed, .length: shownLength(in: units)
    case .mass where units.mass == .pounds:
      ShownUnit(text: "lb", numerator: 100_000_000, denominator: 45_359_237)
    case .mass: ShownUnit(text: "kg")
    case .energy: Self.shownEnergy(in: units)
    case .temperature where units.temperature == .fahrenheit:
      ShownUnit(text: "degF", numerator: 9, denominator: 5, shift: 32_000_000_000)
    case .temperature: ShownUnit(text: "degC")
    case .glucose where units.glucose == .millimolesPerLiter:
      ShownUnit(
        text: "mmol&lt;180.1558800000541&gt;/L", numerator: 1_000_000, denominator: 18_015_588)
    case .glucose: ShownUnit(text: "mg/dL")
    }
  }

  private func shownLength(in units: AppleHealthSample.DisplayUnits) -> ShownUnit {
    let isMetric = units.distance == .kilometers
    return switch self {
    case .speed where isMetric: ShownUnit(text: "km/hr")
    case .speed: ShownUnit(text: "mi/hr", numerator: 1_000_000, denominator: 1_609_344)
    case .length where isMetric: ShownUnit(text: "cm")
    case .length: ShownUnit(text: "in", numerator: 100, denominator: 254)
    default:
      isMetric
        ? ShownUnit(text: "km")
        : ShownUnit(text: "mi", numerator: 1_000_000, denominator: 1_609_344)
    }
  }

  private static func shownEnergy(in units: AppleHealthSample.DisplayUnits) -> ShownUnit {
    switch units.energy {
    case .kilocalories: ShownUnit(text: "kcal")
    case .largeCalories: ShownUnit(text: "Cal")
    case .kilojoules: ShownUnit(text: "kJ", numerator: 4_184, denominator: 1_000)
    }
  }
}

/// A unit's text, already escaped for XML, and the exact conversion into it.
struct ShownUnit {
  let text: StaticString
  var numerator: UInt64 = 1
  var denominator: UInt64 = 1
  var shift: Int64 = 0

  /// Converts billionths of the generated unit, rounded to the nearest billionth.
  func convert(_ billionths: Int64) -> Int64 {
    guard numerator != denominator else { return billionths }
    // 128 bits in between: 90 kg in billionths times 10^8 does not fit in 64.
    let product = billionths.magnitude.multipliedFullWidth(by: numerator)
    let quotient = denominator.dividingFullWidth(product)
    let rounded = quotient.quotient + (quotient.remainder * 2 >= denominator ? 1 : 0)
    return (billionths < 0 ? -Int64(rounded) : Int64(rounded)) + shift
  }
}
