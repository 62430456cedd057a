import Foundation

/// The statistics of experiments.
package enum ExperimentStatistics {
  /// The minimum number of users of each variant for which a difference is estimated.
  package static let minimumUsers = 100
  /// The significance level: 5 %.
  private static let alpha = 0.05
  /// The number of users for which intervals are narrowest.
  private static let optimalUsers = 5_000.0

  /// The users of a variant who reached a goal, of all its users.
  package struct Proportion: Sendable, Equatable {
    package let reached: Int
    package let users: Int

    package init(_ reached: Int, of users: Int) {
      self.reached = min(max(reached, 0), max(users, 0))
      self.users = max(users, 0)
    }

    package var rate: Double { users == 0 ? 0 : Double(reached) / Double(users) }

    /// The variance of the rate; never 0, which it would be for a rate of 0 or 1 among few users.
    fileprivate var variance: Double {
      let rate = (Double(reached) + 0.5) / (Double(users) + 1)
      return rate * (1 - rate) / Double(users)
    }
  }

  /// A difference of two rates, with an interval that contains the true one with a probability of
  /// 95 %, no matter how often you look.
  package struct Difference: Sendable, Equatable {
    package let value: Double
    package let low: Double
    package let high: Double
  }

  /// Compares a variant with the first one.
  ///
  /// The interval is an asymptotic confidence sequence: I. Waudby-Smith, D. Arbour, R. Sinha, E. H.
  /// Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences",
  /// 2021. An ordinary interval is valid for a single test at a number of users fixed in advance;
  /// testing every day and stopping at the first success has far more than 5 % false positives.
  ///
  /// - Returns: The difference; nil while one of them has too few users.
  package static func difference(_ variant: Proportion, from first: Proportion) -> Difference? {
    guard min(variant.users, first.users) >= minimumUsers else { return nil }
    let users = Double(variant.users + first.users)
    let deviation = (users * (variant.variance + first.variance)).squareRoot()
    let rho2 = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / optimalUsers
    let growth = users * rho2 + 1
    let width =
      deviation
      * (2 * growth / (users * users * rho2) * log(growth.squareRoot() / alpha))
      .squareRoot()
    let value = variant.rate - first.rate
    return Difference(value: value, low: max(-1, value - width), high: min(1, value + width))
  }

  /// The p-value of Pearson's chi-squared test: the probability of counts that differ from the
  /// expected shares at least as much as these.
  ///
  /// - Returns: The p-value; nil for fewer than two variants, and while there are too few users.
  package static func pValue(of counts: [Int], shares: [Double]) -> Double? {
    let total = counts.reduce(0, +)
    guard counts.count > 1, counts.count == shares.count, total >= minimumUsers,
      shares.allSatisfy({ $0 * Double(total) >= 5 })
    else { return nil }
    let distance = zip(counts, shares).reduce(0) { sum, entry in
      let expected = entry.1 * Double(total)
      return sum + (Double(entry.0) - expected) * (Double(entry.0) - expected) / expected
    }
    return upperTail(half: distance / 2, degreesOfFreedom: counts.count - 1)
  }

  /// The chi-squared distribution's upper tail: the regularized gamma function Q(k/2, x), by its
  /// recurrence Q(a + 1, x) = Q(a, x) + xᵃ e⁻ˣ / Γ(a + 1).
  private static func upperTail(half x: Double, degreesOfFreedom: Int) -> Double {
    var order = degreesOfFreedom.isMultiple(of: 2) ? 1.0 : 0.5
    var tail = degreesOfFreedom.isMultiple(of: 2) ? exp(-x) : erfc(x.squareRoot())
    while order < Double(degreesOfFreedom) / 2 {
      tail += exp(order * log(max(x, .leastNormalMagnitude)) - x - lgamma(order + 1))
      order += 1
    }
    return min(1, tail)
  }
}
