import NIOCore
import NIOPosix

/// An HTTP response, with the body as text as it was received.
struct RawResponse: Sendable {
  let status: Int
  let headers: [(name: String, value: String)]
  let body: String

  /// The values of a header.
  func headerValues(_ name: String) -> [String] {
    headers.filter { $0.name == name.lowercased() }.map { $0.value }
  }

  /// The first value of a header; nil if there is none.
  func header(_ name: String) -> String? { headerValues(name).first }

  init(_ text: String) throws {
    guard let end = text.firstRange(of: "\r\n\r\n") else { throw RawClient.Failure.noResponse }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    let statusLine = lines.first?.split(separator: " ") ?? []
    guard statusLine.count > 1, let status = Int(statusLine[1]) else {
      throw RawClient.Failure.noResponse
    }
    self.status = status
    headers = lines.dropFirst().compactMap { line in
      line.firstIndex(of: ":").map { colon in
        (
          line[..<colon].lowercased(),
          String(line[line.index(after: colon)...].drop { $0 == " " })
        )
      }
    }
    body = String(text[end.upperBound...])
  }
}

/// Sends requests as text, also malformed ones that no browser would send, and reads the response
/// until the server closes the connection.
struct RawClient: Sendable {
  enum Failure: Error { case noResponse }

  let port: Int

  func send(_ request: String) async throws -> RawResponse {
    try RawResponse(await exchange(request))
  }

  /// Reads the response as it arrives, until the reader has received what it waits for.
  ///
  /// - Parameters:
  ///   - request: The bytes to send.
  ///   - reader: Receives everything so far and its own state, initially 0; returns the next state,
  ///     or nil when it is done.
  /// - Throws: `noResponse` if the connection ends before that, and errors of the reader.
  func read(
    _ request: String, _ reader: (_ text: String, _ state: Int) async throws -> Int?
  ) async throws {
    let connection = try await connect()
    try await connection.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: request))
      var bytes = ByteBuffer()
      var state = 0
      for try await part in inbound {
        bytes.writeImmutableBuffer(part)
        guard let next = try await reader(String(buffer: bytes), state) else { return }
        state = next
      }
      throw Failure.noResponse
    }
  }

  private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
  }

  /// Sends a request, and returns all that is received until the server closes the connection.
  func exchange(_ request: String) async throws -> String {
    let connection = try await connect()
    return try await connection.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: request))
      var bytes = ByteBuffer()
      for try await part in inbound { bytes.writeImmutableBuffer(part) }
      return String(buffer: bytes)
    }
  }
}
