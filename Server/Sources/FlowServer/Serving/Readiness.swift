package import FlowStore

/// Whether the server is ready, checked at most once a second for each kind of operation.
///
/// Anyone may ask, so a check must be cheap: it writes nothing, and requests in the same second
/// share one check.
package actor Readiness {
  /// A kind of operation that the server must be ready for.
  enum Operation: Hashable, Sendable {
    case read
    case write
  }

  private struct Check {
    let second: Int
    let result: Task<StoreError?, Never>
  }

  private let store: any Store
  private let clock: @Sendable () -> Int
  private var checks: [Operation: Check] = [:]

  package init(store: any Store, clock: @escaping @Sendable () -> Int) {
    self.store = store
    self.clock = clock
  }

  /// Throws the reason why the server is not ready for the operation.
  func check(_ operation: Operation) async throws(StoreError) {
    if let error = await result(of: operation) { throw error }
  }

  private func result(of operation: Operation) async -> StoreError? {
    let now = clock()
    if let cached = checks[operation], cached.second == now { return await cached.result.value }
    let check = Check(
      second: now,
      result: Task { [store] in
        do throws(StoreError) {
          switch operation {
          case .read: try await store.check()
          case .write: try await store.checkWritable()
          }
          return nil
        } catch {
          return error
        }
      })
    checks[operation] = check
    return await check.result.value
  }
}
