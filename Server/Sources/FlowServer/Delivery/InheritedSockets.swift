#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Listening sockets that were opened before the server was started, such as by a systemd socket
/// unit (sd_listen_fds(3)).
///
/// They stay open while one server stops and the next one starts, so connections wait in between
/// and none is refused.
package struct InheritedSockets: Sendable, Equatable {
  /// An error about inherited sockets that cannot be used.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The descriptors of the public listener's sockets.
  package var `public`: [CInt] = []
  /// The descriptors of the administration listener's sockets, which are named like the setting,
  /// `admin-bind`.
  package var administration: [CInt] = []

  /// Creates an empty value: the server opens its own sockets.
  package init() {}

  /// The number of the first descriptor.
  private static let firstDescriptor: CInt = 3

  /// Takes ownership of the sockets in the environment, so that no child process inherits them.
  ///
  /// - Throws: `Failure` for a descriptor that is not a listening socket.
  package static func take() throws(Failure) -> InheritedSockets {
    let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
    let values = names.map { name in getenv(name).map { String(cString: $0) } }
    for name in names { unsetenv(name) }
    let sockets = InheritedSockets(
      process: values[0], count: values[1], names: values[2], own: getpid())
    for descriptor in sockets.public + sockets.administration {
      guard BoundSocket.isListening(descriptor) else {
        throw Failure(
          description: "LISTEN_FDS names the descriptor \(descriptor), which is not a listening "
            + "stream socket. The socket unit needs ListenStream= and Accept=no.")
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    return sockets
  }

  /// Parses the environment variables; the value is empty if they are invalid or meant for another
  /// process than `own`.
  package init(process: String?, count: String?, names: String?, own: Int32) {
    guard process == "\(own)", let number = count.flatMap({ CInt($0) }), (1...1024).contains(number)
    else { return }
    let names = (names ?? "").split(separator: ":", omittingEmptySubsequences: false)
    for index in 0..<number {
      let name = Int(index) < names.count ? names[Int(index)] : ""
      if name == "admin-bind" {
        administration.append(Self.firstDescriptor + index)
      } else {
        self.public.append(Self.firstDescriptor + index)
      }
    }
  }
}
