/// The version of a signed release: its number and the time of its signature.
///
/// Ordered by number, then by time; a device never goes back to a lower version.
public struct ReleaseVersion: Sendable, Hashable, Comparable {
  /// The release's number.
  public let number: Int
  /// The time at which the server signed the statement, in seconds since 1970.
  public let issued: Int
  /// The SHA-256 of the document.
  public let digest: String

  /// Creates a version.
  public init(number: Int, issued: Int, digest: String) {
    self.number = number
    self.issued = issued
    self.digest = digest
  }

  /// The version of a statement.
  public init(_ statement: ReleaseStatement) {
    self.init(number: statement.number, issued: statement.issued, digest: statement.digest)
  }

  /// The `ETag` and `Last-Event-ID` of the statement: `<number>-<issued>`.
  public var tag: String { "\(number)-\(issued)" }

  /// Whether the left version is older.
  public static func < (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    (left.number, left.issued) < (right.number, right.issued)
  }
}
