import FlowMagic
import Foundation

/// A minimal HTTP server on 127.0.0.1, on plain sockets.
///
/// Each connection has a thread; a handler writes arbitrary bytes.
final class LoopbackServer: @unchecked Sendable {
  /// A connection that has sent a request.
  struct Connection: Sendable {
    let socket: Int32
    let method: String
    let path: String
    let headers: [String: String]
    let body: [UInt8]

    /// Writes a text, and returns false after the client has disconnected.
    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
      var remaining = bytes[...]
      while !remaining.isEmpty {
        let count = remaining.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, noSignal) }
        guard count > 0 else { return false }
        remaining.removeFirst(count)
      }
      return true
    }

    func respond(_ status: Int, headers: String = "", _ body: [UInt8] = []) {
      write("HTTP/1.1 \(status) X\r\ncontent-length: \(body.count)\r\n\(headers)\r\n")
      write(body)
    }

    func openStream() {
      write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
    }

    /// Waits until the client has closed the connection.
    func waitUntilClosed() {
      var byte: UInt8 = 0
      while recv(socket, &byte, 1, 0) > 0 {}
    }
  }

  private let listener: Int32
  let port: UInt16

  init(handler: @escaping @Sendable (Connection) -> Void) throws {
    listener = socket(AF_INET, streamType, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let socket = accept(descriptor, nil, nil)
        guard socket >= 0 else { break }
        Thread.detachNewThread {
          while let connection = Self.read(socket) { handler(connection) }
          close(socket)
        }
      }
      #if !canImport(Darwin)
        close(descriptor)
      #endif
    }
  }

  deinit {
    // NB: the thread closes the socket. If it were closed here, the thread could accept connections
    // of another server, whose socket has been given the same number.
    shutdown(listener, Int32(SHUT_RDWR))
    #if canImport(Darwin)
      // On Darwin, only closing the socket ends the thread's call of `accept`.
      close(listener)
    #endif
  }

  var url: URL {
    get throws {
      guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw POSIXError(.EINVAL) }
      return url
    }
  }

  private static func read(_ socket: Int32) -> Connection? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
      guard recv(socket, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let parts = lines[0].split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    var body: [UInt8] = []
    while body.count < Int(headers["content-length"] ?? "0") ?? 0 {
      guard recv(socket, &byte, 1, 0) == 1 else { return nil }
      body.append(byte)
    }
    return Connection(
      socket: socket, method: String(parts[0]), path: String(parts[1]), headers: headers,
      body: body)
  }
}

#if canImport(Darwin)
  private let noSignal: Int32 = 0
  private let streamType = SOCK_STREAM
#else
  private let noSignal = Int32(MSG_NOSIGNAL)
  private let streamType = Int32(SOCK_STREAM.rawValue)
#endif
