package import FlowStore

/// Whether the server can do its work, found out at most once a second however often it is asked.
///
/// Anyone may ask, so asking must cost nothing: nothing is written, and while one check runs all
/// others wait for its result.
package actor Readiness {
  /// The work that the server must be ready for.
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

  /// Throws why the work cannot be done.
  func check(_ work: Work) async throws(StoreError) {
    if let error = await result(of: work) { throw error }
  }

  private func result(of work: Work) async -> StoreError? {
    let now = clock()
    if let known = checks[work], known.second == now { return await known.result.value }
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
