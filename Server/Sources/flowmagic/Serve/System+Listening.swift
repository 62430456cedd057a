#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System.Refusal {
  /// Why an address cannot be listened on.
  enum Kind {
    case addressInUse
    case addressNotHere
    case notPermitted
    case other
  }

  var kind: Kind {
    switch code {
    case EADDRINUSE: .addressInUse
    case EADDRNOTAVAIL: .addressNotHere
    case EACCES, EPERM: .notPermitted
    default: .other
    }
  }
}
