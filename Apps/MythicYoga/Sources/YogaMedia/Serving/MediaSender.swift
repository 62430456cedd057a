import HTTPTypes
public import NIOCore
import NIOHTTP1
public import NIOHTTPTypes
import NIOHTTPTypesHTTP1

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Answers repeated requests for files on their connection, before the application sees them.
///
/// The system sends the bytes from its file cache (`sendfile`), without copying them through this
/// process. All other requests are forwarded; a request is also forwarded while another one is
/// under way in the application, so that responses keep the order of the requests.
public final class MediaSender: ChannelDuplexHandler, RemovableChannelHandler {
  /// Requests, in parts.
  public typealias InboundIn = HTTPRequestPart
  /// Forwarded requests.
  public typealias InboundOut = HTTPRequestPart
  /// Responses of the application, in parts.
  public typealias OutboundIn = HTTPResponsePart
  /// Responses.
  public typealias OutboundOut = HTTPResponsePart

  private let grants: MediaGrants
  private var codec: ChannelHandlerContext?
  /// The number of requests that the application has not answered yet.
  private var forwarded = 0
  /// The request that is answered when it has arrived completely.
  private var current: (head: HTTPRequest, grant: MediaGrants.Grant)?
  /// The number of files that are being sent.
  private var sending = 0
  private var isQuiescing = false

  /// Answers what is granted.
  public init(grants: MediaGrants) { self.grants = grants }

  /// Finds the handler that files are written to.
  public func handlerAdded(context: ChannelHandlerContext) {
    codec = try? context.pipeline.syncOperations.context(handlerType: HTTP1ToHTTPServerCodec.self)
  }

  /// Releases what it holds.
  public func handlerRemoved(context: ChannelHandlerContext) { (codec, current) = (nil, nil) }

  /// Takes a request that is granted, and forwards others.
  public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      if forwarded == 0, codec != nil, let grant = grants.grant(for: head) {
        current = (head, grant)
        return
      }
      forwarded += 1
    case .body:
      if current != nil { return }
    case .end:
      if let (head, grant) = current {
        current = nil
        answer(head, grant, context)
        return
      }
    }
    context.fireChannelRead(data)
  }

  /// Counts the responses of the application.
  public func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    if case .end = unwrapOutboundIn(data) { forwarded -= 1 }
    context.write(data, promise: promise)
  }

  /// Delays the end of the connection until its files have been sent.
  public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, sending > 0 {
      isQuiescing = true
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  private func answer(
    _ head: HTTPRequest, _ grant: MediaGrants.Grant, _ context: ChannelHandlerContext
  ) {
    let answer = MediaAnswer(to: head, grant.file, grant.stamp, caching: grant.caching)
    var headers = answer.headers
    headers[.date] = HTTPDate.now()
    // NB: its own descriptor, because a handle can be used by one connection at a time only.
    let descriptor = answer.bytes.map { _ in dup(grant.opened.descriptor) } ?? -1
    if answer.bytes != nil, descriptor < 0 {
      // Too many open files: the client tries again.
      let refused: HTTPFields = [.contentLength: "0", .retryAfter: "1"]
      context.write(
        wrapOutboundOut(.head(HTTPResponse(status: .serviceUnavailable, headerFields: refused))),
        promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      return
    }
    context.write(
      wrapOutboundOut(.head(HTTPResponse(status: answer.status, headerFields: headers))),
      promise: nil)
    if let bytes = answer.bytes { send(bytes, of: descriptor, context) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  private func send(_ bytes: Range<Int>, of descriptor: Int32, _ context: ChannelHandlerContext) {
    let handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: descriptor)
    let region = FileRegion(
      fileHandle: handle, readerIndex: bytes.lowerBound, endIndex: bytes.upperBound)
    let sent = context.eventLoop.makePromise(of: Void.self)
    let (own, loop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
    let bound = NIOLoopBound(context, eventLoop: loop)
    sending += 1
    sent.futureResult.whenComplete { _ in
      try? handle.close()
      own.value.finishedSending(bound.value)
    }
    codec?.write(NIOAny(HTTPServerResponsePart.body(.fileRegion(region))), promise: sent)
  }

  private func finishedSending(_ context: ChannelHandlerContext) {
    sending -= 1
    guard isQuiescing, sending == 0 else { return }
    isQuiescing = false
    context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }
}
