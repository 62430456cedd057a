import NIOConcurrencyHelpers
import NIOCore

/// The lease of a route's stream, which counts against the limits of open streams until the lease
/// ends or is deallocated.
package final class StreamLease: Sendable {
  /// The time in which a reader that has lost access must read the end of its stream.
  private static let closeTimeout = TimeAmount.milliseconds(500)

  private let rechecks: AsyncStream<Void>
  private let checkInterval: Duration?
  private let continuation: AsyncStream<Void>.Continuation
  private let onEnd: NIOLockedValueBox<(@Sendable () -> Void)?>

  init(
    rechecks: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation,
    checkInterval: Duration?, onEnd: @escaping @Sendable () -> Void
  ) {
    self.rechecks = rechecks
    self.continuation = continuation
    self.checkInterval = checkInterval
    self.onEnd = NIOLockedValueBox(onEnd)
  }

  // NB: a response to HEAD is dropped with its stream unread, and so is one whose client has
  // disconnected.
  deinit { end() }

  /// Ends the lease, so that the stream no longer counts.
  func end() {
    continuation.finish()
    onEnd.withLockedValue { onEnd in
      defer { onEnd = nil }
      return onEnd
    }?()
  }

  /// Checks access when permissions change, and periodically, until the lease ends.
  ///
  /// - Returns: The task, which must be cancelled when the stream ends.
  func startAccessChecks(
    _ access: AccessRecheck, _ connection: any Channel, onLoss: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    let rechecks = rechecks
    return Task { [continuation, checkInterval] in
      await withDiscardingTaskGroup { group in
        if let checkInterval {
          group.addTask {
            while (try? await Task.sleep(for: checkInterval)) != nil { continuation.yield() }
          }
        }
        for await _ in rechecks where await !access.isStillAuthorized() {
          onLoss()
          connection.eventLoop.scheduleTask(in: Self.closeTimeout) {
            connection.close(promise: nil)
          }
          break
        }
        group.cancelAll()
      }
    }
  }
}
