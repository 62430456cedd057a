/// The result of a measurement as a line of text.
struct Measurement: CustomStringConvertible {
  /// The plural noun for the calls, such as `batches`.
  let calls: String
  let times: [Duration]
  let elapsed: Duration
  /// The number of units in a call.
  let unitsPerCall: Int
  let unit: String

  var description: String {
    let seconds = elapsed / .seconds(1)
    let rate = Int(Double(times.count * unitsPerCall) / seconds)
    return "\(rate) \(unit)/s durable: \(times.count) \(calls) in \(rounded(seconds)) s; "
      + "latency \(milliseconds(at: 0.5)) ms p50, \(milliseconds(at: 0.99)) ms p99"
  }

  private func milliseconds(at quantile: Double) -> String {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return "-" }
    return rounded(sorted[Int(Double(sorted.count - 1) * quantile)] / .milliseconds(1))
  }

  private func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
