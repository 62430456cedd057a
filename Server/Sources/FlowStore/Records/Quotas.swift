/// The limits of an organization and of each of its applications.
///
/// Without limits, any user could fill the disk that all users of the server share. The store
/// checks them in the transaction that adds a record, so concurrent changes cannot exceed them
/// together.
public struct Quotas: Sendable, Equatable {
  /// The kind of resource that is counted.
  public enum Kind: String, CaseIterable, Sendable {
    /// Applications of an organization.
    case applications
    /// Environments of an application.
    case environments
    /// Active SDK keys of an application.
    case sdkKeys = "sdk-keys"
    /// Active API tokens of an organization.
    case tokens
    /// Active API tokens of one user in an organization.
    case userTokens = "user-tokens"
    /// Builds of an application with a manifest.
    case builds
    /// Bytes of an application's releases, draft, manifests and pictures.
    case storage
  }

  /// A quota that has been reached.
  public struct ReachedQuota: Sendable, Equatable {
    /// The kind of resource.
    public let kind: Kind
    /// The maximum number.
    public let limit: Int
    /// The current number.
    public let count: Int

    /// Creates a value.
    public init(kind: Kind, limit: Int, count: Int) {
      self.kind = kind
      self.limit = limit
      self.count = count
    }
  }

  /// The maximum number of stored keys or tokens that are revoked or expired; adding one removes
  /// the oldest beyond that.
  public static let maximumInactive = 200

  private var limits: [Kind: Int]

  private init(limits: [Kind: Int]) { self.limits = limits }

  /// No limits, for operator commands and tests.
  public static let none = Quotas(limits: [:])

  /// The default quotas.
  public static let standard = Quotas(limits: [
    .applications: 100, .environments: 20, .sdkKeys: 100, .tokens: 500, .userTokens: 50,
    .builds: 1000, .storage: 2 << 30,
  ])

  /// The limit of a kind; nil for none.
  public subscript(kind: Kind) -> Int? {
    get { limits[kind] }
    set { limits[kind] = newValue }
  }
}

extension Quotas.Kind {
  /// The name of the setting on the server.
  public var setting: String {
    switch self {
    case .applications: "application-quota"
    case .environments: "environment-quota"
    case .sdkKeys: "sdk-key-quota"
    case .tokens: "token-quota"
    case .userTokens: "user-token-quota"
    case .builds: "build-quota"
    case .storage: "storage-quota"
    }
  }
}
