#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Properties of a bound socket, as reported by the system.
package enum BoundSocket {
  /// Whether the socket is bound to an IP address rather than to the path of a Unix socket.
  static func isTCP(_ socket: CInt) -> Bool {
    let family = localAddress(socket).map { CInt($0.ss_family) }
    return family == AF_INET || family == AF_INET6
  }

  /// Whether the descriptor is a stream socket that is already listening.
  static func isListening(_ socket: CInt) -> Bool {
    #if os(Linux)
      let stream = CInt(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    return option(SO_TYPE, of: socket) == stream && option(SO_ACCEPTCONN, of: socket) == 1
  }

  /// The socket's address; nil for a Unix socket, and for a descriptor that is not a socket.
  package static func address(_ socket: CInt) -> ServerAddress? {
    guard isTCP(socket), var address = localAddress(socket) else { return nil }
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getnameinfo(
          $0, socklen_t(MemoryLayout<sockaddr_storage>.size), &host, socklen_t(host.count), &port,
          socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
      }
    }
    guard result == 0, let number = Int(text(port)) else { return nil }
    return ServerAddress(host: text(host), port: number)
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func localAddress(_ socket: CInt) -> sockaddr_storage? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    return result == 0 ? address : nil
  }

  private static func option(_ name: CInt, of socket: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(socket, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}
