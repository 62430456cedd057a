import NIOPosix

#if canImport(Glibc)
  import Glibc
#endif

/// The threads on which requests parse documents and manifests.
///
/// A document of 16 MiB takes a second to parse. On the threads that serve all requests, two such
/// requests would keep everyone from signing in and publishing.
package enum DocumentExecutor {
  /// Runs a request's work on these threads; before macOS 15, on those of the caller.
  package static func run<Value: Sendable>(
    _ body: @escaping @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    guard #available(macOS 15, *) else { return try await body() }
    return try await withTaskExecutorPreference(Executor.shared) {
      try await runConcurrently(body)
    }
  }

  // NB: this function and the body are `@concurrent`; otherwise they would run on the caller's
  // executor instead of the preferred one.
  @concurrent private static func runConcurrently<Value: Sendable>(
    _ body: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    try await body()
  }

  @available(macOS 15, *)
  private final class Executor: TaskExecutor {
    static let shared = Executor()
    private let pool = NIOThreadPool(numberOfThreads: 8)

    private init() { pool.start() }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      pool.submit { [self] _ in
        Self.lowerPriority()
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }

    /// Lowers the thread's priority below that of the threads that serve requests.
    private static func lowerPriority() {
      // NB: on Linux, this affects only the calling thread.
      #if canImport(Glibc)
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
      #endif
    }
  }
}
