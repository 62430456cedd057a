import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// What happens while the sender of the next request holds its body back.
final class BodyHook: Sendable {
  typealias Action = @Sendable () async throws -> Void

  private let action = NIOLockedValueBox<Action?>(nil)

  func beforeBody(_ action: @escaping Action) { self.action.withLockedValue { $0 = action } }

  func take() -> Action? {
    action.withLockedValue { action in
      let taken = action
      action = nil
      return taken
    }
  }
}

/// Holds back the body of the next request until something else has happened.
struct HeldRequests<Inner: HTTPResponder>: HTTPResponder where Inner.Context: RequestContext {
  let inner: Inner
  let bodyHook: BodyHook

  func respond(to request: Request, context: Inner.Context) async throws -> Response {
    guard let action = bodyHook.take() else {
      return try await inner.respond(to: request, context: context)
    }
    let bytes = try await request.body.collect(upTo: 1 << 20)
    let body = RequestBody(asyncSequence: HeldBody(bytes: bytes, bodyHook: action))
    return try await inner.respond(to: Request(head: request.head, body: body), context: context)
  }
}

/// A body that arrives after something else has happened.
private struct HeldBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let bytes: ByteBuffer
  let bodyHook: BodyHook.Action

  struct AsyncIterator: AsyncIteratorProtocol {
    var body: HeldBody?

    mutating func next() async throws -> ByteBuffer? {
      guard let held = body else { return nil }
      body = nil
      try await held.bodyHook()
      return held.bytes
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
}
