import Atomics
import NIOCore

/// A histogram of durations on one event loop: written only by that loop, read by any thread.
final class LoopHistogram: Sendable {
  /// The upper bounds of the buckets, in microseconds.
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

/// The histogram of durations on all event loops.
package struct DeliveryLatency: Sendable, Equatable {
  /// The number of values in each bucket; the last counts those above all bounds.
  package fileprivate(set) var buckets = [Int](repeating: 0, count: LoopHistogram.bounds.count + 1)
  /// The sum of the values, in microseconds.
  package fileprivate(set) var microseconds = 0

  /// The number of values.
  package var count: Int { buckets.reduce(0, +) }

  /// Writes it as a histogram in the Prometheus text format.
  func write(_ name: String, _ help: String, to text: inout PrometheusText) {
    text.writeHeader(name, "histogram", help)
    var total = 0
    for (bound, count) in zip(LoopHistogram.bounds, buckets) {
      total += count
      text.writeSample(name + "_bucket", "{le=\"\(Double(bound) / 1_000_000)\"}", "\(total)")
    }
    text.writeSample(name + "_bucket", "{le=\"+Inf\"}", "\(count)")
    text.writeSample(name + "_sum", "", "\(Double(microseconds) / 1_000_000)")
    text.writeSample(name + "_count", "", "\(count)")
  }
}
