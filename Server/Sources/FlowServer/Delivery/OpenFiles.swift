#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many connections the system lets this process have.
enum OpenFiles {
  /// For the store, logs, and connections that are just being accepted.
  private static let reserve = 128

  /// Raises the process's own limit to the most it may have, and gives what is left for
  /// connections.
  static var room: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return .max }
    // NB: macOS says "unlimited" and then takes no more than 10,240.
    let wanted = min(limit.rlim_max, 1_048_576)
    var raised = limit
    raised.rlim_cur = wanted
    if limit.rlim_cur < wanted, setrlimit(resource, &raised) == 0 { limit = raised }
    return max(1, Int(clamping: limit.rlim_cur) - reserve)
  }
}
