import NIOConcurrencyHelpers
import NIOCore

/// The place of one stream of a route among all streams; it is free again when this is left or
/// released.
package final class StreamSeat: Sendable {
  /// How long a reader that has lost access has to take the goodbye before it is cut off.
  private static let patience = TimeAmount.milliseconds(500)

  private let rechecks: AsyncStream<Void>
  private let checkInterval: Duration?
  private let continuation: AsyncStream<Void>.Continuation
  private let release: NIOLockedValueBox<(@Sendable () -> Void)?>

  init(
    rechecks: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation,
    checkInterval: Duration?, release: @escaping @Sendable () -> Void
  ) {
    self.rechecks = rechecks
    self.continuation = continuation
    self.checkInterval = checkInterval
    self.release = NIOLockedValueBox(release)
  }

  // NB: a response to HEAD is dropped with its stream unread, and so is one without a client.
  deinit { leave() }

  /// Gives the place back.
  func leave() {
    continuation.finish()
    release.withLockedValue { release in
      defer { release = nil }
      return release
    }?()
  }

  /// Checks access whenever rights have changed, and from time to time, until the seat is left.
  ///
  /// - Parameters:
  ///   - right: Whether the reader still has access.
  ///   - connection: Cut off if the reader does not take the goodbye.
  ///   - onLoss: Ends the stream in good order.
  /// - Returns: The task that does so; to be cancelled when the stream ends.
  func guarding(
    _ right: AccessRecheck, _ connection: any Channel, onLoss: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    let rechecks = rechecks
    return Task { [continuation, checkInterval] in
      await withDiscardingTaskGroup { group in
        if let checkInterval {
          group.addTask {
            while (try? await Task.sleep(for: checkInterval)) != nil { continuation.yield() }
          }
        }
        for await _ in rechecks where await !right.isStillAuthorized() {
          onLoss()
          connection.eventLoop.scheduleTask(in: Self.patience) { connection.close(promise: nil) }
          break
        }
        group.cancelAll()
      }
    }
  }
}
