import FlowCore
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The stream of an application's changes, as server-sent events.
struct ChangeStream {
  private static let heartbeat = Duration.seconds(10)

  private let subscription: ChangeSubscription
  private let state: [ChangeEvent]
  private let access: AccessRecheck
  private let connection: any Channel

  init(
    _ request: EndpointRequest, subscription: ChangeSubscription, state: [ChangeEvent],
    access: AccessRecheck
  ) {
    self.subscription = subscription
    self.state = state
    self.access = access
    connection = request.connection
  }

  /// The response body, which ends when the client disconnects, loses access or is too slow, and
  /// when the server shuts down.
  var body: ResponseBody {
    ResponseBody { [self] writer in
      defer { subscription.cancel() }
      connection.closeFuture.whenComplete { [weak queue = subscription.queue] _ in
        queue?.finish()
      }
      let heartbeats = heartbeatTask()
      defer { heartbeats.cancel() }
      let recheck = subscription.lease.startAccessChecks(access, connection) {
        [weak queue = subscription.queue] in queue?.finish()
      }
      defer { recheck.cancel() }
      var start = ByteBuffer(string: "retry: 1000\n\n")
      for event in state { start.writeImmutableBuffer(event.bytes) }
      start.writeString("event: ready\ndata: {}\n\n")
      try await writer.write(start)
      for await _ in subscription.queue.wakeSignals.cancelOnGracefulShutdown() {
        let delivery = subscription.queue.drain()
        if delivery.hasOverflowed { break }
        if delivery.isHeartbeatDue { try await writer.write(ByteBuffer(string: ": \n\n")) }
        for event in delivery.events { try await writer.write(event.bytes) }
      }
      try await writer.write(
        ByteBuffer(string: "event: goodbye\ndata: {\"reconnectAfter\":1000}\n\n"))
      try await writer.finish(nil)
    }
  }

  private func heartbeatTask() -> Task<Void, Never> {
    Task { [weak queue = subscription.queue] in
      while (try? await Task.sleep(for: Self.heartbeat)) != nil { queue?.sendHeartbeat() }
    }
  }
}

/// Rechecks whether the reader of an open stream still has access.
struct AccessRecheck {
  private let request: EndpointRequest
  private let endpoint: Endpoint

  init(_ request: EndpointRequest, _ endpoint: Endpoint) {
    self.request = request
    self.endpoint = endpoint
  }

  /// Whether the reader still has access; also true while a server error prevents the check.
  func isStillAuthorized() async -> Bool {
    do {
      let principal = try await principal()
      _ = try await Authorizer(services: request.services)
        .authorization(of: endpoint, request.pathParameters, request.query, principal)
      return true
    } catch {
      return Problem(error).code.status >= 500
    }
  }

  private func principal() async throws -> Principal {
    let authenticator = Authenticator(services: request.services)
    if case .user(let user) = request.principal, user.credential == .cookie {
      return .user(try await authenticator.revalidated(user, for: endpoint))
    }
    let head = HTTPRequest(
      method: .get, scheme: nil, authority: nil, path: nil, headerFields: request.headers)
    return try await authenticator.principal(of: head, request.query, for: endpoint)
  }
}
