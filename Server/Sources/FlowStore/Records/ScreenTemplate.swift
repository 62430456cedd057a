public import Accounts

/// A version of a screen template: a drawn screen that an organization stores.
public struct ScreenTemplate: Sendable, Equatable {
  /// The organization's id.
  public let organization: String
  /// The id, which documents refer to.
  public let id: String
  /// The display name, unique in the organization.
  public let name: String
  /// The revision, which increases with every change; the entity tag of the API.
  public let revision: Int
  /// The version of the content, starting at 1.
  public let version: Int
  /// The content as canonical JSON; empty in lists.
  public let body: [UInt8]
  /// The author of this version.
  public let author: Actor
  /// The time of this version.
  public let updated: Int

  /// Creates a record.
  public init(
    organization: String, id: String, name: String, revision: Int = 1, version: Int = 1,
    body: [UInt8], author: Actor, updated: Int
  ) {
    self.organization = organization
    self.id = id
    self.name = name
    self.revision = revision
    self.version = version
    self.body = body
    self.author = author
    self.updated = updated
  }

  /// The maximum number of an organization's templates.
  public static let limit = 200
  /// The maximum size of an organization's templates with all versions: 32 MiB.
  public static let maximumBytes = 32 << 20
  /// The number of stored versions of a template; older ones are removed.
  public static let keptVersions = 20

  /// A picture that a template shows, and the application that owns the picture.
  public struct Asset: Sendable, Equatable {
    /// The application's id.
    public let application: String
    /// The SHA-256 of the picture's bytes.
    public let digest: String

    /// Creates a reference.
    public init(application: String, digest: String) {
      self.application = application
      self.digest = digest
    }
  }

  /// A change to a template: a new name, new content, or both.
  public struct Change: Sendable, Equatable {
    /// The organization's id.
    public let organization: String
    /// The template's id.
    public let id: String
    /// The revision that the change is based on.
    public let revision: Int
    /// The new name; nil to keep it.
    public let name: String?
    /// The new content; nil to keep it.
    public let body: [UInt8]?
    /// The pictures that the new content shows.
    public let assets: [Asset]
    /// The author of the change.
    public let author: Actor
    /// The time of the change.
    public let at: Int

    /// Creates a change.
    public init(
      organization: String, id: String, revision: Int, name: String? = nil, body: [UInt8]? = nil,
      assets: [Asset] = [], author: Actor, at: Int
    ) {
      self.organization = organization
      self.id = id
      self.revision = revision
      self.name = name
      self.body = body
      self.assets = assets
      self.author = author
      self.at = at
    }
  }
}
