import FlowServer
import Foundation
import Testing

@Suite struct ExperimentStatisticsTests {
  private typealias Proportion = ExperimentStatistics.Proportion

  /// A generator with a seed, so that a simulation is the same every time (SplitMix64).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  /// Compares two variants after every 100 users of each, up to `users`, and returns whether there
  /// was a difference at any of these times.
  private func findsDifference(
    rates: (Double, Double), users: Int, _ generator: inout Generator
  ) -> Bool {
    var reached = (0, 0)
    for user in 1...users {
      if Double.random(in: 0..<1, using: &generator) < rates.0 { reached.0 += 1 }
      if Double.random(in: 0..<1, using: &generator) < rates.1 { reached.1 += 1 }
      guard user.isMultiple(of: 100) else { continue }
      let found = ExperimentStatistics.difference(
        Proportion(reached.1, of: user), from: Proportion(reached.0, of: user))
      if let found, found.low > 0 || found.high < 0 { return true }
    }
    return false
  }

  @Test(arguments: [0.02, 0.3, 0.5])
  func `checking after every 100 users reports a false difference in at most 5 %`(
    _ rate: Double
  ) {
    var generator = Generator(state: 42)
    let found = (0..<400).count { _ in
      findsDifference(rates: (rate, rate), users: 5_000, &generator)
    }
    #expect(found <= 20, "\(found) of 400")
  }

  @Test func `a difference of six percentage points is found among 5,000 users`() {
    var generator = Generator(state: 7)
    let found = (0..<50).count { _ in
      findsDifference(rates: (0.30, 0.36), users: 5_000, &generator)
    }
    #expect(found >= 45, "\(found) of 50")
  }

  @Test func `too few users give no difference, and rates of 0 or 1 give an interval`() throws {
    #expect(
      ExperimentStatistics.difference(Proportion(99, of: 99), from: Proportion(0, of: 500)) == nil)
    let all = try #require(
      ExperimentStatistics.difference(Proportion(100, of: 100), from: Proportion(100, of: 100)))
    #expect(all.value == 0)
    #expect(all.low < -0.01 && all.high > 0.01)
    let opposite = try #require(
      ExperimentStatistics.difference(Proportion(100, of: 100), from: Proportion(0, of: 100)))
    #expect(opposite.value == 1 && opposite.high == 1 && opposite.low > 0)
  }

  @Test func `a rate is at most 1, and 0 without users`() {
    #expect(Proportion(7, of: 5).rate == 1)
    #expect(Proportion(0, of: 0).rate == 0)
    #expect(Proportion(-1, of: -1).rate == 0)
  }

  // Expected: `erfc(sqrt(x / 2))` for one degree of freedom and `exp(-x / 2)` for two, computed
  // with Python. In the last row, x is 7.8408 with three degrees of freedom; tables of the
  // chi-squared distribution have 7.815 for a probability of 0.05.
  fileprivate static let comparisons: [(counts: [Int], shares: [Double], expected: Double)] = [
    ([500, 500], [0.5, 0.5], 1.0), ([530, 470], [0.5, 0.5], 0.0577796),
    ([560, 440], [0.5, 0.5], 0.00014780), ([300, 340, 360], [1 / 3, 1 / 3, 1 / 3], 0.0608101),
    ([2401, 2599, 2500, 2500], [0.25, 0.25, 0.25, 0.25], 0.049419),
  ]

  @Test(arguments: Self.comparisons)
  func `counts are compared with the expected shares`(
    _ comparison: (counts: [Int], shares: [Double], expected: Double)
  ) throws {
    let expected = comparison.expected
    let found = try #require(
      ExperimentStatistics.pValue(of: comparison.counts, shares: comparison.shares))
    #expect(abs(found - expected) < 0.0005 * max(expected, 0.001), "\(found)")
  }

  @Test func `without enough users of at least two variants, counts are not compared`() {
    let cases: [([Int], [Double])] = [
      ([50, 49], [0.5, 0.5]), ([1000], [1]), ([500, 500], [1, 0]), ([900, 100], [0.999, 0.001]),
      ([500, 500], [1]),
    ]
    for (counts, shares) in cases {
      #expect(ExperimentStatistics.pValue(of: counts, shares: shares) == nil)
    }
  }
}
