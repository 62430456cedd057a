#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System.Failure {
  /// An error of listening on an address.
  enum ListenFailure {
    case addressInUse
    case addressNotAvailable
    case notPermitted
    case other
  }

  var listenFailure: ListenFailure {
    switch code {
    case EADDRINUSE: .addressInUse
    case EADDRNOTAVAIL: .addressNotAvailable
    case EACCES, EPERM: .notPermitted
    default: .other
    }
  }
}
