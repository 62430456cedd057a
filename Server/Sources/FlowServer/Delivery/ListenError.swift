package import NIOCore

/// The error of a listener that cannot listen on its address.
package struct ListenError: Error {
  /// The configured address; with inherited sockets, not necessarily theirs.
  package let address: ServerAddress
  /// The error of the system call.
  package let cause: IOError
}
