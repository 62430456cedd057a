internal import Dispatch

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Resolves host names.
public protocol Resolver: Sendable {
  /// The host's addresses in the order in which they are tried; empty if it has none, or if they
  /// could not be resolved.
  func addresses(of host: String) async -> [IPAddress]
}

/// The system's resolver.
public struct SystemResolver: Resolver {
  /// The system's resolver.
  public init() {}

  /// The host's addresses by `getaddrinfo`.
  public func addresses(of host: String) async -> [IPAddress] {
    await withCheckedContinuation { continuation in
      // It blocks, so it must not run on Swift's cooperative thread pool.
      DispatchQueue.global().async { continuation.resume(returning: Self.lookUp(host)) }
    }
  }

  private static func lookUp(_ host: String) -> [IPAddress] {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var addresses: [IPAddress] = []
    var next = first
    while let info = next?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let status = getnameinfo(
        info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      let name = String(
        decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if status == 0, let address = IPAddress(name), !addresses.contains(address) {
        addresses.append(address)
      }
      next = info.ai_next
    }
    return addresses
  }
}
