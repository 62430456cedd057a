import CAllocations

/// What one operation costs.
struct Measurement {
  let name: String
  /// The median time of one operation in nanoseconds.
  let nanoseconds: Double
  /// The heap allocations of one operation.
  let allocations: Double
}

/// Runs an operation often enough for a stable median.
///
/// - Parameters:
///   - name: What is measured.
///   - batch: How many operations one sample runs, so that the clock's own cost vanishes.
///   - samples: How many samples the median is taken of.
///   - operation: The operation; its result is kept from being optimized away.
/// - Returns: The median time and the mean number of allocations of one operation.
func measure<Result>(
  _ name: String, batch: Int = 1_000, samples: Int = 101, _ operation: () -> Result
) -> Measurement {
  for _ in 0..<batch { keep(operation()) }
  let before = allocations_so_far()
  for _ in 0..<batch { keep(operation()) }
  let allocations = Double(allocations_so_far() - before) / Double(batch)
  var times: [Double] = []
  for _ in 0..<samples {
    let elapsed = ContinuousClock().measure {
      for _ in 0..<batch { keep(operation()) }
    }
    times.append(elapsed.nanoseconds / Double(batch))
  }
  times.sort()
  return Measurement(name: name, nanoseconds: times[samples / 2], allocations: allocations)
}

/// Uses a value in a way that the optimizer cannot see through.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: Value) {}

extension Duration {
  var nanoseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
