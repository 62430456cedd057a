/// Measures how fast a client reads its responses.
///
/// Bytes count as read when the client's system has acknowledged them, so a client that reads a few
/// bytes at a time is detected even if buffers in between hold the rest.
struct ReadRate {
  /// The number of bytes written to the connection.
  private var bytesWritten = 0
  /// Whether some of them may be unread.
  private var mayBeUnread = false
  /// The number of bytes read when the client last made progress, and the ticks since.
  private var lastBytesRead = 0
  private var stalledTicks = 0
  /// The number of bytes read when the unread ones exceeded the slack, and the ticks since.
  private var startBytesRead = 0
  private var backlogTicks = 0

  /// Whether the client has more unread bytes than the slack.
  var hasBacklog: Bool { backlogTicks > 0 }

  /// Records written bytes.
  mutating func recordWrite(_ count: Int) {
    guard count > 0 else { return }
    bytesWritten += count
    mayBeUnread = true
  }

  /// Counts a tick; returns whether the client reads more slowly than it must.
  ///
  /// `unread` returns the number of unread bytes; it is called only if there may be any.
  mutating func tick(_ limits: TickLimits, unread count: () -> Int) -> Bool {
    guard mayBeUnread else { return false }
    let unread = count()
    guard unread > 0 else {
      self = ReadRate()
      return false
    }
    let read = bytesWritten - unread
    if read != lastBytesRead {
      lastBytesRead = read
      stalledTicks = 0
    } else {
      stalledTicks += 1
      if stalledTicks > limits.stall { return true }
    }
    // For a few unread bytes, only the limit without progress applies.
    guard unread > limits.responseSlack else {
      backlogTicks = 0
      return false
    }
    if backlogTicks == 0 { startBytesRead = read }
    backlogTicks += 1
    let required = Double(max(0, backlogTicks - limits.responseGrace)) * limits.responseRate
    return Double(read - startBytesRead) < required
  }
}
