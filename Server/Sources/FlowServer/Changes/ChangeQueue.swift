import NIOConcurrencyHelpers
import NIOCore

/// The queue of one stream.
///
/// For a slow reader, only the newest state of each subject is queued. Incremental events cannot be
/// dropped: if too many are queued, the stream ends, and the reader reconnects and starts with the
/// whole state.
package final class ChangeQueue: Sendable {
  /// The maximum number of queued events.
  private static let maximumEvents = 1024
  /// The maximum size of all queued events, in bytes.
  private static let maximumBytes = 8 << 20

  private struct Queue {
    var events: [ChangeEvent] = []
    var bytes = 0
    var isHeartbeatDue = false
    var hasOverflowed = false
  }

  /// The events to send when the stream is woken.
  package struct Delivery: Sendable {
    package let events: [ChangeEvent]
    /// Whether a heartbeat must be sent.
    let isHeartbeatDue: Bool
    /// Whether the reader was too slow and must reconnect.
    package let hasOverflowed: Bool
  }

  /// Yields once for all events since the last time; finishes with the stream.
  package let wakeSignals: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation
  private let queue = NIOLockedValueBox(Queue())

  init() {
    (wakeSignals, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func enqueue(_ event: ChangeEvent) {
    queue.withLockedValue { queue in
      guard !queue.hasOverflowed else { return }
      if let key = event.coalescingKey,
        let index = queue.events.firstIndex(where: { $0.coalescingKey == key })
      {
        queue.bytes -= queue.events.remove(at: index).bytes.readableBytes
      }
      queue.events.append(event)
      queue.bytes += event.bytes.readableBytes
      guard queue.events.count > Self.maximumEvents || queue.bytes > Self.maximumBytes else {
        return
      }
      queue = Queue(isHeartbeatDue: queue.isHeartbeatDue, hasOverflowed: true)
    }
    waker.yield()
  }

  /// Makes the stream send a heartbeat.
  func sendHeartbeat() {
    queue.withLockedValue { $0.isHeartbeatDue = true }
    waker.yield()
  }

  /// Removes and returns everything that is queued.
  package func drain() -> Delivery {
    queue.withLockedValue { queue in
      defer { queue = Queue(hasOverflowed: queue.hasOverflowed) }
      return Delivery(
        events: queue.events, isHeartbeatDue: queue.isHeartbeatDue,
        hasOverflowed: queue.hasOverflowed)
    }
  }

  /// Finishes the queue.
  func finish() { waker.finish() }
}
