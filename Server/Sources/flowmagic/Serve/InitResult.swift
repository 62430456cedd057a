import FlowCore
import FlowServer
import FlowStore

/// The result of `flowmagic init`.
struct InitResult {
  /// An active admin token of a service account; times are ISO 8601.
  struct AdminToken {
    let id: String
    let name: String
    let created: String
    /// Nil if it does not expire.
    let expires: String?
    let lastUsed: String?
  }

  let organization: String
  var application: String?
  var sdkKeys: [(environment: String, key: String)] = []
  /// The new token, only if it was just created; it cannot be shown again.
  var token: String?
  /// The token's expiry, as ISO 8601.
  var tokenExpires: String?
  /// All active admin tokens, the last to expire first.
  var adminTokens: [AdminToken] = []
  /// All sample users, and whether each account was just added, with the new password.
  var users: [(role: String, email: String, isAdded: Bool)] = []
  /// The password of the sample users that were just added; nil if none was.
  var password: String?
  /// What was created, as phrases such as “the application shop”.
  var added: [String] = []

  /// The result as JSON.
  var json: JSON {
    var keys = JSONObject()
    for (environment, key) in sdkKeys { keys[Name(environment)] = .string(key) }
    return [
      "organization": .string(organization),
      "application": application.map { .string($0) } ?? .null, "sdkKeys": .object(keys),
      "token": token.map { .string($0) } ?? .null,
      "tokenExpires": tokenExpires.map { .string($0) } ?? .null,
      "adminTokens": .array(adminTokens.map(\.json)),
      "users": .array(
        users.map {
          ["role": .string($0.role), "email": .string($0.email), "added": .bool($0.isAdded)]
        }),
      "password": password.map { .string($0) } ?? .null,
      "added": .array(added.map { .string($0) }),
    ]
  }

  /// Parses a result from the server.
  ///
  /// - Throws: `FlowError` if it is invalid.
  init(_ json: JSONView) throws {
    organization = try json.requiredString("organization")
    application = try json.optionalString("application")
    if let keys = json["sdkKeys"] {
      for member in keys.members {
        sdkKeys.append((member.key.string, try member.value.requireString()))
      }
    }
    token = try json.optionalString("token")
    tokenExpires = try json.optionalString("tokenExpires")
    adminTokens = try json.requiredArray("adminTokens").map { try AdminToken($0) }
    for user in try json.requiredArray("users") {
      users.append(
        (
          try user.requiredString("role"), try user.requiredString("email"),
          try user.requiredBool("added")
        ))
    }
    password = try json.optionalString("password")
    added = try json.requiredArray("added").map { try $0.requireString() }
  }

  init(organization: String) { self.organization = organization }

  /// The result as text.
  func text(_ settings: ServerSettings, inServer: Bool) -> String {
    var lines: [String] = []
    if added.isEmpty {
      lines.append("No changes: \(settings.redactedStoreURL) is already initialized.")
    } else {
      lines.append("Added to \(settings.redactedStoreURL):")
      lines += added.map { "  \($0)" }
    }
    if !sdkKeys.isEmpty {
      lines.append("SDK keys of \(application ?? organization):")
      lines += sdkKeys.map { "  \($0.environment): \($0.key)" }
    }
    lines += tokenLines
    if let password {
      lines.append("Added sample users, all with the password \(password):")
      lines += users.filter(\.isAdded).map { "  \($0.email)" }
    }
    lines.append(
      inServer
        ? OperatorResponse.doneByServer
        : "Next: flowmagic serve --store \(settings.redactedStoreURL)")
    return lines.joined(separator: "\n") + "\n"
  }

  private var tokenLines: [String] {
    if let token {
      let expiry = TimestampFormatter.local(tokenExpires)
      return [
        "Admin token, valid until \(expiry). Copy it now; it will not be shown again:",
        "  \(token)",
        "Create another at any time with `flowmagic init --new-token`.",
      ]
    }
    return ["Admin tokens:"] + adminTokens.map { "  \($0.line)" } + [
      "Tokens are only shown when they are created. Create another with --new-token."
    ]
  }
}

extension InitResult.AdminToken {
  init(_ token: APIToken) {
    self.init(
      id: token.id, name: token.name, created: Timestamp.string(token.created),
      expires: token.expires.map(Timestamp.string), lastUsed: token.lastUsed.map(Timestamp.string))
  }

  fileprivate init(_ json: JSONView) throws {
    self.init(
      id: try json.requiredString("id"), name: try json.requiredString("name"),
      created: try json.requiredString("created"), expires: try json.optionalString("expires"),
      lastUsed: try json.optionalString("lastUsed"))
  }

  fileprivate var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "name": .string(name), "created": .string(created),
    ]
    object["expires"] = expires.map { .string($0) }
    object["lastUsed"] = lastUsed.map { .string($0) }
    return .object(object)
  }

  fileprivate var line: String {
    let expiry = expires.map { "until \(TimestampFormatter.local($0))" } ?? "does not expire"
    let usage = lastUsed.map { "last used \(TimestampFormatter.local($0))" } ?? "never used"
    return "\(name) (\(id)), \(expiry), \(usage)"
  }
}
