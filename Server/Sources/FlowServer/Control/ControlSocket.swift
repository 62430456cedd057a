import FlowStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The Unix socket beside a store, over which commands reach the running server.
///
/// Only operators may open its file: the server's user and root. Only the holder of the store's
/// lock may create or remove it, so a socket without a listener is left over from a crash and is
/// replaced.
package struct ControlSocket: Sendable {
  /// The path: `flowmagic.db.control` for `flowmagic.db`.
  package let path: String

  /// The socket of the store in a file; symbolic links are resolved to the same socket.
  package init(store: String) {
    path = (FilePaths.resolved(store) ?? store) + ".control"
  }

  // MARK: Listening

  /// Creates the socket's file with permissions for its owner only, and returns the descriptor of
  /// the bound socket; for a server that holds the store's lock.
  ///
  /// Connections are refused until the server listens on it.
  ///
  /// - Throws: `ControlFailure`.
  package func make() throws(ControlFailure) -> CInt {
    let new = path + ".new"
    unlink(new)
    let descriptor = try Self.socket()
    do throws(ControlFailure) {
      let result = try Self.withAddress(of: new) { bind(descriptor, $0, $1) }
      // No client can connect before the server listens, and by then the permissions are set.
      guard result == 0, chmod(new, 0o600) == 0, rename(new, path) == 0 else {
        throw Self.failure("create the control socket \(path)")
      }
    } catch {
      close(descriptor)
      unlink(new)
      throw error
    }
    return descriptor
  }

  /// Removes the socket's file; for a server that still holds the store's lock.
  package func remove() { unlink(path) }

  // MARK: Connecting

  /// Connects to the listening server; returns nil if there is none.
  ///
  /// - Throws: `ControlFailure`, such as for a user who may not open the socket.
  package func connect() throws(ControlFailure) -> CInt? {
    let descriptor = try Self.socket()
    let result: CInt
    do throws(ControlFailure) {
      result = try Self.withAddress(of: path) { SystemCall.connectSocket(descriptor, $0, $1) }
    } catch {
      close(descriptor)
      throw error
    }
    if result == 0 { return descriptor }
    let code = errno
    close(descriptor)
    switch code {
    case ENOENT, ECONNREFUSED, ENOTDIR: return nil
    case EACCES, EPERM: throw notPermitted()
    default:
      errno = code
      throw Self.failure("connect to the running server over \(path)")
    }
  }

  private func notPermitted() -> ControlFailure {
    var status = stat()
    var owner = "the server's user"
    if stat(path, &status) == 0 {
      owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? owner
    }
    let users = owner == "root" ? owner : "\(owner) or as root"
    return ControlFailure(
      "A server is using this store, and this user may not open its control socket \(path): run "
        + "the command as \(users). Nothing was changed.")
  }

  // MARK: Addresses

  private static func socket() throws(ControlFailure) -> CInt {
    #if os(Linux)
      let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = SystemCall.makeUnixSocket(kind)
    guard descriptor >= 0 else { throw failure("create a socket") }
    return descriptor
  }

  /// Calls `body` with the socket address of a path.
  ///
  /// An address holds about a hundred bytes. On Linux, a longer path is addressed through an open
  /// descriptor of its folder.
  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) throws(ControlFailure) -> CInt {
    if let result = withShortAddress(of: path, body) { return result }
    #if os(Linux)
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { String(path[..<$0]) + "/" } ?? "."
      let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return -1 }
      defer {
        let code = errno
        close(descriptor)
        errno = code
      }
      let short = "/proc/self/fd/\(descriptor)/\(name)"
      if let result = withShortAddress(of: short, body) { return result }
    #endif
    throw ControlFailure(
      "\(path) is too long for the name of a socket: use a store with a shorter path.")
  }

  /// Calls `body` with the socket address of a path; returns nil if the path is too long.
  private static func withShortAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt? {
    var address = sockaddr_un()
    let bytes = Array(path.utf8)
    // One byte is reserved for the terminating zero.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func failure(_ attempt: String) -> ControlFailure {
    ControlFailure("Cannot \(attempt): \(String(cString: strerror(errno))).")
  }
}
