import NIOConcurrencyHelpers
import NIOCore

/// The queue of one stream.
///
/// For a slow reader, only the newest state of each subject is queued. Incremental events cannot be
/// dropped: if too many are queued, the stream ends, and the reader reconnects and starts with the
/// whole state.
package final class ChangeReader: Sendable {
  /// The limits of the queue.
  private static let maximumEvents = 1024
  private static let maximumBytes = 8 << 20

  private struct Waiting {
    var events: [ChangeEvent] = []
    var bytes = 0
    var isBeatDue = false
    var isOverrun = false
  }

  /// The events to send when the stream is woken.
  package struct Delivery: Sendable {
    package let events: [ChangeEvent]
    /// Whether a heartbeat is to be sent.
    let isBeatDue: Bool
    /// Whether the reader was too slow and must reconnect.
    package let isOverrun: Bool
  }

  /// Yields once for all events since the last time; finishes with the stream.
  package let wakes: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation
  private let waiting = NIOLockedValueBox(Waiting())

  init() {
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func put(_ event: ChangeEvent) {
    waiting.withLockedValue { waiting in
      guard !waiting.isOverrun else { return }
      if let slot = event.slot, let index = waiting.events.firstIndex(where: { $0.slot == slot }) {
        waiting.bytes -= waiting.events.remove(at: index).bytes.readableBytes
      }
      waiting.events.append(event)
      waiting.bytes += event.bytes.readableBytes
      guard waiting.events.count > Self.maximumEvents || waiting.bytes > Self.maximumBytes else {
        return
      }
      waiting = Waiting(isBeatDue: waiting.isBeatDue, isOverrun: true)
    }
    waker.yield()
  }

  /// Makes the stream send a heartbeat.
  func sendHeartbeat() {
    waiting.withLockedValue { $0.isBeatDue = true }
    waker.yield()
  }

  /// Removes and returns everything that is queued.
  package func take() -> Delivery {
    waiting.withLockedValue { waiting in
      defer { waiting = Waiting(isOverrun: waiting.isOverrun) }
      return Delivery(
        events: waiting.events, isBeatDue: waiting.isBeatDue, isOverrun: waiting.isOverrun)
    }
  }

  /// Finishes the queue.
  func finish() { waker.finish() }
}
