import CAllocations

/// The cost of one operation.
struct Measurement {
  let name: String
  /// The median time of one operation in nanoseconds.
  let nanoseconds: Double
  /// The heap allocations of one operation.
  let allocations: Double
}

/// Runs an operation often enough for a stable median.
///
/// - Returns: The median time and the mean number of allocations of one operation.
func measure<Result>(
  _ name: String, batch: Int = 1_000, samples: Int = 101, _ operation: () -> Result
) -> Measurement {
  for _ in 0..<batch { blackHole(operation()) }
  let before = allocations_so_far()
  for _ in 0..<batch { blackHole(operation()) }
  let allocations = Double(allocations_so_far() - before) / Double(batch)
  var times: [Double] = []
  for _ in 0..<samples {
    let elapsed = ContinuousClock().measure {
      for _ in 0..<batch { blackHole(operation()) }
    }
    times.append(elapsed.nanoseconds / Double(batch))
  }
  times.sort()
  return Measurement(name: name, nanoseconds: times[samples / 2], allocations: allocations)
}

/// Measures two operations alternately, so that other load on the machine affects both.
///
/// - Returns: The measurements of the round with the median ratio of the times.
func compare(
  rounds: Int = 9, _ left: (Int) -> Measurement, with right: (Int) -> Measurement
) -> Comparison {
  var comparisons: [Comparison] = []
  for round in 0..<rounds {
    // The first one may run on a cooler processor, so the order alternates too.
    if round.isMultiple(of: 2) {
      let first = left(11)
      comparisons.append(Comparison(left: first, right: right(11)))
    } else {
      let second = right(11)
      comparisons.append(Comparison(left: left(11), right: second))
    }
  }
  comparisons.sort { $0.ratio < $1.ratio }
  return comparisons[rounds / 2]
}

/// Two operations measured in the same round.
struct Comparison {
  let left: Measurement
  let right: Measurement

  /// The factor by which the right operation takes longer.
  var ratio: Double { right.nanoseconds / left.nanoseconds }
}

/// Uses a value in a way that is opaque to the optimizer.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: Value) {}

extension Duration {
  var nanoseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
