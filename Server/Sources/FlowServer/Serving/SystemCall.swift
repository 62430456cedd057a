#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Calls of C library functions, for types that have functions of the same name.
package enum SystemCall {
  /// A single call to `read`; -1 with `errno` if it fails.
  package static func readBytes(
    _ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int { read(descriptor, buffer, count) }

  /// A single call to `write`, which may write only a part; -1 with `errno` if it fails.
  package static func writeBytes(
    _ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int
  ) -> Int { write(descriptor, buffer, count) }

  /// A call to `connect`; -1 with `errno` if it fails.
  static func connectSocket(
    _ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> CInt { connect(descriptor, address, length) }

  /// A call to `socket` for a Unix socket; -1 with `errno` if it fails.
  static func makeUnixSocket(_ type: CInt) -> CInt { socket(AF_UNIX, type, 0) }
}
