import NIOCore
import NIOPosix

/// A client that sends bytes as they are.
enum RawClient {
  /// A received response.
  struct Response: Equatable {
    let status: String
    /// The fields in alphabetical order, without the date.
    let fields: [String]
    let body: ByteBuffer
  }

  /// Sends the pieces over a new connection, closes its side, and returns all responses.
  ///
  /// `buffer` is the size of the receive buffer in bytes; nil for the default.
  static func exchange(_ pieces: [String], port: Int, buffer: Int? = nil) async throws
    -> [Response]
  {
    var bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    if let buffer {
      bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: .init(buffer))
    }
    let channel = try await bootstrap.connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel,
          configuration: .init(
            isOutboundHalfClosureEnabled: true, inboundType: ByteBuffer.self,
            outboundType: ByteBuffer.self))
      }
    }
    var received = try await channel.executeThenClose { inbound, outbound in
      for piece in pieces { try await outbound.write(ByteBuffer(string: piece)) }
      outbound.finish()
      var all = ByteBuffer()
      for try await bytes in inbound { all.writeImmutableBuffer(bytes) }
      return all
    }
    var responses: [Response] = []
    while let response = takeResponse(from: &received) { responses.append(response) }
    return responses
  }

  /// Sends bytes over a new connection, and disconnects without reading the responses.
  static func abandon(_ text: String, port: Int) async throws {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.autoRead, value: false)
      .connect(host: "127.0.0.1", port: port).get()
    try await channel.writeAndFlush(ByteBuffer(string: text))
    try await channel.close()
  }

  /// Takes the first response from the bytes; nil at their end, or if they are incomplete.
  private static func takeResponse(from bytes: inout ByteBuffer) -> Response? {
    let view = bytes.readableBytesView
    guard let end = view.firstRange(of: "\r\n\r\n".utf8),
      let head = bytes.readString(length: end.upperBound - view.startIndex)
    else { return nil }
    var lines = head.split(separator: "\r\n").map(String.init)
    let status = lines.removeFirst()
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingPrefix(" ")) }
    guard let body = bytes.readSlice(length: length ?? 0) else { return nil }
    return Response(
      status: status, fields: lines.filter { !$0.lowercased().hasPrefix("date:") }.sorted(),
      body: body)
  }
}
