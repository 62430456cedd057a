package import FlowCore
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sends an operator's command to the running server.
package struct ControlClient: Sendable {
  private let socket: ControlSocket
  /// The time limit for the server's response.
  private static let timeLimit = TimeAmount.minutes(2)
  /// The maximum size of a response, such as a list of all users, in bytes.
  private static let limit = 256 << 20

  package init(_ socket: ControlSocket) { self.socket = socket }

  /// Calls an operation of the running server and returns its response.
  ///
  /// - Parameters:
  ///   - operation: The operation's name.
  ///   - arguments: The arguments, an object.
  ///   - isSafe: Whether the operation changes nothing, so that it may be sent again.
  /// - Returns: The response; nil if no server is listening, and for a safe operation also if the
  ///   server closed the connection without a response, as one that stops may.
  /// - Throws: `ControlFailure` with the server's message if it refused, or if it could not be
  ///   reached, or if its response cannot be read.
  package func response(
    to operation: String, _ arguments: JSON, isSafe: Bool = false
  ) async throws -> JSON? {
    guard let descriptor = try socket.connect(),
      let response = try await send(operation, arguments, isSafe: isSafe, over: descriptor)
    else { return nil }
    var bytes: [UInt8] = []
    if var body = response.body { bytes = body.readBytes(length: body.readableBytes) ?? [] }
    let document = try? JSON(parsing: String(decoding: bytes, as: UTF8.self))
    if response.head.status == .ok, let document { return document }
    if response.head.status == .notFound, document?["code"]?.string == "unknown-path" {
      throw ControlFailure(
        "The running server has a different version and does not support this command. Restart it, "
          + "then run the command again. Nothing was changed.")
    }
    throw ControlFailure(
      document?["detail"]?.string
        ?? "The running server responded with status \(response.head.status.code).")
  }

  private func send(
    _ operation: String, _ arguments: JSON, isSafe: Bool, over descriptor: CInt
  ) async throws -> NIOHTTPClientResponseFull? {
    let group = MultiThreadedEventLoopGroup.singleton
    let promise = group.any().makePromise(of: NIOHTTPClientResponseFull.self)
    let channel: any Channel
    do {
      channel = try await ClientBootstrap(group: group)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandlers([
              NIOHTTPClientResponseAggregator(maxContentLength: Self.limit),
              ResponseHandler(promise),
            ])
          }
        }
        .withConnectedSocket(descriptor).get()
    } catch {
      promise.fail(error)
      throw ControlFailure("Cannot send the command to the server at \(socket.path): \(error).")
    }
    let timeout = channel.eventLoop.scheduleTask(in: Self.timeLimit) {
      promise.fail(
        ControlFailure("The running server did not respond within two minutes. See its log."))
    }
    defer {
      timeout.cancel()
      channel.close(promise: nil)
    }
    let body = ByteBuffer(bytes: arguments.utf8(.compact))
    let head = HTTPRequestHead(
      version: .http1_1, method: .POST, uri: "/operator/\(operation)",
      headers: [
        "host": "localhost", "content-type": "application/json",
        "content-length": "\(body.readableBytes)", "connection": "close",
      ])
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    do {
      return try await promise.futureResult.get()
    } catch let failure as ControlFailure {
      throw failure
    } catch {
      let isClosed = Self.isClosedConnection(error)
      if isSafe, isClosed { return nil }
      let problem =
        isClosed
        ? "The running server closed the connection without a response"
        : "The running server's response cannot be read"
      let advice =
        isSafe
        ? "Nothing was changed; see its log."
        : "Its log and `flowmagic audit` show whether the command was performed."
      throw ControlFailure("\(problem) (\(error)). \(advice)")
    }
  }

  /// Whether the server closed the connection before its response was complete.
  private static func isClosedConnection(_ error: any Error) -> Bool {
    switch error {
    case ChannelError.eof, HTTPParserError.invalidEOFState: true
    case let error as IOError: error.errnoCode == ECONNRESET || error.errnoCode == EPIPE
    default: false
    }
  }
}

/// Receives the single response, or an error if the connection closed without one.
private final class ResponseHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = NIOHTTPClientResponseFull

  private let promise: EventLoopPromise<NIOHTTPClientResponseFull>

  init(_ promise: EventLoopPromise<NIOHTTPClientResponseFull>) { self.promise = promise }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    promise.succeed(unwrapInboundIn(data))
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(ChannelError.eof)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(error)
    context.close(promise: nil)
  }
}
