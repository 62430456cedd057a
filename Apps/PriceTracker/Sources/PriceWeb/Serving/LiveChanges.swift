import NIOConcurrencyHelpers

/// Forwards change notifications to a flow host that is created later.
final class LiveChanges: Sendable {
  private let listener = NIOLockedValueBox<(@Sendable () -> Void)?>(nil)

  func setListener(_ listener: @escaping @Sendable () -> Void) {
    self.listener.withLockedValue { $0 = listener }
  }

  func notify() { listener.withLockedValue { $0 }?() }
}
