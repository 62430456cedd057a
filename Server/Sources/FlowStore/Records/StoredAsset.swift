/// A picture that documents reference by the hash of its bytes.
public struct StoredAsset: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// The SHA-256 digest of the bytes, in 64 lower-case hexadecimal digits.
  public let digest: String
  /// The media type, detected from the bytes.
  public let type: String
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The size in bytes.
  public let size: Int
  /// The time at which it was first received.
  public let added: Int
  /// The picture's bytes; empty in lists.
  public let body: [UInt8]
  /// The number of releases that use it; 0 outside of lists.
  public let releases: Int
  /// The environments whose current release uses it; empty outside of lists.
  public let environments: [String]

  /// Creates a record.
  public init(
    application: String, digest: String, type: String, width: Int, height: Int, size: Int,
    added: Int, body: [UInt8], releases: Int = 0, environments: [String] = []
  ) {
    self.application = application
    self.digest = digest
    self.type = type
    self.width = width
    self.height = height
    self.size = size
    self.added = added
    self.body = body
    self.releases = releases
    self.environments = environments
  }

  /// The maximum number of an application's assets.
  public static let limit = 2000
  /// The time after which an unused asset is removed, in seconds: 30 days.
  public static let unusedSeconds = 30 * 86_400

  /// The result of storing an asset.
  public enum PutResult: Sendable, Equatable {
    /// The asset was stored.
    case stored
    /// The application already has it; its time of last use was updated.
    case alreadyStored
    /// The limit of assets is reached.
    case limitReached
  }

  /// The result of removing an asset.
  public enum RemovalResult: Sendable, Equatable {
    /// The asset was removed.
    case removed
    /// The application has no such asset.
    case missing
    /// The draft or a release uses the asset; with the number of the newest such release.
    case inUse(release: Int?)
    /// A template of the organization uses the asset; with the template's name.
    case inUseByTemplate(String)
  }
}
