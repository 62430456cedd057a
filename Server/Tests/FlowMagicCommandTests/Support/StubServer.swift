import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A server that sends the same response to every client, or none if it is nil.
final class StubServer {
  struct Failure: Error {}

  private let listener: Int32
  private let isServing: Bool
  let port: Int

  init(response: String?) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, size) = (listener, length)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else { throw Failure() }
    port = Int(UInt16(bigEndian: address.sin_port))
    isServing = response != nil
    if let response { StubServer.serve(descriptor, response) }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    // NB: the thread closes its socket. If it were closed here, the thread could accept connections
    // of another server, whose socket has been given the same number.
    if !isServing { close(listener) }
  }

  var address: String { "http://127.0.0.1:\(port)" }

  private static func serve(_ listener: Int32, _ response: String) {
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        _ = read(client, &buffer, buffer.count)
        _ = response.withCString { write(client, $0, strlen($0)) }
        close(client)
      }
      close(listener)
    }
  }
}
