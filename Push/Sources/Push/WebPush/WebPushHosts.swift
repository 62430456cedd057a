/// The hosts that web push messages may be sent to.
public struct WebPushHosts: Hashable, Sendable {
  /// Host names in lowercase; one that starts with `.` matches all names that end with it.
  public var names: [String]
  /// Whether 127.0.0.1 is allowed, by http or https at any port, for a fake service in tests.
  public var allowsLoopback: Bool

  /// Allows these hosts, by https on port 443 only, and 127.0.0.1 if `allowsLoopback` is true.
  public init(_ names: [String], allowsLoopback: Bool = false) {
    self.names = names
    self.allowsLoopback = allowsLoopback
  }

  /// The push services of Chrome, Edge, Firefox, Opera, Safari and Samsung's browser.
  public static let browsers = WebPushHosts([
    "fcm.googleapis.com", "jmt17.google.com", ".push.services.mozilla.com",
    ".notify.windows.com", ".push.apple.com",
  ])

  package func allows(scheme: String, host: String, port: Int?) -> Bool {
    if allowsLoopback, host == "127.0.0.1", scheme == "http" || scheme == "https" { return true }
    guard scheme == "https", port == nil || port == 443 else { return false }
    let host = host.lowercased()
    return names.contains { $0.hasPrefix(".") ? host.hasSuffix($0) : host == $0 }
  }
}
