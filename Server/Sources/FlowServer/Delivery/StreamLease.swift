import NIOConcurrencyHelpers
import NIOCore

/// One stream of a route, counted against the limits of open streams until the lease ends or is
/// deallocated.
package final class StreamLease: Sendable {
  /// The time for which a reader that has lost access may read the end of its stream.
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
  deinit { end() }

  /// Ends the lease, so that the stream no longer counts.
  func end() {
    continuation.finish()
    release.withLockedValue { release in
      defer { release = nil }
      return release
    }?()
  }

  /// Checks access whenever rights have changed, and from time to time, until the lease ends.
  ///
  /// - Parameters:
  ///   - right: Whether the reader still has access.
  ///   - connection: Closed if the reader does not read the end of its stream in time.
  ///   - onLoss: Ends the stream gracefully.
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
