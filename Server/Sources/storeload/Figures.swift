/// What a measurement found, in one line.
struct Figures: CustomStringConvertible {
  let what: String
  let times: [Duration]
  let spent: Duration
  /// How many units one call carries.
  let each: Int
  let unit: String

  var description: String {
    let seconds = spent / .seconds(1)
    let rate = Int(Double(times.count * each) / seconds)
    return "\(rate) \(unit)/s durable: \(times.count) \(what) in \(rounded(seconds)) s; "
      + "each waits \(milliseconds(at: 0.5)) ms at the median, \(milliseconds(at: 0.99)) ms at p99"
  }

  private func milliseconds(at part: Double) -> String {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return "-" }
    return rounded(sorted[Int(Double(sorted.count - 1) * part)] / .milliseconds(1))
  }

  private func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
