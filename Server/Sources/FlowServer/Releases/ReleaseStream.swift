import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle

/// A stream of releases for a client with a token, such as `flowmagic watch`; streams of apps with
/// SDK keys are served by `DeliveryServer`.
struct ReleaseStream {
  private static let heartbeat = Duration.seconds(15)

  private let currentReleases: CurrentReleases
  private let application: String
  private let environment: String
  private let lastEventID: String?

  init(_ request: EndpointRequest) {
    currentReleases = request.services.currentReleases
    application = request.path("app")
    environment = request.path("env")
    lastEventID = request.headers[.lastEventID]
  }

  /// Ends when the client disconnects or the server shuts down.
  var body: ResponseBody {
    ResponseBody { [self] writer in
      try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
      let newest = NIOLockedValueBox<LiveRelease?>(nil)
      for await _ in self.wakes(newest).cancelOnGracefulShutdown() {
        let live = newest.withLockedValue { waiting in
          defer { waiting = nil }
          return waiting
        }
        try await writer.write(live?.event ?? ByteBuffer(string: ": \n\n"))
      }
      try await writer.write(ByteBuffer(string: "event: bye\ndata: {\"reconnectAfter\":1000}\n\n"))
      try await writer.finish(nil)
    }
  }

  /// Wakes for a release, which then waits in the box, and from time to time to show that the
  /// connection lives.
  ///
  /// For a slow reader one wake and the newest release wait, and no more.
  private func wakes(_ newest: NIOLockedValueBox<LiveRelease?>) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
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
        while (try? await Task.sleep(for: Self.heartbeat)) != nil {
          continuation.yield()
        }
      }
      continuation.onTermination = { _ in
        events.cancel()
        heartbeats.cancel()
      }
    }
  }
}
