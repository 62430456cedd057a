/// The pace at which a client takes what it was sent.
///
/// Taken is what its system has acknowledged, so a single byte now and then counts as a single
/// byte, whatever the buffers in between have room for.
struct ReadingPace {
  /// Bytes written to the connection so far.
  private var written = 0
  /// Some of them may not have been taken yet.
  private var isOpen = false
  /// The bytes taken when the client last made progress, and the ticks since.
  private var taken = 0
  private var stillTicks = 0
  /// The bytes taken when much became unread, and the ticks since.
  private var start = 0
  private var ticks = 0

  /// Whether the client has much left to take.
  var isBusy: Bool { ticks > 0 }

  /// Notes bytes that were written.
  mutating func wrote(_ count: Int) {
    guard count > 0 else { return }
    written += count
    isOpen = true
  }

  /// Called once a tick: whether the client takes its bytes slower than it must.
  ///
  /// `unread` counts the bytes that it has not taken; it is asked for only if there may be some.
  mutating func isTooSlow(_ limits: TickLimits, unread count: () -> Int) -> Bool {
    guard isOpen else { return false }
    let unread = count()
    guard unread > 0 else {
      self = ReadingPace()
      return false
    }
    let now = written - unread
    if now != taken {
      taken = now
      stillTicks = 0
    } else {
      stillTicks += 1
      if stillTicks > limits.stall { return true }
    }
    // A small remainder has only the limit without progress, and no minimum rate.
    guard unread > limits.responseSlack else {
      ticks = 0
      return false
    }
    if ticks == 0 { start = now }
    ticks += 1
    let paced = Double(max(0, ticks - limits.responseGrace)) * limits.responseRate
    return Double(now - start) < paced
  }
}
