import HTTPTypes
public import NIOCore
import NIOHTTP1
public import NIOHTTPTypes

/// Answers repeated requests for files on their connection, before they are parsed as HTTP.
///
/// The system sends the bytes from its file cache (`sendfile`), without copying them through this
/// process. It must not be used with TLS, because it writes to the socket directly.
///
/// This handler adds ``RepeatedRequestHandler`` in front of the HTTP library's handlers and
/// notifies it when the application has responded.
public final class MediaSender: ChannelDuplexHandler, RemovableChannelHandler {
  /// Requests, in parts.
  public typealias InboundIn = HTTPRequestPart
  /// Requests, in parts.
  public typealias InboundOut = HTTPRequestPart
  /// Responses of the application, in parts.
  public typealias OutboundIn = HTTPResponsePart
  /// Responses.
  public typealias OutboundOut = HTTPResponsePart

  private let responseCache: MediaResponseCache
  private var requestHandler: RepeatedRequestHandler?

  /// Creates a handler that answers repeated requests.
  public init(responseCache: MediaResponseCache) { self.responseCache = responseCache }

  /// Adds the ``RepeatedRequestHandler`` to the pipeline.
  public func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    guard let encoder = try? pipeline.context(handlerType: HTTPResponseEncoder.self) else { return }
    let requestHandler = RepeatedRequestHandler(responseCache: responseCache)
    do {
      try pipeline.addHandler(requestHandler, position: .before(encoder.handler))
      self.requestHandler = requestHandler
    } catch {
      // The connection was closed meanwhile.
      context.fireErrorCaught(error)
    }
  }

  /// Releases the ``RepeatedRequestHandler``.
  public func handlerRemoved(context: ChannelHandlerContext) { requestHandler = nil }

  /// Detects when a response of the application has been written completely.
  public func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard let requestHandler else { return context.write(data, promise: promise) }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.headerFields[.connection]?.lowercased() == "close" {
        requestHandler.applicationWillClose()
      }
    case .body: break
    case .end:
      let written = promise ?? context.eventLoop.makePromise()
      let bound = NIOLoopBound(requestHandler, eventLoop: context.eventLoop)
      written.futureResult.whenSuccess { bound.value.applicationResponded() }
      return context.write(data, promise: written)
    }
    context.write(data, promise: promise)
  }
}

/// The inbound user event for a repeated request that is answered on its connection: later handlers
/// in the pipeline see neither the request nor the response.
public struct AnsweredRepeatedRequest: Sendable {}
