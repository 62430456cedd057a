import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Holds an action that runs once, before the body of the next request arrives.
final class BodyHook: Sendable {
  typealias Action = @Sendable () async throws -> Void

  private let action = NIOLockedValueBox<Action?>(nil)

  func beforeBody(_ action: @escaping Action) { self.action.withLockedValue { $0 = action } }

  func take() -> Action? {
    action.withLockedValue { action in
      defer { action = nil }
      return action
    }
  }
}

/// Delays the body of the next request until the hook's action has run.
struct DelayedBodyResponder<Inner: HTTPResponder>: HTTPResponder
where Inner.Context: RequestContext {
  let inner: Inner
  let bodyHook: BodyHook

  func respond(to request: Request, context: Inner.Context) async throws -> Response {
    guard let action = bodyHook.take() else {
      return try await inner.respond(to: request, context: context)
    }
    let bytes = try await request.body.collect(upTo: 1 << 20)
    let body = RequestBody(asyncSequence: DelayedBody(bytes: bytes, beforeBody: action))
    return try await inner.respond(to: Request(head: request.head, body: body), context: context)
  }
}

/// A body that arrives after an action has run.
private struct DelayedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let bytes: ByteBuffer
  let beforeBody: BodyHook.Action

  struct AsyncIterator: AsyncIteratorProtocol {
    var body: DelayedBody?

    mutating func next() async throws -> ByteBuffer? {
      guard let delayed = body else { return nil }
      body = nil
      try await delayed.beforeBody()
      return delayed.bytes
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
}
