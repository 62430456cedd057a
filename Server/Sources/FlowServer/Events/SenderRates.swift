/// Token buckets of senders, refilled at a rate; each request takes its cost.
///
/// At most `capacity` senders are tracked. When there is no room, those with a full bucket are
/// dropped, which changes nothing for them; if there are none, new senders share one bucket, so
/// that spoofed addresses neither use more memory nor get through.
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

  /// The number of tracked senders.
  var count: Int { buckets.count }

  /// Returns the number of seconds that a sender must wait before a request; 0 if it need not.
  mutating func delay(of sender: String, bytes: Int, at now: Int) -> Int {
    let bucket = self.bucket(of: place(of: sender, at: now), at: now)
    var seconds = 0.0
    if rate.requests > 0, bucket.requests < 1 {
      seconds = (1 - bucket.requests) / Double(rate.requests)
    }
    // A request larger than the bucket is allowed when the bucket is full.
    let needed = min(Double(bytes), Double(rate.bytes * rate.burst))
    if rate.bytes > 0, bucket.bytes < needed {
      seconds = max(seconds, (needed - bucket.bytes) / Double(rate.bytes))
    }
    return Int(seconds.rounded(.up))
  }

  /// Takes the cost of a request.
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
    // A clock that was set back refills nothing.
    let passed = Double(max(0, now - known.second))
    return Bucket(
      requests: min(most.requests, known.requests + passed * Double(rate.requests)),
      bytes: min(most.bytes, known.bytes + passed * Double(rate.bytes)), second: now)
  }

  /// The sender's own bucket, or the shared one if there is no room.
  private mutating func place(of sender: String, at now: Int) -> String {
    guard buckets[sender] == nil, buckets.count >= capacity else { return sender }
    if swept != now {
      swept = now
      // A full bucket is equivalent to none.
      buckets = buckets.filter { now - $0.value.second < rate.burst }
    }
    return buckets.count < capacity ? sender : ""
  }
}
