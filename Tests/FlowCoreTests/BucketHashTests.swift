import FlowCore
import Testing

@Suite struct BucketHashTests {
  /// Calculated by an independent program over UTF-16 code units.
  static let numbers: [(seed: String, value: String, version1: Double, version2: Double)] = [
    ("", "a", 0.22, 0.0216),
    ("short-form", "user-1", 0.955, 0.5216),
    ("short-form", "user-2", 0.246, 0.7241),
    ("seed", "ünïcode", 0.004, 0.2343),
    ("seed", "a😀b", 0.36, 0.7396),
    ("", "123e4567-e89b-12d3-a456-426614174000", 0.295, 0.741),
    ("x", "", 0.695, 0.9986),
  ]

  @Test(arguments: numbers)
  func `a user's bucket equals the independently calculated one`(
    row: (seed: String, value: String, version1: Double, version2: Double)
  ) {
    #expect(BucketHash.number(seed: row.seed, value: row.value, version: 1) == row.version1)
    #expect(BucketHash.number(seed: row.seed, value: row.value, version: 2) == row.version2)
  }

  @Test func `an unknown hash version has no bucket`() {
    #expect(BucketHash.number(seed: "x", value: "a", version: 3) == nil)
    #expect(BucketHash.number(seed: "x", value: "a", version: 0) == nil)
  }
}
