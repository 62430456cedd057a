import Accounts
import NIOConcurrencyHelpers

/// Work that a test runs once in the middle of a request, to simulate a race.
final class Interruption: Sendable {
  private let work = NIOLockedValueBox<(@Sendable () async -> Void)?>(nil)

  /// Sets the work that the next `run()` does.
  func once(_ next: @escaping @Sendable () async -> Void) {
    work.withLockedValue { $0 = next }
  }

  /// Runs the work, if there is any.
  func run() async {
    let next = work.withLockedValue { work in
      defer { work = nil }
      return work
    }
    await next?()
  }
}

/// A store of accounts whose next change can be interrupted just before it begins.
final class InterruptedAccounts: AccountStore {
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
