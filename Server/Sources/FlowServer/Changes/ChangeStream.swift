import FlowCore
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The stream of what changes in an application.
struct ChangeStream {
  /// NB: rights are looked at as often, and whoever has lost theirs must be gone within 15 seconds.
  private static let heartbeat = Duration.seconds(10)

  private let seat: ChangeSubscription
  private let state: [ChangeEvent]
  private let right: AccessRecheck
  private let connectionClosed: EventLoopFuture<Void>
  private let logger: Logger

  init(_ call: Call, seat: ChangeSubscription, state: [ChangeEvent], right: AccessRecheck) {
    self.seat = seat
    self.state = state
    self.right = right
    connectionClosed = call.connectionClosed
    logger = call.logger
  }

  /// Ends when the reader goes away, may not see the application any more or is too slow, and when
  /// the server shuts down.
  var body: ResponseBody {
    ResponseBody { [self] writer in
      defer { seat.leave() }
      connectionClosed.whenComplete { [weak reader = seat.reader] _ in reader?.finish() }
      let heart = beating()
      defer { heart.cancel() }
      var start = ByteBuffer(string: "retry: 1000\n\n")
      for event in state { start.writeImmutableBuffer(event.bytes) }
      start.writeString("event: ready\ndata: {}\n\n")
      try await writer.write(start)
      for await _ in seat.reader.wakes.cancelOnGracefulShutdown() {
        let delivery = seat.reader.take()
        if delivery.isOverrun { break }
        if delivery.isBeatDue {
          guard await right.stands() else { break }
          try await writer.write(ByteBuffer(string: ": \n\n"))
        }
        for event in delivery.events { try await writer.write(event.bytes) }
      }
      try await writer.write(ByteBuffer(string: "event: bye\ndata: {\"reconnectAfter\":1000}\n\n"))
      try await writer.finish(nil)
    }
  }

  private func beating() -> Task<Void, Never> {
    Task { [weak reader = seat.reader] in
      while (try? await Task.sleep(for: Self.heartbeat)) != nil { reader?.beat() }
    }
  }
}

/// Whether whoever opened a stream may still have it.
struct AccessRecheck {
  private let call: Call
  private let endpoint: Endpoint

  init(_ call: Call, _ endpoint: Endpoint) {
    self.call = call
    self.endpoint = endpoint
  }

  /// False when the caller may not see the application any more; a store that cannot be read says
  /// nothing against them.
  func stands() async -> Bool {
    do {
      let caller = try await caller()
      _ = try await Authorizer(services: call.services)
        .reach(of: endpoint, call.path, call.query, caller)
      return true
    } catch {
      return Problem(error).code.status >= 500
    }
  }

  private func caller() async throws -> Caller {
    let authenticator = Authenticator(services: call.services)
    if case .person(let person) = call.caller, person.credential == .cookie {
      return .person(try await authenticator.again(person, for: endpoint))
    }
    let head = HTTPRequest(
      method: .get, scheme: nil, authority: nil, path: nil, headerFields: call.headers)
    return try await authenticator.caller(of: head, call.query, for: endpoint)
  }
}
