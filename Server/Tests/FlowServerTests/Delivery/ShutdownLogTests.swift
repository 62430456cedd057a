import FlowServer
import Hummingbird
import Logging
import ServiceLifecycle
import Testing

/// What the listeners of a server log when it stops.
@Suite struct ShutdownLogTests {
  private func listener(
    _ deadline: StopDeadline, _ logger: Logger, ready: AsyncStream<Void>.Continuation
  ) -> some Service {
    DeliveryServer(
      host: "127.0.0.1", port: 0, currentReleases: CurrentReleases(),
      routes: CallbackResponder<BasicRequestContext> { _, _ in Response(status: .ok) },
      deadline: deadline, logger: logger
    ) { _ in ready.yield() }
  }

  @Test func `a shutdown is logged once, not by each listener`() async throws {
    let log = CapturedLog()
    let deadline = StopDeadline()
    let (readyListeners, ready) = AsyncStream.makeStream(of: Void.self)
    var groupLogger = Logger(label: "test")
    groupLogger.logLevel = .critical
    let group = ServiceGroup(
      services: [
        listener(deadline, log.logger, ready: ready), listener(deadline, log.logger, ready: ready),
      ], logger: groupLogger)
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      var count = 0
      for await _ in readyListeners {
        count += 1
        if count == 2 { break }
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    #expect(log.lines.count { $0.hasPrefix("info Shutting down: no new connections") } == 1)
  }
}
