import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Holds an action that runs once, while the body of the next request is awaited.
final class BodyHook: Sendable {
  typealias Action = @Sendable () async throws -> Void

  struct Delay: Sendable {
    /// Whether the action runs after the body's bytes, instead of before them.
    let isBeforeEnd: Bool
    let action: Action
  }

  private let delay = NIOLockedValueBox<Delay?>(nil)

  /// Runs an action before the body of the next request arrives.
  func beforeBody(_ action: @escaping Action) {
    delay.withLockedValue { $0 = Delay(isBeforeEnd: false, action: action) }
  }

  /// Runs an action when the bytes of the next request's body have arrived, and its end has not.
  func beforeEnd(_ action: @escaping Action) {
    delay.withLockedValue { $0 = Delay(isBeforeEnd: true, action: action) }
  }

  func take() -> Delay? {
    delay.withLockedValue { delay in
      defer { delay = nil }
      return delay
    }
  }
}

/// Delays the body of the next request until the hook's action has run.
struct DelayedBodyResponder<Inner: HTTPResponder>: HTTPResponder
where Inner.Context: RequestContext {
  let inner: Inner
  let bodyHook: BodyHook

  func respond(to request: Request, context: Inner.Context) async throws -> Response {
    guard let delay = bodyHook.take() else {
      return try await inner.respond(to: request, context: context)
    }
    let bytes = try await request.body.collect(upTo: 1 << 20)
    let body = RequestBody(asyncSequence: DelayedBody(bytes: bytes, delay: delay))
    return try await inner.respond(to: Request(head: request.head, body: body), context: context)
  }
}

/// A body of one part, before or after which an action runs.
private struct DelayedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let bytes: ByteBuffer
  let delay: BodyHook.Delay

  struct AsyncIterator: AsyncIteratorProtocol {
    let body: DelayedBody
    var calls = 0

    mutating func next() async throws -> ByteBuffer? {
      calls += 1
      if calls == (body.delay.isBeforeEnd ? 2 : 1) { try await body.delay.action() }
      return calls == 1 ? body.bytes : nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
}
