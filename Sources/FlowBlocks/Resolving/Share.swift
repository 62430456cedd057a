/// The share of a range that a number has reached, for drawing it.
package enum Share {
  /// Returns the share, from 0 to 1; 0 where it is not defined, as at the start of an empty range.
  ///
  /// NB: numbers of documents and apps may be so large that their difference is infinite; without
  /// care, their quotient is not a number, and converting that to an integer would trap.
  package static func of(_ value: Double, from minimum: Double = 0, to maximum: Double) -> Double {
    let share = (value / 2 - minimum / 2) / (maximum / 2 - minimum / 2)
    return share.isNaN ? 0 : min(max(share, 0), 1)
  }
}
