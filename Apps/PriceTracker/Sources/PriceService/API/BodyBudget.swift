internal import Accounts
internal import PriceDomain

/// Limits the bytes of request bodies that each network may send to a service in ten minutes.
///
/// A network is an IPv4 address, or the `/64` of an IPv6 address.
///
/// It complements the rate limits, which count operations: reading a body takes memory and time in
/// proportion to its length, before any operation is counted.
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
  static let windowSeconds: Int64 = 600
  /// The number of windows that are stored; beyond it, windows that have ended are removed, and if
  /// none has, all are.
  static let maximumWindows = 20_000

  private struct Window {
    var start: Timestamp
    var bytes = 0
  }

  private var windows: [String: Window] = [:]

  /// Returns the maximum number of bytes in the body of a caller's request to an endpoint.
  static func maximumBytes(of endpoint: APIEndpoint, by caller: Caller) -> Int {
    guard caller.session != nil else { return maximumGuestBytes }
    let isLong = ["addProduct", "setPicture"].contains(endpoint.id)
    return isLong ? maximumPageBytes : maximumUserBytes
  }

  /// Counts the bytes of a body.
  ///
  /// - Throws: `PriceError` with `too-many` if the network would exceed its limit.
  func spend(_ bytes: Int, by caller: Caller, at now: Timestamp) throws(PriceError) {
    let key = Self.windowKey(for: caller)
    var window = windows[key] ?? Window(start: now)
    if now - window.start >= Self.windowSeconds || window.start > now {
      window = Window(start: now)
    }
    guard window.bytes + bytes <= (caller.session == nil ? Self.guestBytes : Self.userBytes)
    else {
      let wait = Int(Self.windowSeconds - (now - window.start))
      throw PriceError(
        .tooMany, "You have sent too much data. Try again in \(AccountError.duration(wait)).",
        retryAfter: wait)
    }
    window.bytes += bytes
    if windows[key] == nil, windows.count >= Self.maximumWindows { removeExpired(at: now) }
    windows[key] = window
  }

  /// Subtracts bytes that were counted but not received.
  func refund(_ bytes: Int, to caller: Caller) {
    let key = Self.windowKey(for: caller)
    // A new window may have begun since they were counted.
    if let window = windows[key] { windows[key]?.bytes = max(0, window.bytes - bytes) }
  }

  private func removeExpired(at now: Timestamp) {
    windows = windows.filter { now - $0.value.start < Self.windowSeconds }
    if windows.count >= Self.maximumWindows { windows = [:] }
  }

  /// NB: guests and users of one network are counted separately.
  private static func windowKey(for caller: Caller) -> String {
    (caller.session == nil ? "guest:" : "user:") + "\(caller.client.network)"
  }
}
