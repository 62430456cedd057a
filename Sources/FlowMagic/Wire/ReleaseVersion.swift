/// How far a device has come: the newest statement that it has accepted.
///
/// Ordered by number, then by the second of signing; a device never goes back to a lower mark.
public struct ReleaseVersion: Sendable, Hashable, Comparable {
  /// The release's number.
  public let number: Int
  /// When the server signed its statement about it, in seconds since 1970.
  public let issued: Int
  /// The SHA-256 of the document.
  public let digest: String

  /// Makes a mark.
  public init(number: Int, issued: Int, digest: String) {
    self.number = number
    self.issued = issued
    self.digest = digest
  }

  /// The mark that a statement sets.
  public init(_ statement: ReleaseStatement) {
    self.init(number: statement.number, issued: statement.issued, digest: statement.digest)
  }

  /// What the server calls the statement in `ETag` and `Last-Event-ID`: `<number>-<issued>`.
  public var tag: String { "\(number)-\(issued)" }

  /// Whether the left one is older.
  public static func < (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    (left.number, left.issued) < (right.number, right.issued)
  }
}
