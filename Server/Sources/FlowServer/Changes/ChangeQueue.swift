import NIOConcurrencyHelpers
import NIOCore

/// The queue of one stream.
///
/// For a slow reader, only the newest state of each subject is queued. Incremental events cannot be
/// dropped: if too many are queued, the stream ends, and the reader reconnects and starts with the
/// whole state.
package final class ChangeQueue: Sendable {
  /// The limits of the queue.
  private static let maximumEvents = 1024
  private static let maximumBytes = 8 << 20

  private struct Queue {
    var events: [ChangeEvent] = []
    var bytes = 0
    var isHeartbeatDue = false
    var isOverrun = false
  }

  /// The events to send when the stream is woken.
  package struct Delivery: Sendable {
    package let events: [ChangeEvent]
    /// Whether a heartbeat must be sent.
    let isHeartbeatDue: Bool
    /// Whether the reader was too slow and must reconnect.
    package let isOverrun: Bool
  }

  /// Yields once for all events since the last time; finishes with the stream.
  package let wakes: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation
  private let queue = NIOLockedValueBox(Queue())

  init() {
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func put(_ event: ChangeEvent) {
    queue.withLockedValue { queue in
      guard !queue.isOverrun else { return }
      if let slot = event.slot, let index = queue.events.firstIndex(where: { $0.slot == slot }) {
        queue.bytes -= queue.events.remove(at: index).bytes.readableBytes
      }
      queue.events.append(event)
      queue.bytes += event.bytes.readableBytes
      guard queue.events.count > Self.maximumEvents || queue.bytes > Self.maximumBytes else {
        return
      }
      queue = Queue(isHeartbeatDue: queue.isHeartbeatDue, isOverrun: true)
    }
    waker.yield()
  }

  /// Makes the stream send a heartbeat.
  func sendHeartbeat() {
    queue.withLockedValue { $0.isHeartbeatDue = true }
    waker.yield()
  }

  /// Removes and returns everything that is queued.
  package func take() -> Delivery {
    queue.withLockedValue { queue in
      defer { queue = Queue(isOverrun: queue.isOverrun) }
      return Delivery(
        events: queue.events, isHeartbeatDue: queue.isHeartbeatDue, isOverrun: queue.isOverrun)
    }
  }

  /// Finishes the queue.
  func finish() { waker.finish() }
}
