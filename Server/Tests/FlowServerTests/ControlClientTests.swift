import FlowCore
import FlowServer
import Foundation
import NIOCore
import NIOPosix
import Testing

@Suite struct ControlClientTests {
  @Test func `without a response, only an operation that changes nothing may be sent again`()
    async throws
  {
    // NB: macOS limits the path of a socket to 103 bytes.
    let folder = URL(filePath: "/tmp/fm-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = ControlSocket(store: folder.appending(path: "flowmagic.db").path)
    let client = ControlClient(socket)
    #expect(try await client.response(to: "disableUser", [:]) == nil, "no server is listening")
    // As a server that stops: it accepts the connection and closes it.
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { $0.eventLoop.makeFailedFuture(ChannelError.eof) }
      .withBoundSocket(try socket.make()).get()
    await #expect(throws: ControlFailure.self) {
      try await client.response(to: "disableUser", [:])
    }
    #expect(try await client.response(to: "listUsers", [:], isSafe: true) == nil)
    try await listener.close()
  }
}
