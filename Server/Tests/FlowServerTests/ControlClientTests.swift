import FlowCore
import FlowServer
import Foundation
import NIOCore
import NIOPosix
import Testing

@Suite struct ControlClientTests {
  /// A new folder for a socket.
  private func socketFolder() throws -> URL {
    // NB: macOS limits the path of a socket to 103 bytes.
    let folder = URL(filePath: "/tmp/fm-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func `without a response, only an operation that changes nothing may be sent again`()
    async throws
  {
    let folder = try socketFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = ControlSocket(store: folder.appending(path: "flowmagic.db").path)
    let client = ControlClient(socket)
    #expect(try await client.response(to: "disableUser", [:]) == nil, "no server is listening")
    // Like a server that is stopping, it accepts the connection and closes it.
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { $0.eventLoop.makeFailedFuture(ChannelError.eof) }
      .withBoundSocket(try socket.make()).get()
    await #expect(throws: ControlFailure.self) {
      try await client.response(to: "disableUser", [:])
    }
    #expect(try await client.response(to: "listUsers", [:], isSafe: true) == nil)
    try await listener.close()
  }

  @Test func `a response that is not HTTP is an error, also of an operation that changes nothing`()
    async throws
  {
    let folder = try socketFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = ControlSocket(store: folder.appending(path: "flowmagic.db").path)
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { $0.pipeline.addHandler(InvalidResponseHandler()) }
      .withBoundSocket(try socket.make()).get()
    await #expect(throws: ControlFailure.self) {
      try await ControlClient(socket).response(to: "listUsers", [:], isSafe: true)
    }
    try await listener.close()
  }
}

/// Sends bytes that are not HTTP, as soon as a client connects.
private final class InvalidResponseHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "nonsense\r\n\r\n")), promise: nil)
  }
}
