/// The position of a number in a range as a fraction of the range, for drawing it.
package enum Fraction {
  /// Returns the fraction, from 0 to 1; 0 if it is not a number, as for the start of an empty
  /// range.
  ///
  /// NB: the numbers are halved because those of documents and apps may be so large that their
  /// difference is infinite; the quotient would not be a number, and converting it to an integer
  /// would trap.
  package static func of(_ value: Double, from minimum: Double = 0, to maximum: Double) -> Double {
    let fraction = (value / 2 - minimum / 2) / (maximum / 2 - minimum / 2)
    return fraction.isNaN ? 0 : min(max(fraction, 0), 1)
  }
}
