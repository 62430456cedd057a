import HTTPTypes

/// The `Cache-Control` values of responses with releases.
///
/// An SDK key is in every copy of the app, so shared caches may store responses to it, by key.
/// Responses to a token or a session may be stored only in the caller's own cache, which
/// revalidates each time.
enum ReleaseCaching {
  /// The current release for an app: the app revalidates each time, a shared cache every 5 seconds.
  static let current = "public, max-age=0, s-maxage=5"
  /// A numbered release for an app, which never changes.
  static let numbered = "public, max-age=31536000, immutable"
  /// Any release for tokens and users, whose access may be revoked.
  static let callerOnly = "private, no-cache"

  /// The headers for the caller; `shared` applies to apps.
  static func headers(_ shared: String, for principal: Principal) -> HTTPFields {
    guard case .app = principal else {
      return [.cacheControl: callerOnly, .vary: "authorization, cookie"]
    }
    return [.cacheControl: shared, .vary: "authorization"]
  }
}
