import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The peer of the control socket, as reported by the system.
package enum ControlPeer {
  #if os(Linux)
    /// The layout used by the kernel (`struct ucred`, unix(7)).
    private struct Credentials {
      var process: Int32 = 0
      var user: UInt32 = 0
      var group: UInt32 = 0
    }
  #endif

  /// The id of the user who opened the connection.
  ///
  /// Nil if the system does not report it; access is then controlled by the permissions of the
  /// socket's file.
  static func user(of channel: any Channel) async throws -> UInt32? {
    #if os(Linux)
      guard let provider = channel as? any SocketOptionProvider else { return nil }
      let credentials: Credentials = try await provider.unsafeGetSocketOption(
        level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
      ).get()
      return credentials.user
    #else
      return nil
    #endif
  }

  /// Whether a user is an operator: the server's user or root, as the permissions of the socket's
  /// file require.
  package static func mayOperate(_ user: UInt32) -> Bool { user == 0 || user == geteuid() }
}
