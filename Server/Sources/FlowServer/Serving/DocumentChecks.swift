import HTTPTypes
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(Glibc)
  import Glibc
#endif

/// Verifies and compares documents on separate threads, one at a time for each organization.
///
/// The author of a document determines how expensive it is. On the threads that serve requests, two
/// expensive documents would keep everyone from signing in and publishing. Here they delay only
/// their own organization, and the system schedules the threads fairly.
package final class DocumentChecks: Sendable {
  /// A queued check; `run` performs it or, with `isDropped`, reports that it was dropped.
  fileprivate typealias Job = (
    number: Int, isUrgent: Bool, run: @Sendable (_ isDropped: Bool) -> Void
  )

  fileprivate struct State {
    /// The queued jobs of each organization: urgent ones first, and of each kind the oldest first.
    var queued: [String: [Job]] = [:]
    /// The number of queued and running jobs by organization.
    var counts: [String: Int] = [:]
    /// The organizations whose jobs a thread is processing.
    var running: Set<String> = []
    var lastNumber = 0
  }

  /// The maximum number of organizations whose documents are checked concurrently.
  private static let threads = 16
  /// NB: shared by all servers of a process, so that servers in tests do not each start threads.
  private static let pool: NIOThreadPool = {
    let pool = NIOThreadPool(numberOfThreads: threads)
    pool.start()
    return pool
  }()

  /// The maximum number of queued and running checks of one organization.
  private let limit: Int
  private let state = NIOLockedValueBox(State())

  package init(limit: Int = 32) { self.limit = limit }

  /// Runs a check after the earlier ones of its organization; an urgent one only after urgent ones
  /// and the one that is running.
  ///
  /// It is dropped if the client disconnects before it has started; once started, it runs to
  /// completion even if the caller is cancelled.
  ///
  /// - Parameters:
  ///   - organization: The organization whose queue it waits in.
  ///   - isUrgent: Whether the check decides what is live.
  ///   - check: Reads, verifies or compares documents.
  /// - Returns: The result of the check.
  /// - Throws: `too-many-documents` if too many are queued; `client-closed` if it was dropped; any
  ///   error thrown by the check.
  package func run<Value: Sendable>(
    for organization: String, isUrgent: Bool = false,
    _ check: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let client = ClientConnectionState.current
    var disconnectAction = 0
    defer { client?.removeAction(disconnectAction) }
    return try await withCheckedThrowingContinuation { continuation in
      let number = add(organization, isUrgent) { isDropped in
        continuation.resume(
          with: Result {
            if isDropped { throw ClientConnectionState.closedProblem }
            return try check()
          })
      }
      guard let number else { return continuation.resume(throwing: Self.refusal) }
      disconnectAction = client?.onDisconnect { [self] in drop(number, organization) } ?? 0
    }
  }

  /// The number of an organization's queued and running checks.
  package func count(of organization: String) -> Int {
    state.withLockedValue { $0.counts[organization] ?? 0 }
  }

  /// Returns the number of the job; nil if it is refused.
  private func add(
    _ organization: String, _ isUrgent: Bool,
    _ run: @escaping @Sendable (_ isDropped: Bool) -> Void
  ) -> Int? {
    let (number, isFirst) = state.withLockedValue { state -> (Int?, Bool) in
      guard state.counts[organization, default: 0] < limit else { return (nil, false) }
      state.lastNumber += 1
      state.counts[organization, default: 0] += 1
      let queued = state.queued[organization, default: []]
      let index = isUrgent ? queued.prefix { $0.isUrgent }.count : queued.count
      state.queued[organization, default: []].insert((state.lastNumber, isUrgent, run), at: index)
      return (state.lastNumber, state.running.insert(organization).inserted)
    }
    if isFirst { submit(organization) }
    return number
  }

  // NB: submits one job at a time, so that organizations alternate if there are more of them than
  // threads.
  private func submit(_ organization: String) {
    Self.pool.submit { [self] _ in
      Self.lowerPriority()
      guard let job = takeNext(organization) else { return }
      job.run(false)
      state.withLockedValue { $0.finish(organization) }
      submit(organization)
    }
  }

  /// Takes the next job; if there is none, frees the organization's thread.
  private func takeNext(_ organization: String) -> Job? {
    state.withLockedValue { state in
      guard state.queued[organization]?.isEmpty == false else {
        state.queued[organization] = nil
        state.running.remove(organization)
        return nil
      }
      return state.queued[organization]?.removeFirst()
    }
  }

  /// Drops a job that has not started.
  private func drop(_ number: Int, _ organization: String) {
    let dropped = state.withLockedValue { state -> Job? in
      guard let index = state.queued[organization]?.firstIndex(where: { $0.number == number })
      else { return nil }
      state.finish(organization)
      return state.queued[organization]?.remove(at: index)
    }
    dropped?.run(true)
  }

  private static let refusal = Problem(
    .tooManyDocuments,
    "Too many documents of the organization are being verified at the same time. Send the request "
      + "again.", headers: [.retryAfter: "5"])

  /// Lowers the thread's priority below that of the threads that serve requests.
  private static func lowerPriority() {
    // NB: on Linux, this affects only the calling thread.
    #if canImport(Glibc)
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }
}

extension DocumentChecks.State {
  /// Counts a job as finished.
  fileprivate mutating func finish(_ organization: String) {
    let remaining = (counts[organization] ?? 1) - 1
    counts[organization] = remaining > 0 ? remaining : nil
  }
}
