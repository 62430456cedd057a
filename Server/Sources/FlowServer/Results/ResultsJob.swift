import ServiceLifecycle

/// Counts results soon after events have arrived.
package struct ResultsJob: Service {
  private let services: Services

  package init(services: Services) { self.services = services }

  package func run() async throws {
    // Events that were stored before a crash.
    await catchUp()
    for await _ in services.results.countingRequests.cancelOnGracefulShutdown() {
      await catchUp()
      // Many batches are counted in one transaction, which costs less than one for each.
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(1)) }
    }
  }

  private func catchUp() async {
    await services.results.catchUp { Task.isShuttingDownGracefully }
  }
}
