#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process's limit of open files, and its share for connections.
package enum OpenFiles {
  /// Reserved for the store, logs, refused connections and administration.
  private static let reserve = 128
  /// The number of connections reserved for the administration listener.
  package static let reservedForAdministration = 32
  /// The number of refused connections that get a response at a time; others are closed without
  /// one.
  static let reservedForRefusals = 32

  /// The number of open files available for connections.
  package static var availableForConnections: Int { max(1, limit - reserve) }

  /// The process's limit of open files, after raising it as far as the system allows, to at most
  /// 1,048,576.
  package static var limit: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return .max }
    // NB: the maximum may be "unlimited", which macOS does not accept as a limit.
    let maximum = min(limit.rlim_max, 1_048_576)
    var raised = limit
    raised.rlim_cur = maximum
    if limit.rlim_cur < maximum, setrlimit(resource, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }
}
