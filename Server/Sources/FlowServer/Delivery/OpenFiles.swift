#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The limit of this process's connections, by the system's limit of open files.
package enum OpenFiles {
  /// For the store, logs, connections that are just being refused, and administration.
  private static let reserve = 128
  /// Connections of the administration listener.
  package static let reservedForAdministration = 32
  /// Connections beyond the limit that are answered so; further ones are closed without a word.
  static let reservedForRefusals = 32

  /// The number of open files available for connections.
  package static var room: Int { max(1, limit - reserve) }

  /// The limit of this process's open files, raised to the maximum.
  package static var limit: Int {
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
    return Int(clamping: limit.rlim_cur)
  }
}
