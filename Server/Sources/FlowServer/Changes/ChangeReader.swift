import NIOConcurrencyHelpers
import NIOCore

/// What waits for one stream.
///
/// For a slow reader the newest state of each thing waits and no more. Steps cannot be left out:
/// if too many of them wait, the stream ends, and the reader begins anew with the whole state.
package final class ChangeReader: Sendable {
  /// How much may wait.
  private static let mostEvents = 1024
  private static let mostBytes = 8 << 20

  private struct Waiting {
    var events: [ChangeEvent] = []
    var bytes = 0
    var isBeatDue = false
    var isOverrun = false
  }

  /// What a reader finds when it is woken.
  package struct Delivery: Sendable {
    package let events: [ChangeEvent]
    /// Whether the reader's rights are to be looked at, and a sign of life to be sent.
    let isBeatDue: Bool
    /// Whether it was so slow that it must begin anew.
    package let isOverrun: Bool
  }

  /// Once for everything that came since the last time; ends when nothing more will come.
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
      guard waiting.events.count > Self.mostEvents || waiting.bytes > Self.mostBytes else { return }
      waiting = Waiting(isBeatDue: waiting.isBeatDue, isOverrun: true)
    }
    waker.yield()
  }

  /// Asks the stream to look whether its reader may still see the application.
  func beat() {
    waiting.withLockedValue { $0.isBeatDue = true }
    waker.yield()
  }

  /// Takes everything that waits.
  package func take() -> Delivery {
    waiting.withLockedValue { waiting in
      defer { waiting = Waiting(isOverrun: waiting.isOverrun) }
      return Delivery(
        events: waiting.events, isBeatDue: waiting.isBeatDue, isOverrun: waiting.isOverrun)
    }
  }

  /// Nothing more will come.
  func finish() { waker.finish() }
}
