import FlowCore

/// The result of `flowmagic init`.
struct InitResult {
  let organization: String
  var application: String?
  var sdkKeys: [(environment: String, key: String)] = []
  /// Only if it was created now; it cannot be shown again.
  var token: String?
  /// The sample users.
  var users: [(role: String, email: String)] = []
  /// The sample users' password, only if they were created now.
  var password: String?
  var added: [String] = []

  /// The result as JSON.
  var json: JSON {
    var keys = JSONObject()
    for (environment, key) in sdkKeys { keys[Name(environment)] = .string(key) }
    return [
      "organization": .string(organization),
      "application": application.map { .string($0) } ?? .null, "sdkKeys": .object(keys),
      "token": token.map { .string($0) } ?? .null,
      "users": .array(
        users.map { ["role": .string($0.role), "email": .string($0.email)] }),
      "password": password.map { .string($0) } ?? .null,
      "added": .array(added.map { .string($0) }),
    ]
  }

  /// A result that was made elsewhere.
  ///
  /// - Throws: `FlowError` if it is none.
  init(_ json: JSONView) throws {
    organization = try json.requiredString("organization")
    application = try json.optionalString("application")
    if let keys = json["sdkKeys"] {
      for member in keys.members {
        sdkKeys.append((member.key.string, try member.value.requireString()))
      }
    }
    token = try json.optionalString("token")
    for user in try json.requiredArray("users") {
      users.append((try user.requiredString("role"), try user.requiredString("email")))
    }
    password = try json.optionalString("password")
    added = try json.requiredArray("added").map { try $0.requireString() }
  }

  init(organization: String) { self.organization = organization }

  /// The result as text.
  func text(_ settings: ServerSettings, inServer: Bool) -> String {
    var lines: [String] = []
    if added.isEmpty {
      lines.append("No changes: \(settings.shownStore) is already initialized.")
    } else {
      lines.append("Added to \(settings.shownStore):")
      lines += added.map { "  \($0)" }
    }
    if !sdkKeys.isEmpty {
      lines.append("SDK keys of \(application ?? organization):")
      lines += sdkKeys.map { "  \($0.environment): \($0.key)" }
    }
    if let token {
      lines.append("Admin token. Copy it now; it will not be shown again:")
      lines.append("  \(token)")
    } else {
      lines.append(
        "The admin token was shown when it was created. Use --new-token to create another.")
    }
    if let password {
      lines.append("Sample users, all with the password \(password):")
      lines += users.map { "  \($0.email)" }
    }
    lines.append(
      inServer
        ? OperatorAnswer.doneByServer : "Next: flowmagic serve --store \(settings.shownStore)")
    return lines.joined(separator: "\n") + "\n"
  }
}
