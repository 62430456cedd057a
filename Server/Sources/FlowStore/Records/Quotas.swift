/// The limits of an organization and of each of its applications.
///
/// Without limits, anyone who may create something could fill the disk that everyone on the server
/// shares. The store compares inside the transaction that adds, so two at once cannot both pass.
public struct Quotas: Sendable, Equatable {
  /// The kind of resource that is counted.
  public enum Kind: String, CaseIterable, Sendable {
    /// Applications of an organization.
    case applications
    /// Environments of an application.
    case environments
    /// SDK keys of an application that are not revoked.
    case sdkKeys = "sdk-keys"
    /// API tokens of an organization that work.
    case tokens
    /// API tokens of one user in an organization that work.
    case userTokens = "user-tokens"
    /// Builds of an application that have declared something.
    case builds
    /// Bytes of an application's releases, draft, manifests and pictures.
    case storage
  }

  /// A quota that is used up.
  public struct Reached: Sendable, Equatable {
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

  /// The maximum number of listed revoked and expired keys or tokens; older ones are removed when
  /// one is added.
  public static let listedAfterEnd = 200

  private var limits: [Kind: Int]

  private init(limits: [Kind: Int]) { self.limits = limits }

  /// No limits: for operators' own commands and tests.
  public static let none = Quotas(limits: [:])

  /// The default quotas, for a server whose operator sets no others.
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
  /// The name of the server's setting.
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
