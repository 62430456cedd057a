public import Accounts
import FlowStore

/// The records that tests share.
enum Shop {
  static let organization = Organization(id: "acme", name: "Acme", created: 100)
  static let app = Application(id: "shop", organization: "acme", name: "Shop", created: 101)

  /// Adds the organization and its application with `staging` and `production`.
  static func add(to store: any Store) async throws {
    try await store.add(organization, audit: entry("organization.added", application: nil))
    try await store.add(
      app, environments: ["staging", "production"], audit: entry("application.added"))
  }

  static func entry(_ action: String, application: String? = "shop") -> AuditEntry {
    AuditEntry(
      at: 200, actor: "Ada", action: action, organization: "acme", application: application)
  }

  static func release(
    _ number: Int, in environment: String = "production", rollbackOf: Int? = nil,
    by author: Actor = "Ada"
  ) -> StoredRelease {
    StoredRelease(
      application: "shop", environment: environment, number: number,
      body: Array(#"{"schema":1,"number":\#(number)}"#.utf8), note: "Number \(number)",
      author: author, published: 1000 + number, rollbackOf: rollbackOf)
  }

  static func publish(
    _ numbers: ClosedRange<Int>, to store: any Store, by author: Actor = "Ada"
  ) async throws {
    for number in numbers {
      try await store.publish(
        release(number, by: author), audit: entry("release.published"))
    }
  }

  static func manifest(build: String, body: String = "{}") -> StoredManifest {
    StoredManifest(
      application: "shop", platform: "ios", version: "2.3.0", build: build,
      body: Array(body.utf8), received: 300)
  }

  static func key(_ id: String, environment: String = "production") -> StoredSDKKey {
    StoredSDKKey(
      id: id, application: "shop", environment: environment, name: "Phones", created: 400)
  }

  static func token(_ id: String, organization: String = "acme") -> APIToken {
    APIToken(
      id: id, organization: organization, name: "CI", hash: (0..<32).map { UInt8($0 * 8) },
      scopes: ["read", "draft", "publish"], created: 500, expires: 9000)
  }

  static func token(
    _ id: String, of user: User, organization: String = "acme", lastUsed: Int? = nil
  ) -> APIToken {
    APIToken(
      id: id, organization: organization, name: "Laptop", hash: Array(repeating: 7, count: 32),
      scopes: ["read"], created: 500, user: user.id, application: "shop",
      environment: "staging", lastUsed: lastUsed)
  }

  static let ada = User(
    id: "p_ada", email: "Ada@example.com", emailKey: "ada@example.com", name: "Ada",
    verified: 110, created: 100)

  static let bob = User(
    id: "p_bob", email: "bob@example.com", emailKey: "bob@example.com", name: "Bob",
    created: 100)

  static func membership(of user: User = ada, in organization: String = "acme") -> Membership {
    Membership(organization: organization, user: user.id, role: .owner, since: 150)
  }

  static func event(
    _ action: String, of user: User? = ada, in organization: String? = nil,
    address: String = "192.0.2.7", detail: String = "{}"
  ) -> SecurityEvent {
    SecurityEvent(
      at: 900, action: action, user: user?.id, organization: organization,
      actor: "ada@example.com", client: Client(address: address, userAgent: "Browser/1"),
      detail: detail)
  }

  static func batch(
    _ key: String, environment: String = "production", uses: [BuildUse] = [],
    attributes: [AttributeUse] = [], at: Int = 600
  ) -> EventBatch {
    EventBatch(
      application: "shop", environment: environment, key: key, count: 2,
      body: Array(#"[{"id":"\#(key)-1"},{"id":"\#(key)-2"}]"#.utf8), received: at, uses: uses,
      attributes: attributes)
  }

  static func use(build: String, day: Int, sessions: Int) -> BuildUse {
    BuildUse(platform: "ios", version: "2.3.0", build: build, day: day, sessions: sessions)
  }
}

/// In tests, a string literal is an operator.
extension Actor: @retroactive ExpressibleByStringLiteral {
  /// Creates an operator with this name.
  public init(stringLiteral value: String) { self = .operator(value) }
}
