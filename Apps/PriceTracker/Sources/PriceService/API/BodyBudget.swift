internal import Accounts
internal import PriceDomain

/// Limits the number of bytes that a network may send: an IPv4 address, or a network of IPv6.
///
/// Requests are limited by number elsewhere; a body costs memory and time by its length, before
/// it is parsed.
actor BodyBudget {
  /// The longest body of a guest, who sends URLs, names and passwords but no pages.
  static let maximumGuestBytes = 16 << 10
  /// The longest body of a user, except a page or a picture.
  static let maximumUserBytes = 64 << 10
  /// The longest body with a page, which is a JSON string of up to 8 MiB, or with a picture.
  static let maximumPageBytes = (8 << 20) + (64 << 10)
  /// The number of bytes that a network may send in a window, for guests and users.
  static let guestBytes = 2 << 20, userBytes = 256 << 20
  /// The length of a window, in seconds.
  static let seconds: Int64 = 600
  /// The number of windows that are stored; beyond it, windows that have ended are
  /// removed, and if none has, all begin anew.
  static let maximumWindows = 20_000

  private struct Window {
    var start: Timestamp
    var bytes = 0
  }

  private var windows: [String: Window] = [:]

  /// The longest body of a request.
  static func limit(_ endpoint: APIEndpoint, _ caller: Caller) -> Int {
    guard caller.session != nil else { return maximumGuestBytes }
    let isLong = ["addProduct", "setPicture"].contains(endpoint.id)
    return isLong ? maximumPageBytes : maximumUserBytes
  }

  /// Counts bytes.
  ///
  /// - Throws: `PriceError` with `too-many` if that exceeds what the network may send.
  func spend(_ bytes: Int, by caller: Caller, at now: Timestamp) throws(PriceError) {
    let key = Self.key(caller)
    var window = windows[key] ?? Window(start: now)
    if now - window.start >= Self.seconds || window.start > now { window = Window(start: now) }
    guard window.bytes + bytes <= (caller.session == nil ? Self.guestBytes : Self.userBytes)
    else {
      let wait = Int(Self.seconds - (now - window.start))
      throw PriceError(
        .tooMany, "You have sent too much data. Try again in \(AccountError.time(wait)).",
        retryAfter: wait)
    }
    window.bytes += bytes
    if windows[key] == nil, windows.count >= Self.maximumWindows { removeExpired(at: now) }
    windows[key] = window
  }

  /// Returns bytes that were counted but not sent.
  func refund(_ bytes: Int, to caller: Caller) { windows[Self.key(caller)]?.bytes -= bytes }

  private func removeExpired(at now: Timestamp) {
    windows = windows.filter { now - $0.value.start < Self.seconds }
    if windows.count >= Self.maximumWindows { windows = [:] }
  }

  /// NB: guests and users of one network do not take each other's share.
  private static func key(_ caller: Caller) -> String {
    (caller.session == nil ? "guest:" : "user:") + "\(caller.client.network)"
  }
}
