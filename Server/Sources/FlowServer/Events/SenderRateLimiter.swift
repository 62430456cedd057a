/// Limits the rates of senders with token buckets; each request takes its cost.
///
/// At most `capacity` senders are tracked, as `SenderTable` describes. When the table is full,
/// senders with a full bucket are dropped, which changes nothing for them. A bucket may owe as much
/// as it can hold, so a sender waits for at most two bursts.
struct SenderRateLimiter: Sendable {
  private struct Bucket: Sendable {
    var requests: Double
    var bytes: Double
    /// The time of the last refill.
    var second: Int

    /// Creates a full bucket.
    init(_ rate: IntakeLimits.Rate, at now: Int) {
      requests = rate.maximumRequests
      bytes = rate.maximumBytes
      second = now
    }

    mutating func refill(_ rate: IntakeLimits.Rate, at now: Int) {
      // A clock that was set back refills nothing, and counts from there.
      let passed = Double(max(0, now - second))
      requests = min(rate.maximumRequests, requests + passed * Double(rate.requests))
      bytes = min(rate.maximumBytes, bytes + passed * Double(rate.bytes))
      second = now
    }

    /// Whether the bucket will be full at this time; a full one is equivalent to none.
    func isFull(_ rate: IntakeLimits.Rate, at now: Int) -> Bool {
      var bucket = self
      bucket.refill(rate, at: now)
      return bucket.requests >= rate.maximumRequests && bucket.bytes >= rate.maximumBytes
    }
  }

  private let rate: IntakeLimits.Rate
  private var table: SenderTable<Bucket>
  private var lastSweep = Int.min

  init(_ rate: IntakeLimits.Rate, capacity: Int) {
    self.rate = rate
    table = SenderTable(capacity: capacity)
  }

  /// The number of tracked senders.
  var count: Int { table.count }

  /// Returns the number of seconds that a sender must wait before a request; 0 if it need not.
  mutating func delay(of sender: IntakeSender, bytes: Int, at now: Int) -> Int {
    let bucket = bucket(of: sender, at: now)
    var seconds = 0.0
    if rate.requests > 0, bucket.requests < 1 {
      seconds = (1 - bucket.requests) / Double(rate.requests)
    }
    // A request larger than the bucket is allowed when the bucket is full.
    let cost = min(Double(bytes), rate.maximumBytes)
    if rate.bytes > 0, bucket.bytes < cost {
      seconds = max(seconds, (cost - bucket.bytes) / Double(rate.bytes))
    }
    return Int(seconds.rounded(.up))
  }

  /// Takes the cost of requests; returns the number of bytes taken, which is lower if the sender
  /// owes the maximum.
  @discardableResult
  mutating func take(_ sender: IntakeSender, requests: Int, bytes: Int, at now: Int) -> Int {
    var bucket = bucket(of: sender, at: now)
    if rate.requests > 0 {
      bucket.requests = max(-rate.maximumRequests, bucket.requests - Double(requests))
    }
    let before = bucket.bytes
    if rate.bytes > 0 { bucket.bytes = max(-rate.maximumBytes, before - Double(bytes)) }
    table.set(bucket, of: sender)
    return Int(before - bucket.bytes)
  }

  /// Refunds bytes that were taken and did not arrive.
  mutating func refund(_ bytes: Int, to sender: IntakeSender) {
    guard bytes > 0, var bucket = table.value(of: sender) else { return }
    bucket.bytes = min(rate.maximumBytes, bucket.bytes + Double(bytes))
    table.set(bucket, of: sender)
  }

  /// The sender's bucket at this time.
  private mutating func bucket(of sender: IntakeSender, at now: Int) -> Bucket {
    evictIfFull(for: sender, at: now)
    guard var bucket = table.value(of: sender) else { return Bucket(rate, at: now) }
    bucket.refill(rate, at: now)
    table.set(bucket, of: sender)
    return bucket
  }

  private mutating func evictIfFull(for sender: IntakeSender, at now: Int) {
    guard table.isFull, !table.contains(sender) else { return }
    if lastSweep != now {
      lastSweep = now
      let rate = rate
      table.removeAll { $0.isFull(rate, at: now) }
    }
    if table.isFull { table.evictOldest(for: sender.organization) }
  }
}

extension IntakeLimits.Rate {
  /// The number of requests in a full bucket.
  fileprivate var maximumRequests: Double { Double(max(1, requests * burst)) }
  /// The number of bytes in a full bucket.
  fileprivate var maximumBytes: Double { Double(bytes * burst) }
}
