import Logging
import ServiceLifecycle

/// Logs a summary of delivery each minute, because a line for each response would be too many.
package struct DeliverySummaryJob: Service {
  private let services: Services
  private let wait: @Sendable (Duration) async throws -> Void

  /// Creates a job; `wait` waits for the time between two summaries.
  package init(
    services: Services,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.services = services
    self.wait = wait
  }

  package func run() async throws {
    var last = Totals(services)
    while !Task.isShuttingDownGracefully {
      guard (try? await waitForOneMinute()) != nil else { return }
      last = summarize(since: last)
    }
  }

  private func waitForOneMinute() async throws {
    let wait = wait
    try await cancelWhenGracefulShutdown { try await wait(.seconds(60)) }
  }

  /// The counts so far.
  package struct Totals: Sendable, Equatable {
    fileprivate let counts: DeliveryCounts
    fileprivate let skippedLines: Int
    fileprivate let streamsRefused: Int

    package init(_ services: Services) {
      streamsRefused = services.streams.streamsRefused.values.reduce(0, +)
      counts = services.currentReleases.counts
      skippedLines = services.logSampler.skippedLines
    }
  }

  /// Logs the changes since the last totals, if there are any, and returns the new totals.
  package func summarize(since last: Totals) -> Totals {
    let now = Totals(services)
    let (new, old) = (now.counts, last.counts)
    let changes: [(String, Int)] = [
      ("releases", new.releasesServed - old.releasesServed),
      ("not-modified", new.notModified - old.notModified),
      ("streams-opened", new.streamsOpened - old.streamsOpened),
      ("streams-dropped", new.streamsDropped - old.streamsDropped),
      ("streams-refused", now.streamsRefused - last.streamsRefused),
      ("connections-refused", new.connectionsRefused - old.connectionsRefused),
      ("events-sent", new.eventsSent - old.eventsSent),
      ("malformed", new.malformedRequests - old.malformedRequests),
      ("timeouts", new.timeouts - old.timeouts),
      ("lines-skipped", now.skippedLines - last.skippedLines),
    ].filter { $0.1 != 0 }
    guard !changes.isEmpty else { return now }
    var metadata: Logger.Metadata = ["streams": .stringConvertible(new.streams)]
    for (name, count) in changes { metadata[name] = .stringConvertible(count) }
    services.logger.info("Delivery in the last minute", metadata: metadata)
    return now
  }
}
