import NIOCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection to a server, with access to its bytes.
final class TestClient {
  struct Response: Equatable {
    var status: Int
    var fields: [String: String]
    var body: String
  }

  enum Failure: Error {
    case disconnected(after: String)
  }

  let channel: any Channel
  private var incoming: AsyncStream<ByteBuffer>.Iterator
  private(set) var received = ByteBuffer()

  /// Connects to a server.
  ///
  /// A client that is not reading leaves everything in the kernel until `startReading`; its receive
  /// buffer is small, because some systems let it grow to 32 MB.
  init(port: Int, isReading: Bool = true, receiveBuffer: Int? = nil) async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
    var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(ChannelOptions.autoRead, value: isReading)
      .channelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
      .channelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Collector(continuation: continuation))
        }
      }
    if let receiveBuffer = receiveBuffer ?? (isReading ? nil : 64 << 10) {
      bootstrap = bootstrap.channelOption(
        ChannelOptions.socketOption(.so_rcvbuf), value: SocketOptionValue(receiveBuffer))
    }
    channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
    incoming = stream.makeAsyncIterator()
  }

  func send(_ text: String) async throws { try await send([UInt8](text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
  }

  /// Closes the sending side.
  func endSending() async throws { try await channel.close(mode: .output).get() }

  func close() async throws { try await channel.close().get() }

  /// Starts reading, beginning with what is in the kernel's buffer.
  func startReading() async throws {
    try await channel.setOption(ChannelOptions.autoRead, value: true).get()
  }

  /// Waits for more bytes; returns false once the server has closed the connection.
  func receiveMore() async -> Bool {
    guard var bytes = await incoming.next(isolation: #isolation) else { return false }
    received.writeBuffer(&bytes)
    return true
  }

  /// Removes and returns the received text up to and including `end`.
  func read(upTo end: String) async throws -> String {
    var searchStart = 0
    while true {
      if let length = endOffset(of: end, from: searchStart) { return try await read(length) }
      searchStart = max(0, received.readableBytes - end.utf8.count)
      guard await receiveMore() else { throw Failure.disconnected(after: lastReceived) }
    }
  }

  /// The offset after the first occurrence of `end` at or after `start`; nil if there is none.
  private func endOffset(of end: String, from start: Int) -> Int? {
    let delimiter = Array(end.utf8)
    return received.withUnsafeReadableBytes { bytes in
      var offset = start
      while offset + delimiter.count <= bytes.count, let base = bytes.baseAddress {
        guard let match = memchr(base + offset, Int32(delimiter[0]), bytes.count - offset)
        else { return nil }
        offset = UnsafeRawPointer(match) - base
        if bytes[offset...].starts(with: delimiter) { return offset + delimiter.count }
        offset += 1
      }
      return nil
    }
  }

  private var lastReceived: String { String(String(buffer: received).suffix(200)) }

  func read(_ count: Int) async throws -> String {
    while received.readableBytes < count {
      guard await receiveMore() else { throw Failure.disconnected(after: lastReceived) }
    }
    return received.readString(length: count) ?? ""
  }

  /// Returns all text until the server closes the connection.
  func readToEnd() async -> String {
    while await receiveMore() {}
    defer { received.clear() }
    return String(buffer: received)
  }

  func readHead() async throws -> Response {
    let lines = try await read(upTo: "\r\n\r\n").split(separator: "\r\n")
    var response = Response(
      status: Int(lines[0].split(separator: " ")[1]) ?? 0, fields: [:], body: "")
    for line in lines.dropFirst() {
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      response.fields[line[..<colon].lowercased()] = String(line[colon...].dropFirst(2))
    }
    return response
  }

  /// Returns the next response; responses to HEAD and 304 have no body, whatever their length.
  func readResponse(hasBody: Bool = true) async throws -> Response {
    var response = try await readHead()
    if hasBody, let length = response.fields["content-length"].flatMap(Int.init) {
      response.body = try await read(length)
    }
    return response
  }

  /// Sends a request and returns its response.
  func response(to request: String, hasBody: Bool = true) async throws -> Response {
    try await send(request)
    return try await readResponse(hasBody: hasBody)
  }

  /// Returns the next event of a stream, ignoring heartbeats.
  func nextEvent() async throws -> String {
    while true {
      let event = try await read(upTo: "\n\n")
      if event.hasPrefix("event:") { return event }
    }
  }
}

private final class Collector: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let continuation: AsyncStream<ByteBuffer>.Continuation

  init(continuation: AsyncStream<ByteBuffer>.Continuation) { self.continuation = continuation }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    continuation.yield(unwrapInboundIn(data))
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return }
    continuation.finish()
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
