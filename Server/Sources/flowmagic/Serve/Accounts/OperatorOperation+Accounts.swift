import Accounts
import FlowCore
import FlowServer
import FlowStore

extension OperatorOperation {
  /// All operations that the server performs for operator commands.
  static func all(_ mode: SiteSettings.Mode) -> [OperatorOperation] {
    [
      initialize(mode), addUser, listUsers, disableUser, enableUser, createPasswordResetLink,
      removeFactors, addOrganization, listReports, allowInvitations,
    ]
  }

  /// The actor in the audit log, wherever the operation runs: in the server or in the command.
  private static let actor = Actor.operator("flowmagic user")

  static let addUser = OperatorOperation(
    "addUser", createsStore: { $0["organization"]?.string == nil }
  ) { context, arguments in
    let organization = try arguments.optionalString("organization")
    if let organization { try await checkOrganization(organization, context) }
    let administration = context.accounts.administration
    let user: User
    do {
      user = try await administration.addUser(
        email: try arguments.requiredString("email"), name: try arguments.requiredString("name"),
        password: nil, isVerified: true, by: actor)
    } catch let error as AccountError where error.code == .addressTaken {
      throw existingAccount
    }
    if let organization, let role = Role(rawValue: try arguments.requiredString("role")) {
      _ = try await administration.addMember(user.id, to: organization, as: role, by: actor)
    }
    var document = user.json.object ?? JSONObject()
    document["organization"] = organization.map { .string($0) } ?? .null
    document["link"] = .string(
      try await administration.createPasswordResetLink(for: user.id, by: actor))
    return .object(document)
  }

  private static let existingAccount = AccountError(
    .addressTaken,
    "There is an account with this address already: `flowmagic user list` shows it. With "
      + "`flowmagic user reset-link`, its user can set a new password; for an organization, its "
      + "owners invite the user.")

  static let listUsers = OperatorOperation("listUsers", isSafe: true) { context, _ in
    var users: [(key: String, document: JSON)] = []
    var lastID = ""
    while true {
      let page = try await context.accounts.store.read { [lastID] reader in
        try reader.users(after: lastID, limit: 500).map { user in
          UserRow(user: user, memberships: try reader.memberships(of: user.id))
        }
      }
      for row in page { users.append((row.user.emailKey, row.json)) }
      guard page.count == 500, let lastRow = page.last else { break }
      lastID = lastRow.user.id
    }
    users.sort { $0.key < $1.key }
    let documents = users.map(\.document)
    return ["users": .array(documents)]
  }

  static let disableUser = OperatorOperation("disableUser") { context, arguments in
    let user = try await user(context, arguments)
    try await context.accounts.administration.disable(user.id, by: actor)
    return try await context.accounts.administration.user(user.id).json
  }

  static let enableUser = OperatorOperation("enableUser") { context, arguments in
    let user = try await user(context, arguments)
    try await context.accounts.administration.enable(user.id, by: actor)
    return try await context.accounts.administration.user(user.id).json
  }

  static let createPasswordResetLink = OperatorOperation("createPasswordResetLink") {
    context, arguments in
    let user = try await user(context, arguments)
    let link = try await context.accounts.administration.createPasswordResetLink(
      for: user.id, by: actor)
    return ["id": .string(user.id), "email": .string(user.email), "link": .string(link)]
  }

  static let removeFactors = OperatorOperation("removeFactors") { context, arguments in
    let user = try await user(context, arguments)
    let hadAny = try await context.accounts.administration.removeFactors(of: user.id, by: actor)
    return ["id": .string(user.id), "email": .string(user.email), "removed": .bool(hadAny)]
  }

  /// The user with an email address or id.
  private static func user(_ context: OperatorContext, _ arguments: JSONView) async throws -> User {
    try await context.accounts.administration.user(try arguments.requiredString("user"))
  }

  /// Throws unless the organization exists.
  static func checkOrganization(_ id: String, _ context: OperatorContext) async throws {
    guard try await context.store.organization(id) == nil else { return }
    let ids = try await context.store.organizations().map(\.id)
    let available = ids.isEmpty ? "none" : ids.joined(separator: ", ")
    throw AccountError(
      .notFound, "There is no organization \"\(id)\". Available: \(available).")
  }
}

/// A user with their organizations.
private struct UserRow: Sendable {
  let user: User
  let memberships: [Membership]

  var json: JSON {
    var document = user.json.object ?? JSONObject()
    let organizations = memberships.map { membership -> JSON in
      ["id": .string(membership.organization), "role": .string(membership.role.rawValue)]
    }
    document["organizations"] = .array(organizations)
    return .object(document)
  }
}

extension User {
  /// The account as JSON.
  fileprivate var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "email": .string(email), "name": .string(name),
      "created": .string(Timestamp.string(created)),
    ]
    object["verified"] = verified.map { .string(Timestamp.string($0)) }
    object["disabled"] = disabled.map { .string(Timestamp.string($0)) }
    return .object(object)
  }
}
