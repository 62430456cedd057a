import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle

/// The stream of releases for clients with a token, such as `flowmagic watch`, and for requests
/// that `DeliveryServer` does not answer on its fast path.
struct ReleaseStream {
  private static let heartbeat = Duration.seconds(15)

  private let currentReleases: CurrentReleases
  private let application: String
  private let environment: String
  private let lastEventID: String?
  private let lease: StreamLease
  private let access: AccessRecheck
  private let connection: any Channel

  init(_ request: EndpointRequest, lease: StreamLease, access: AccessRecheck) {
    currentReleases = request.services.currentReleases
    application = request.path("app")
    environment = request.path("env")
    lastEventID = request.headers[.lastEventID]
    self.lease = lease
    self.access = access
    connection = request.connection
  }

  /// The response body, which ends when the client disconnects or loses access, or when the server
  /// shuts down.
  var body: ResponseBody {
    ResponseBody { [self] writer in
      defer { lease.end() }
      let newest = NIOLockedValueBox<LiveRelease?>(nil)
      let (wakeSignals, waker) = self.makeWakeSignals(newest)
      connection.closeFuture.whenComplete { _ in waker.finish() }
      let recheck = lease.startAccessChecks(access, connection) { waker.finish() }
      defer { recheck.cancel() }
      try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
      for await _ in wakeSignals.cancelOnGracefulShutdown() {
        let live = newest.withLockedValue { waiting in
          defer { waiting = nil }
          return waiting
        }
        try await writer.write(live?.event ?? ByteBuffer(string: ": \n\n"))
      }
      try await writer.write(
        ByteBuffer(string: "event: goodbye\ndata: {\"reconnectAfter\":1000}\n\n"))
      try await writer.finish(nil)
    }
  }

  /// Wakes the stream for a release, which `newest` then contains, and periodically for a
  /// heartbeat.
  ///
  /// For a slow reader, at most one wake and the newest release are pending.
  private func makeWakeSignals(
    _ newest: NIOLockedValueBox<LiveRelease?>
  ) -> (AsyncStream<Void>, AsyncStream<Void>.Continuation) {
    let (wakeSignals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let releases = currentReleases.releases(application: application, environment: environment)
    let events = Task {
      var isFirst = true
      for await live in releases {
        let isKnown = isFirst && lastEventID.map { live.isKnown(by: $0.utf8) } ?? false
        isFirst = false
        if isKnown { continue }
        newest.withLockedValue { $0 = live }
        continuation.yield()
      }
      continuation.finish()
    }
    let heartbeats = Task {
      while (try? await Task.sleep(for: Self.heartbeat)) != nil { continuation.yield() }
    }
    continuation.onTermination = { _ in
      events.cancel()
      heartbeats.cancel()
    }
    return (wakeSignals, continuation)
  }
}
