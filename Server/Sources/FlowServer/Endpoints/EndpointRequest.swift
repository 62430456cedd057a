package import Accounts
package import FlowCore
package import FlowStore
package import HTTPTypes
package import Logging
package import NIOCore

/// A request to an endpoint, authenticated and with its body.
package struct EndpointRequest: Sendable {
  package let services: Services
  package let principal: Principal
  /// The client that sent the request.
  package let client: Client
  /// The request's resource, and the sender's permissions for it.
  package let authorization: AuthorizationContext
  /// The decoded path parameters, by name.
  package let pathParameters: [String: String]
  /// The decoded query parameters, by name.
  package let query: [String: String]
  package let headers: HTTPFields
  package let body: [UInt8]
  /// The declared schema of the body; nil if the route takes none.
  package let bodySchema: SchemaName?
  package let requestID: String
  package let logger: Logger
  /// The connection that the request arrived on.
  package let connection: any Channel
  /// The listener that received the request.
  package let listener: Listener

  package var store: any Store { services.store }
  package var now: Int { services.clock() }
  /// The network by which the client's streams are counted.
  var network: ClientNetwork? { ClientNetwork(client.address) }

  /// Returns the value of a path parameter.
  package func path(_ name: String) -> String { pathParameters[name] ?? "" }

  package var accounts: AccountServices { services.accounts }
  /// The application in the path; nil for routes without one, and for apps, whose key identifies
  /// it.
  package var application: Application? { authorization.application }

  /// The id of the request's organization.
  package var organization: String {
    get throws(Problem) {
      guard let organization = authorization.organization else {
        throw Problem.needsTokenOrUser
      }
      return organization
    }
  }

  /// The signed-in user.
  package var user: AuthenticatedUser {
    get throws(Problem) {
      guard case .user(let user) = principal else {
        throw Problem(.notSignedIn, "This requires a signed-in user.")
      }
      return user
    }
  }

  /// Returns the name of the request's organization.
  package func organizationName() async throws -> String {
    let id = try organization
    return try await store.organization(id)?.name ?? id
  }

  /// The actor of changes in the organization, for the authorization rules of accounts.
  ///
  /// NB: an organization's token has no role that the rules could check: they permit everything,
  /// and its scope in this organization was checked before.
  package var actor: Actor { principal.actor }

  /// Rejects a user whose sign-in is too old for publishing to a protected environment:
  /// `production`, and the application's last environment.
  package func requireRecentSignIn(toPublishTo environment: String) async throws {
    guard case .user(let user) = principal else { return }
    let seconds = accounts.settings.maximumAuthenticationAgeToPublish
    guard !user.authenticatedSession.session.isAuthenticated(within: seconds, at: now) else {
      return
    }
    let environments = try await store.environments(of: applicationID)
    guard ProtectedEnvironment.contains(environment, among: environments) else { return }
    throw Problem(
      .notRecent,
      "Publishing to \(environment) needs a sign-in within the last \(seconds / 3600) hours. "
        + "Confirm your identity (`POST /v1/me/confirmation`), then publish again.")
  }

  /// Whether the sender may see an application of the request's organization.
  package func canSee(_ application: Application) -> Bool {
    principal.scope(in: application.organization, application: application.id) != nil
  }

  /// The id of the request's application.
  package var applicationID: String { application?.id ?? path("app") }

  /// An audit entry about this request.
  package func audit(
    _ action: String, environment: String? = nil, application: String? = nil,
    detail: JSONObject = JSONObject()
  ) throws(Problem) -> AuditEntry {
    AuditEntry(
      at: now, actor: principal.actor, action: action, organization: try organization,
      application: application ?? self.application?.id, environment: environment,
      detail: JSON.object(detail).text(.canonical))
  }
}

// MARK: Parameters

extension EndpointRequest {
  /// An integer in the query; nil if it is not given.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = query[name] else { return nil }
    guard let value = Self.canonicalInteger(text), range.contains(value) else {
      throw Problem(
        .invalidParameter,
        "`\(name)` must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }

  /// A timestamp in the query, in seconds since 1970; nil if it is not given.
  package func timestamp(_ name: String) throws(Problem) -> Int? {
    guard let text = query[name] else { return nil }
    guard let second = Timestamp.seconds(from: text) else {
      throw Problem(
        .invalidParameter, "`\(name)` must be a timestamp such as 2027-01-14T08:00:00Z (RFC 3339).")
    }
    return second
  }

  /// An integer in the path; nil if it is not one.
  package func pathInteger(_ name: String) -> Int? {
    Self.canonicalInteger(path(name))
  }

  /// The number that a text represents in canonical form; nil for other notations, such as `01` and
  /// `+1`.
  ///
  /// NB: each notation would be another URL of the same resource, which shared caches store
  /// separately.
  private static func canonicalInteger(_ text: String) -> Int? {
    guard let value = Int(text), value >= 0, "\(value)" == text else { return nil }
    return value
  }

  /// The requested number of items on a page of a list.
  package var limit: Int {
    get throws(Problem) { try integer("limit", in: 1...200) ?? 50 }
  }

  /// The position after which a page of a list starts; nil for the first page.
  package var cursor: Int? {
    get throws(Problem) {
      guard let text = query["cursor"] else { return nil }
      guard text.hasPrefix("c"), let value = Self.canonicalInteger(String(text.dropFirst())),
        value > 0
      else {
        throw Problem(.invalidParameter, "`cursor` must be the `next` of the previous page.")
      }
      return value
    }
  }

  /// Returns the cursor for the page that follows a position in a list.
  package static func cursor(_ position: Int) -> JSON { .string("c\(position)") }
}

// MARK: Body

extension EndpointRequest {
  /// The body as a JSON object.
  ///
  /// - Throws: `malformed-body` for anything else, and for a member that a schema with
  ///   `additionalProperties: false` does not declare.
  package func object() throws -> JSONView {
    guard !body.isEmpty else {
      throw Problem.malformedBody("The request body must be a JSON object.")
    }
    let root = try ParsedJSON(body).root
    try root.requireObject()
    if let bodySchema { try ClosedSchemas.check(root, bodySchema) }
    return root
  }

  /// A name in the body: 1 to 200 characters without surrounding whitespace, as in the OpenAPI
  /// schema `Name`; accounts limit the name of a user to 100, as in `DisplayName`.
  package func name(_ name: StaticString, in object: JSONView) throws -> String {
    try BoundedText.checkName(try object.requiredString(name), "`\(name)`", limit: 200)
  }

  /// A note in the body: at most 2,000 characters without NUL; empty if it is not given.
  package func note(in object: JSONView) throws -> String {
    let note = try object.optionalString("note") ?? ""
    guard note.unicodeScalars.count <= 2000, !note.utf8.contains(0) else {
      throw Problem.malformedBody("`note` must have at most 2,000 characters, and no NUL.")
    }
    return note
  }

  /// An id in the body.
  package func id(_ name: StaticString, in object: JSONView) throws -> String {
    let text = try object.requiredString(name)
    guard Identifiers.isValid(text) else {
      throw Problem.malformedBody("`\(name)` \(Identifiers.rule)")
    }
    return text
  }
}

/// The syntax of the ids of organizations, applications and environments.
package enum Identifiers {
  package static let pattern = "^[a-z0-9][a-z0-9-]{0,62}$"
  package static let rule =
    "must have 1 to 63 lower-case letters, digits and hyphens, and must not start with a hyphen."

  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= 63, first != UInt8(ascii: "-") else {
      return false
    }
    return bytes.allSatisfy { byte in
      (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 122) || byte == UInt8(ascii: "-")
    }
  }
}
