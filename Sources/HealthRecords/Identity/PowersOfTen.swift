/// Powers of ten for decimal arithmetic.
public enum PowersOfTen {
  /// The powers of ten that a Double holds exactly, by exponent: 10^0 to 10^22.
  ///
  /// A product or quotient of such a power and an exact number is correctly rounded.
  public static let exact: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
