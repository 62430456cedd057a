import FlowCore

/// What a store holds after `init`, and what was added to it.
struct PreparedStore {
  let organization: String
  var application: String?
  var sdkKeys: [(environment: String, key: String)] = []
  /// Only if it was made now: nobody can show it again.
  var token: String?
  /// The sample people.
  var people: [(role: String, email: String)] = []
  /// The sample people's password; only if they were made now.
  var password: String?
  var added: [String] = []

  /// For programs.
  var json: JSON {
    var keys = JSONObject()
    for (environment, key) in sdkKeys { keys[Name(environment)] = .string(key) }
    return [
      "organization": .string(organization),
      "application": application.map { .string($0) } ?? .null, "sdkKeys": .object(keys),
      "token": token.map { .string($0) } ?? .null,
      "people": .array(
        people.map { ["role": .string($0.role), "email": .string($0.email)] }),
      "password": password.map { .string($0) } ?? .null,
      "added": .array(added.map { .string($0) }),
    ]
  }

  /// For people.
  func text(_ settings: ServerSettings) -> String {
    var lines: [String] = []
    if added.isEmpty {
      lines.append("Everything is there already; nothing was changed.")
    } else {
      lines.append("Added to \(settings.shownStore):")
      lines += added.map { "  \($0)" }
    }
    if !sdkKeys.isEmpty {
      lines.append("SDK keys of \(application ?? organization), for apps:")
      lines += sdkKeys.map { "  \($0.environment): \($0.key)" }
    }
    if let token {
      lines.append("The admin token, shown this once; keep it secret:")
      lines.append("  \(token)")
    } else {
      lines.append("The admin token was shown when it was made; --new-token makes another.")
    }
    if let password {
      lines.append("Sample people, all with the password \(password):")
      lines += people.map { "  \($0.email)" }
    }
    lines.append("Next: flowmagic serve --store \(settings.shownStore)")
    return lines.joined(separator: "\n") + "\n"
  }
}
