import HTTPTypes

/// The caching rules of responses with releases.
///
/// An app's key is in every copy of the app, so responses to it may be in shared caches, by key.
/// Responses to a token or a session may be in the caller's own cache only, which revalidates each
/// time.
enum ReleaseCaching {
  /// The current release for an app: the app itself asks each time, a shared cache every 5 seconds.
  static let current = "public, max-age=0, s-maxage=5"
  /// A numbered release for an app: it never changes.
  static let numbered = "public, max-age=31536000, immutable"
  /// The same for tokens and users, whose access may end.
  static let own = "private, no-cache"

  /// The headers for who asks; `shared` is for apps.
  static func headers(_ shared: String, for principal: Principal) -> HTTPFields {
    guard case .app = principal else {
      return [.cacheControl: own, .vary: "authorization, cookie"]
    }
    return [.cacheControl: shared, .vary: "authorization"]
  }
}
