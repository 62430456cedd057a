/// Token buckets of senders: each fills at a rate, and a request takes out what it costs.
///
/// At most `capacity` senders are remembered. When there is no room, those who could send a full
/// burst again are forgotten, which changes nothing for them; if everyone is busy, newcomers share
/// one bucket, so that no number of made-up addresses takes more memory or gets through.
struct SenderRates {
  private struct Bucket {
    var requests: Double
    var bytes: Double
    var second: Int
  }

  private let rate: IntakeLimits.Rate
  private let capacity: Int
  private var buckets: [String: Bucket] = [:]
  private var swept = Int.min

  init(_ rate: IntakeLimits.Rate, capacity: Int) {
    self.rate = rate
    self.capacity = capacity
  }

  /// The number of known senders.
  var count: Int { buckets.count }

  /// Returns the seconds that a sender has to wait before it may send this; 0 if it may now.
  mutating func delay(of sender: String, bytes: Int, at now: Int) -> Int {
    let bucket = self.bucket(of: place(of: sender, at: now), at: now)
    var seconds = 0.0
    if rate.requests > 0, bucket.requests < 1 {
      seconds = (1 - bucket.requests) / Double(rate.requests)
    }
    // A request larger than the whole bucket passes when the bucket is full.
    let needed = min(Double(bytes), Double(rate.bytes * rate.burst))
    if rate.bytes > 0, bucket.bytes < needed {
      seconds = max(seconds, (needed - bucket.bytes) / Double(rate.bytes))
    }
    return Int(seconds.rounded(.up))
  }

  /// Takes out what a request costs.
  mutating func take(_ sender: String, bytes: Int, at now: Int) {
    let place = place(of: sender, at: now)
    var bucket = bucket(of: place, at: now)
    bucket.requests -= 1
    bucket.bytes -= Double(bytes)
    buckets[place] = bucket
  }

  private func bucket(of place: String, at now: Int) -> Bucket {
    let most = (
      requests: Double(max(1, rate.requests * rate.burst)), bytes: Double(rate.bytes * rate.burst)
    )
    guard let known = buckets[place] else {
      return Bucket(requests: most.requests, bytes: most.bytes, second: now)
    }
    // A clock that was set back fills nothing.
    let passed = Double(max(0, now - known.second))
    return Bucket(
      requests: min(most.requests, known.requests + passed * Double(rate.requests)),
      bytes: min(most.bytes, known.bytes + passed * Double(rate.bytes)), second: now)
  }

  /// The sender's own place, or the shared one if there is no room.
  private mutating func place(of sender: String, at now: Int) -> String {
    guard buckets[sender] == nil, buckets.count >= capacity else { return sender }
    if swept != now {
      swept = now
      // A full bucket is the same as none.
      buckets = buckets.filter { now - $0.value.second < rate.burst }
    }
    return buckets.count < capacity ? sender : ""
  }
}
