/// The ranges of numbers in [0, 1) of a split's variants.
///
/// Computed as in GrowthBook's SDKs: consecutive ranges by weight, each shortened to the coverage,
/// so that raising the coverage never moves a user from one variant to another.
package struct SplitRanges: Sendable {
  /// The range of one variant; the upper bound is excluded.
  package struct Bounds: Sendable {
    package let from: Double
    package let to: Double
  }

  /// The bounds, one for each variant.
  package let bounds: [Bounds]
  /// Whether all variants have ranges, if one has; otherwise, whether all or none have weights, and
  /// these are not negative and add up to 1 within 0.01.
  ///
  /// Weights for which it is false are replaced by equal ones.
  package let addsUp: Bool

  package init(_ split: Split) {
    if split.variants.contains(where: { $0.range != nil }) {
      addsUp = split.variants.allSatisfy { $0.range != nil }
      bounds = split.variants.map { variant in
        Bounds(from: variant.range?.from.double ?? 0, to: variant.range?.to.double ?? 0)
      }
      return
    }
    let equalShare = 1 / Double(max(split.variants.count, 1))
    var weights = split.variants.map { $0.weight?.double ?? equalShare }
    let total = weights.reduce(0, +)
    let hasWeight = split.variants.contains { $0.weight != nil }
    let isComplete = split.variants.allSatisfy { $0.weight != nil }
    addsUp =
      total >= 0.99 && total <= 1.01 && hasWeight == isComplete && weights.allSatisfy { $0 >= 0 }
    if !addsUp { weights = weights.map { _ in equalShare } }
    let coverage = min(max(split.coverage?.double ?? 1, 0), 1)
    var start = 0.0
    bounds = weights.map { weight in
      defer { start += weight }
      return Bounds(from: start, to: start + coverage * weight)
    }
  }

  /// The bounds, ordered by their start.
  var ascending: [Bounds] {
    StableSort.indices(bounds.count) { bounds[$0].from < bounds[$1].from }.map { bounds[$0] }
  }
}
