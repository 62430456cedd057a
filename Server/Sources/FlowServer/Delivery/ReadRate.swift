/// Measures how fast a client reads its responses.
///
/// Bytes count as read when the client's system has acknowledged them, so trickling single bytes is
/// noticed whatever the buffers in between hold.
struct ReadRate {
  /// The number of bytes written to the connection.
  private var written = 0
  /// Whether some of them may be unread.
  private var isOpen = false
  /// The number of bytes read when the client last made progress, and the ticks since.
  private var taken = 0
  private var stalledTicks = 0
  /// The number of bytes read when the unread ones exceeded the slack, and the ticks since.
  private var start = 0
  private var ticks = 0

  /// Whether the client has many unread bytes.
  var isBusy: Bool { ticks > 0 }

  /// Records written bytes.
  mutating func wrote(_ count: Int) {
    guard count > 0 else { return }
    written += count
    isOpen = true
  }

  /// Called once per tick: whether the client reads more slowly than it must.
  ///
  /// `unread` returns the number of unread bytes; it is called only if there may be any.
  mutating func isTooSlow(_ limits: TickLimits, unread count: () -> Int) -> Bool {
    guard isOpen else { return false }
    let unread = count()
    guard unread > 0 else {
      self = ReadRate()
      return false
    }
    let now = written - unread
    if now != taken {
      taken = now
      stalledTicks = 0
    } else {
      stalledTicks += 1
      if stalledTicks > limits.stall { return true }
    }
    // For a few unread bytes, only the limit without progress applies.
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
