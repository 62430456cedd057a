/// The paths of the service's API for apps.
///
/// Requests and responses are JSON, except for pictures. A session is sent as
/// `Authorization: Bearer`; an error is a ``ServiceProblem``.
public enum AppPaths {
  /// `POST` a ``Registration``: 202, the same for a new and for a known address.
  public static let accounts = "/api/accounts"
  /// `POST` a ``TokenMessage``: a ``SessionMessage``; the new account's address is confirmed.
  public static let verification = "/api/accounts/verification"
  /// `POST` an ``AddressMessage``: 202, the same for a known and for an unknown address.
  ///
  /// `PUT` a ``TokenMessage`` with the new password: 204; the user's sessions end.
  public static let passwordReset = "/api/accounts/password-reset"
  /// `POST` ``Credentials``: a ``SessionMessage``.
  public static let sessions = "/api/sessions"
  /// `POST` a ``RefreshMessage``: ``SessionTokens``.
  ///
  /// A refresh token works once.
  public static let refresh = "/api/sessions/refresh"
  /// `POST`: 204; the session ends.
  public static let sessionEnd = "/api/sessions/end"
  /// `GET`: a ``Profile``.
  public static let profile = "/api/me"
  /// `PUT` a ``PasswordChange``: ``SessionTokens``, which replace the old ones; the user's other
  /// sessions end.
  public static let password = "/api/me/password"
  /// `PUT` ``Credentials`` with the new address: ``SessionTokens``, which replace the old ones.
  public static let email = "/api/me/email"
  /// `POST` a ``TokenMessage``: ``SessionTokens``, which replace the old ones; the user has the new
  /// address, and their other sessions end.
  public static let emailVerification = "/api/me/email/verification"
  /// `POST` a ``PasswordMessage``: 204; the account and all its data are deleted.
  public static let deletion = "/api/me/deletion"
  /// `POST` a ``SyncRequest``: a ``SyncResponse`` with its user.
  public static let sync = "/api/sync"
  /// `GET` or `POST` the profile picture.
  public static let picture = "/account/picture"
  /// `GET` the user's data as a JSON file.
  public static let export = "/account/export"

  /// `GET`: the ``VideoPaths`` of a video such as `agni/mantra`.
  public static func links(of video: String) -> String { "/api/videos/\(video)/links" }
}
