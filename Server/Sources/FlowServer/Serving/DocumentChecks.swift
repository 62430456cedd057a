import HTTPTypes
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(Glibc)
  import Glibc
#endif

/// Verifies and compares documents on threads of their own, one at a time for each organization.
///
/// A document may take long: its cost is its writer's choice. On the threads that serve requests,
/// two such documents would keep everyone from signing in and publishing. Here they keep their own
/// organization waiting, and the system shares the processor among the threads.
package final class DocumentChecks: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    /// By organization: the jobs that wait, the oldest first.
    var waiting: [String: [Job]] = [:]
    /// By organization: the number of jobs that wait or run.
    var counts: [String: Int] = [:]
    var running: Set<String> = []
  }

  /// The most organizations whose documents are checked at the same time.
  private static let threads = 16
  /// NB: shared by all servers of a process, so that those of tests have no threads each.
  private static let pool: NIOThreadPool = {
    let pool = NIOThreadPool(numberOfThreads: threads)
    pool.start()
    return pool
  }()

  /// The most checks of one organization that wait or run.
  private let most: Int
  private let state = NIOLockedValueBox(State())

  package init(most: Int = 32) { self.most = most }

  /// Runs a check when those of the organization before it are done.
  ///
  /// It runs to its end even if the caller is cancelled.
  ///
  /// - Parameters:
  ///   - organization: The organization whose turn it takes.
  ///   - check: Reads, verifies or compares documents.
  /// - Returns: The result of the check.
  /// - Throws: `too-many-documents` if too many wait; any error thrown by the check.
  package func run<Value: Sendable>(
    for organization: String, _ check: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = add(organization) { continuation.resume(with: Result { try check() }) }
      if !isTaken { continuation.resume(throwing: Self.refusal) }
    }
  }

  /// The number of an organization's checks that wait or run.
  package func count(of organization: String) -> Int {
    state.withLockedValue { $0.counts[organization] ?? 0 }
  }

  private func add(_ organization: String, _ job: @escaping Job) -> Bool {
    let (isTaken, isFirst) = state.withLockedValue { state -> (Bool, Bool) in
      guard state.counts[organization, default: 0] < most else { return (false, false) }
      state.counts[organization, default: 0] += 1
      state.waiting[organization, default: []].append(job)
      return (true, state.running.insert(organization).inserted)
    }
    if isFirst { submit(organization) }
    return isTaken
  }

  // NB: one job at a time, so that organizations take turns where there are more than threads.
  private func submit(_ organization: String) {
    Self.pool.submit { [self] _ in
      Self.yieldToOthers()
      state.withLockedValue { $0.waiting[organization]?.removeFirst() }?()
      if finish(organization) { submit(organization) }
    }
  }

  /// Counts a job as done; whether another one waits.
  private func finish(_ organization: String) -> Bool {
    state.withLockedValue { state in
      let left = (state.counts[organization] ?? 1) - 1
      state.counts[organization] = left > 0 ? left : nil
      if left == 0 {
        state.waiting[organization] = nil
        state.running.remove(organization)
      }
      return left > 0
    }
  }

  private static let refusal = Problem(
    .tooManyDocuments,
    "As many documents of the organization are being checked as may be at a time. Send the request "
      + "again.", headers: [.retryAfter: "5"])

  /// Lets threads that serve requests go first.
  private static func yieldToOthers() {
    // NB: on Linux, this is about the calling thread only.
    #if canImport(Glibc)
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }
}
