package import Accounts
package import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Notifies the cache in front of the server of releases that are out of date.
///
/// Publishing never waits for it and never fails because of it: a failed purge is retried a few
/// times and then logged, and the cached copy expires on its own (`ReleaseCaching`).
package final class CachePurger: Service {
  /// The maximum number of attempts for a request.
  package static let maximumAttempts = 6
  /// The maximum number of URLs in a request, which Cloudflare accepts on every plan.
  private static let maximumURLs = 30
  /// The maximum number of concurrent requests if each release needs its own.
  private static let maximumConcurrentRequests = 8

  /// The counts of purges since the start, and of those that are pending.
  package struct Counts: Sendable, Equatable {
    /// The releases that were purged, and those that could not be.
    package var succeeded = 0
    package var failed = 0
    /// The repeated requests, each for one release or for a list.
    package var retries = 0
    /// The queued releases, without those being purged.
    package var pending = 0
  }

  private struct State {
    var isRunning = false
    var pending: [String] = []
    var counts = Counts()
  }

  private let settings: PurgeSettings
  private let fetcher: any HTTPFetcher
  private let logger: Logger
  private let wait: @Sendable (Duration) async throws -> Void
  private let state = NIOLockedValueBox(State())
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  /// Creates a purger; `wait` waits before a retry.
  package init(
    _ settings: PurgeSettings,
    fetcher: any HTTPFetcher = URLSessionFetcher(timeout: 5, allowsPlainHTTP: true),
    logger: Logger,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.settings = settings
    self.fetcher = fetcher
    self.logger = logger
    self.wait = wait
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Whether `run` is in progress; nothing is queued otherwise.
  package var isRunning: Bool { state.withLockedValue { $0.isRunning } }

  package var counts: Counts {
    state.withLockedValue { state in
      var counts = state.counts
      counts.pending = state.pending.count
      return counts
    }
  }

  /// Queues a purge of the environment's current release.
  ///
  /// Returns at once. Nothing is queued before `run`: at startup no cached copy is out of date.
  package func enqueue(application: String, environment: String) {
    let path = "/v1/apps/\(application)/environments/\(environment)/release"
    let isNew = state.withLockedValue { state in
      guard state.isRunning, !state.pending.contains(path) else { return false }
      state.pending.append(path)
      return true
    }
    if isNew { signal.yield() }
  }

  /// Sends purges until the server shuts down; copies whose purge is still queued then expire on
  /// their own.
  package func run() async throws {
    state.withLockedValue { $0.isRunning = true }
    await cancelWhenGracefulShutdown {
      for await _ in self.signals { await self.purgePending() }
    }
    state.withLockedValue { $0.isRunning = false }
  }

  private func purgePending() async {
    while !Task.isCancelled {
      let paths = state.withLockedValue { state in
        let count = settings.isBatched ? Self.maximumURLs : Self.maximumConcurrentRequests
        let paths = Array(state.pending.prefix(count))
        state.pending.removeFirst(paths.count)
        return paths
      }
      guard !paths.isEmpty else { return }
      if settings.isBatched {
        await purge(paths)
      } else {
        await withDiscardingTaskGroup { group in
          for path in paths { group.addTask { await self.purge([path]) } }
        }
      }
    }
  }

  private func purge(_ paths: [String]) async {
    let metadata: Logger.Metadata = ["releases": "\(paths.joined(separator: ", "))"]
    let request = settings.request(for: paths)
    for attempt in 1...Self.maximumAttempts {
      let failure: Failure
      do throws(Failure) {
        let status = try await send(request)
        state.withLockedValue { $0.counts.succeeded += paths.count }
        return logger.info(
          "Purged the cache",
          metadata: metadata.merging(["status": .stringConvertible(status)]) { $1 })
      } catch { failure = error }
      if Task.isCancelled { return }
      guard failure.isRetryable, attempt < Self.maximumAttempts else {
        state.withLockedValue { $0.counts.failed += paths.count }
        return logger.error(
          "The cache could not be purged; it serves the previous release until its copy expires",
          metadata: metadata.merging(["reason": "\(failure.reason)"]) { $1 })
      }
      state.withLockedValue { $0.counts.retries += 1 }
      // 0.5 s, doubled for each attempt: 15.5 s in total.
      guard (try? await wait(.milliseconds(500 << (attempt - 1)))) != nil else { return }
    }
  }

  private struct Failure: Error {
    let reason: String
    /// Whether a retry of the request may succeed.
    let isRetryable: Bool
  }

  private func send(_ request: FetchRequest) async throws(Failure) -> Int {
    let status: Int
    do throws(FetchFailure) {
      status = try await fetcher.fetch(request).status
    } catch {
      throw Failure(reason: error.message, isRetryable: true)
    }
    // Some caches respond with 404 to a purge of something they have not cached.
    if (200..<300).contains(status) || status == 404 && request.method == "PURGE" { return status }
    throw Failure(
      reason: "It responded with \(status).",
      isRetryable: status == 408 || status == 429 || status >= 500)
  }
}
