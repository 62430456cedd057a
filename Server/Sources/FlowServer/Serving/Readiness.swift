package import FlowStore

/// Whether the server is ready, checked at most once a second for each kind of work.
///
/// Anyone may ask, so a check must be cheap: it writes nothing, and requests in the same second
/// share one check.
package actor Readiness {
  /// A kind of work that the server must be ready for.
  enum Work: Hashable, Sendable {
    case reading
    case writing
  }

  private struct Check {
    let second: Int
    let result: Task<StoreError?, Never>
  }

  private let store: any Store
  private let clock: @Sendable () -> Int
  private var checks: [Work: Check] = [:]

  package init(store: any Store, clock: @escaping @Sendable () -> Int) {
    self.store = store
    self.clock = clock
  }

  /// Throws the reason why the server is not ready for the work.
  func check(_ work: Work) async throws(StoreError) {
    if let error = await result(of: work) { throw error }
  }

  private func result(of work: Work) async -> StoreError? {
    let now = clock()
    if let cached = checks[work], cached.second == now { return await cached.result.value }
    let check = Check(
      second: now,
      result: Task { [store] in
        do throws(StoreError) {
          switch work {
          case .reading: try await store.check()
          case .writing: try await store.checkWritable()
          }
          return nil
        } catch {
          return error
        }
      })
    checks[work] = check
    return await check.result.value
  }
}
