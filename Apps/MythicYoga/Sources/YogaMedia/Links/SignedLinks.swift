public import Crypto
public import Foundation
public import YogaDomain

/// Creates and verifies expiring links to a video's files for one user.
///
/// The signature is a part of the path before the file's name, so that a playlist's relative
/// URLs contain it, too. It is valid for all files of one video only.
public struct SignedLinks: Sendable {
  /// The path component used instead of a signature if none is needed.
  static let publicToken = "open"
  /// The path prefix of all links.
  public static let root = "/media"
  private let key: SymmetricKey
  private let lifetime: TimeInterval

  /// Creates a signer with a key.
  ///
  /// - Parameters:
  ///   - key: The secret; 32 bytes from a secure random generator.
  ///   - lifetime: The minimum lifetime of links, in seconds. They are valid up to an hour longer,
  ///     because they expire on the hour: until then, a page that is loaded again has the same
  ///     links, so that the browser's cache is used.
  public init(key: SymmetricKey, lifetime: TimeInterval = 6 * 3_600) {
    self.key = key
    self.lifetime = lifetime
  }

  /// The path of a file: `/media/1767225600-…/agni/mantra/master.m3u8`.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - video: The video's id: `agni/mantra`.
  ///   - userID: The id of the user whose session a request with the link needs; empty for a link
  ///     that is valid for requests without a session.
  ///   - expires: The expiry; fractions of a second are dropped.
  /// - Returns: The path with its signature.
  public func path(
    for file: MediaFile, of video: String, userID: String = "", expires: Date
  ) -> String {
    "\(Self.root)/\(token(video, userID, Int(expires.timeIntervalSince1970)))/\(video)"
      + "/\(file.rawValue)"
  }

  /// The path of a picture, which is public and does not expire.
  public static func path(forPublic file: MediaFile, of video: String) -> String {
    "\(root)/\(publicToken)/\(video)/\(file.rawValue)"
  }

  /// The links that a player of a video needs.
  public func links(for video: Video, userID: String = "", now: Date = Date()) -> VideoLinks {
    let end = now.timeIntervalSince1970 + lifetime
    let expires = Int((end / 3_600).rounded(.up)) * 3_600
    let folder = "\(Self.root)/\(token(video.id, userID, expires))/\(video.id)"
    func path(_ file: MediaFile) -> String { "\(folder)/\(file.rawValue)" }
    return VideoLinks(
      hls: path(.master), video: path(.video), videoQuiet: path(.videoQuiet),
      poster: Self.path(forPublic: .poster, of: video.id),
      posterSmall: Self.path(forPublic: .posterSmall, of: video.id),
      captionsEN: path(.captionsEN), captionsDE: path(.captionsDE), expires: expires)
  }

  /// Whether a link's token was created with this key for a video and a user and has not expired.
  func isValid(_ token: some StringProtocol, video: String, userID: String, now: Date) -> Bool {
    let parts = token.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let expires = Int(parts[0]), String(expires) == parts[0],
      let code = Data(base64URL: parts[1])
    else { return false }
    // NB: this comparison takes constant time.
    let isSigned = HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Self.signedMessage(video, userID, expires), using: key)
    return isSigned && Double(expires) > now.timeIntervalSince1970
  }

  /// The expiry of a valid token, in seconds since 1970.
  static func expiry(of token: some StringProtocol) -> Int? { Int(token.prefix { $0 != "-" }) }

  private func token(_ video: String, _ userID: String, _ expires: Int) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Self.signedMessage(video, userID, expires), using: key)
    return "\(expires)-\(Data(code).base64URL)"
  }

  /// The signed message.
  ///
  /// Different arguments never give the same message: only the user id, which is last, can contain
  /// a line break.
  private static func signedMessage(_ video: String, _ userID: String, _ expires: Int) -> Data {
    Data("mythic-yoga-media-1\n\(expires)\n\(video)\n\(userID)".utf8)
  }
}

extension Data {
  /// Base64url without padding.
  var base64URL: String {
    String(
      base64EncodedString().compactMap { $0 == "=" ? nil : $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// Accepts only the canonical encoding of the bytes.
  init?(base64URL text: some StringProtocol) {
    let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: standard + padding), data.base64URL == text else {
      return nil
    }
    self = data
  }
}
