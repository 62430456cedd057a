public import Accounts
public import HTTPTypes

/// The cookies of signed-in browsers: the session, and the devices of earlier sign-ins.
///
/// Their names begin with `__Host-`: browsers accept such a cookie only from this host, over TLS or
/// from the same machine, and for all paths, so no sibling host can replace it.
public struct SessionCookies: Sendable {
  private let session: String
  private let device: String
  private static let year = 365 * 86_400

  /// Creates the cookies of an app.
  ///
  /// - Parameters:
  ///   - session: The name of the session's cookie, without `__Host-`.
  ///   - device: The name of the devices' cookie, without `__Host-`.
  public init(session: String, device: String) {
    self.session = "__Host-" + session
    self.device = "__Host-" + device
  }

  /// Returns the session of a browser; nil for a guest.
  public func session(
    _ headers: HTTPFields, in sessions: SessionService
  ) async throws -> AuthenticatedSession? {
    guard let cookie = Self.value(session, in: headers) else { return nil }
    do {
      return try await sessions.authenticate(cookie: cookie)
    } catch let error as AccountError where error.code == .noSession {
      return nil
    }
  }

  /// Returns the device secrets of earlier sign-ins in this browser, at most four.
  public func deviceSecrets(in headers: HTTPFields) -> [SecretToken] {
    (Self.value(device, in: headers) ?? "").split(separator: ".").prefix(4)
      .compactMap { SecretToken(String($0)) }
  }

  /// Returns the `Set-Cookie` fields for a new session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - now: The current time, in seconds since 1970.
  /// - Returns: The values of the fields; empty for the session of an app.
  public func signInFields(for session: NewSession, now: Int) -> [String] {
    guard case .cookie(let secret) = session.credential else { return [] }
    let devices = session.deviceSecrets.map(\.string).joined(separator: ".")
    let maxAge = max(0, session.session.expires - now)
    return [Self.setCookieField(self.session, secret, maxAge: maxAge)]
      + (devices.isEmpty ? [] : [Self.setCookieField(device, devices, maxAge: Self.year)])
  }

  /// The `Set-Cookie` field that ends the session in the browser.
  public var signOutField: String { Self.setCookieField(session, "", maxAge: 0) }

  /// Returns the `Set-Cookie` field of a cookie for this host and all its paths, which scripts
  /// cannot read and browsers do not send with another site's requests, except when a link is
  /// followed.
  ///
  /// - Parameters:
  ///   - name: The cookie's name.
  ///   - value: The value, without spaces, commas and semicolons.
  ///   - maxAge: The seconds after which it expires (`Max-Age`); 0 removes it.
  /// - Returns: The field's value.
  public static func setCookieField(_ name: String, _ value: String, maxAge: Int) -> String {
    "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(maxAge)"
  }

  /// Returns the value of a cookie; nil if there is none, or several with different values.
  public static func value(_ name: String, in headers: HTTPFields) -> String? {
    var result: String?
    for header in headers[values: .cookie] {
      for part in header.split(separator: ";") {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, pair[0].drop(while: { $0 == " " }) == name else { continue }
        if let result, result != pair[1] { return nil }
        result = String(pair[1])
      }
    }
    return result
  }
}
