import Atomics
import NIOCore

/// Durations on one event loop, by buckets: written by that loop only, read by anyone.
final class LoopHistogram: Sendable {
  /// Upper bounds in microseconds.
  static let bounds = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 250_000, 1_000_000]

  private let buckets = (0...bounds.count).map { _ in ManagedAtomic(0) }
  private let microseconds = ManagedAtomic(0)

  /// NB: a load and a store, not an atomic addition: there is one writer.
  func add(_ duration: TimeAmount) {
    let value = Int(duration.nanoseconds / 1000)
    let bucket = buckets[Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count]
    bucket.store(bucket.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    microseconds.store(microseconds.load(ordering: .relaxed) &+ value, ordering: .relaxed)
  }

  func add(to counts: inout DeliveryLatency) {
    for (index, bucket) in buckets.enumerated() {
      counts.buckets[index] += bucket.load(ordering: .relaxed)
    }
    counts.microseconds += microseconds.load(ordering: .relaxed)
  }
}

/// The durations of all event loops.
package struct DeliveryLatency: Sendable, Equatable {
  /// The number of values within each bound and over the one before; the last is over all.
  package fileprivate(set) var buckets = [Int](repeating: 0, count: LoopHistogram.bounds.count + 1)
  /// Their sum.
  package fileprivate(set) var microseconds = 0

  /// The number of values.
  package var count: Int { buckets.reduce(0, +) }

  /// As a histogram in Prometheus' text format.
  func write(_ name: String, _ help: String, to text: inout PrometheusText) {
    text.head(name, "histogram", help)
    var total = 0
    for (bound, count) in zip(LoopHistogram.bounds, buckets) {
      total += count
      text.line(name + "_bucket", "{le=\"\(Double(bound) / 1_000_000)\"}", "\(total)")
    }
    text.line(name + "_bucket", "{le=\"+Inf\"}", "\(count)")
    text.line(name + "_sum", "", "\(Double(microseconds) / 1_000_000)")
    text.line(name + "_count", "", "\(count)")
  }
}
