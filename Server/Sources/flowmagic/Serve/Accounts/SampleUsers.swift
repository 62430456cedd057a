import Accounts
import FlowCore
import FlowServer
import FlowStore

/// The sample users: one for each role except guest; those that are added together have the same
/// password.
///
/// Their ids are fixed, so that a server in production mode can disable them.
enum SampleUsers {
  static let roles: [Role] = [.owner, .editor, .drafter, .viewer]

  static func email(_ role: Role) -> String { "\(role.rawValue)@example.com" }

  private static let actor = Actor.operator("flowmagic init")

  private static func id(_ role: Role) -> String {
    let name = "sample" + role.rawValue
    return "p_" + name + String(repeating: "0", count: 16 - name.utf8.count)
  }

  /// Adds the users that are missing or disabled, with a new password, and makes all of them
  /// members of the organization.
  ///
  /// A user who exists keeps their password: they may be a member of other organizations.
  ///
  /// - Returns: The password if users were added, the roles of those users, and the roles of those
  ///   who existed and became members.
  static func add(
    to organization: String, in accounts: AccountServices
  ) async throws -> (password: String?, added: [Role], joined: [Role]) {
    let rolesToAdd = try await accounts.store.read { reader in
      try roles.filter { role in
        guard let user = try reader.user(id(role)) else { return true }
        return user.disabled != nil
      }
    }
    var password: String?
    if !rolesToAdd.isEmpty {
      let newPassword = SecureRandom.base62(16)
      try await put(rolesToAdd, password: newPassword, in: organization, accounts)
      password = newPassword
    }
    return (password, rolesToAdd, try await join(organization, accounts))
  }

  /// Stores enabled users with a password as members of the organization.
  private static func put(
    _ rolesToAdd: [Role], password: String, in organization: String, _ accounts: AccountServices
  ) async throws {
    // NB: hashing takes a second, so all users share one hash.
    let hash = try await accounts.passwordHasher.hash(password)
    let now = accounts.clock()
    try await accounts.store.change { writer in
      for role in rolesToAdd {
        let email = email(role)
        try writer.put(
          User(
            id: id(role), email: email, emailKey: email, name: "Sample \(role.rawValue)",
            verified: now, created: now))
        try writer.put(StoredPassword(user: id(role), hash: hash, changed: now))
        try writer.put(
          Membership(organization: organization, user: id(role), role: role, since: now))
        try writer.record(
          SecurityEvent(
            at: now, action: "account.added", user: id(role), organization: organization,
            actor: actor, client: Client(address: ""), detail: #"{"sample":true}"#))
      }
    }
  }

  /// Makes the users who are not members of the organization its members, and returns their roles.
  private static func join(
    _ organization: String, _ accounts: AccountServices
  ) async throws -> [Role] {
    let joining = try await accounts.store.read { reader in
      try roles.filter { role in
        try reader.membership(of: id(role), in: organization) == nil
      }
    }
    for role in joining {
      try await accounts.administration.addMember(id(role), to: organization, as: role, by: actor)
    }
    return joining
  }

  /// Disables the users, and removes their sessions and memberships.
  ///
  /// - Returns: The email addresses of the users that were enabled.
  static func disable(in accounts: AccountServices) async throws -> [String] {
    let now = accounts.clock()
    return try await accounts.store.change { writer in
      var emails: [String] = []
      for role in roles {
        guard var user = try writer.user(id(role)), user.disabled == nil else { continue }
        user.disabled = now
        try writer.put(user)
        _ = try writer.removeSessions(of: user.id, except: nil)
        for membership in try writer.memberships(of: user.id) {
          _ = try writer.removeMembership(of: user.id, in: membership.organization)
        }
        try writer.record(
          SecurityEvent(
            at: now, action: "account.disabled", user: user.id,
            actor: .operator("flowmagic serve"), client: Client(address: ""),
            detail: #"{"sample":true}"#))
        emails.append(user.email)
      }
      return emails
    }
  }
}
