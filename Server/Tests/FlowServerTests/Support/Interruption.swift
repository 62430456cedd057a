import Accounts
import NIOConcurrencyHelpers

/// An action that a test runs once in the middle of a request, to simulate a race.
final class Interruption: Sendable {
  private let pendingAction = NIOLockedValueBox<(@Sendable () async -> Void)?>(nil)

  /// Sets the action that the next `run()` performs.
  func once(_ action: @escaping @Sendable () async -> Void) {
    pendingAction.withLockedValue { $0 = action }
  }

  /// Runs the action, if there is one.
  func run() async {
    let action = pendingAction.withLockedValue { pendingAction in
      defer { pendingAction = nil }
      return pendingAction
    }
    await action?()
  }
}

/// A store of accounts whose next change can be interrupted just before it begins.
final class InterruptibleAccountStore: AccountStore {
  let beforeChange = Interruption()
  private let store: any AccountStore

  init(_ store: any AccountStore) { self.store = store }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountReader) throws -> Value
  ) async throws -> Value { try await store.read(body) }

  func change<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountWriter) throws -> Value
  ) async throws -> Value {
    await beforeChange.run()
    return try await store.change(body)
  }
}
