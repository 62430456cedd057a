import Accounts
import FlowCore
import FlowServer
import FlowStore

/// The people of the sample organization, one of each role, with one password.
///
/// Their ids say what they are: a server in production shuts them, whatever became of them.
enum SamplePeople {
  static let roles: [Role] = [.owner, .editor, .drafter, .viewer]

  static func email(_ role: Role) -> String { "\(role.rawValue)@example.com" }

  private static func id(_ role: Role) -> String {
    let name = "sample" + role.rawValue
    return "p_" + name + String(repeating: "0", count: 16 - name.utf8.count)
  }

  /// Makes those that are missing, and lets those in again that production has shut.
  ///
  /// - Returns: The password of those that were made; nil if all were there.
  static func add(
    to organization: String, of accounts: AccountServices
  ) async throws -> (password: String?, added: [Role]) {
    let missing = try await accounts.store.read { reader in
      try roles.filter { role in
        let person = try reader.person(id(role))
        let membership = try reader.membership(of: id(role), in: organization)
        return person == nil || person?.disabled != nil || membership == nil
      }
    }
    guard !missing.isEmpty else { return (nil, []) }
    let password = SecureRandom.base62(16)
    // NB: the same hash for all: it takes a second to make, and they have one password.
    let hash = try await accounts.passwordHasher.hash(password)
    let now = accounts.clock()
    try await accounts.store.change { writer in
      for role in missing {
        let email = email(role)
        try writer.put(
          Person(
            id: id(role), email: email, emailKey: email, name: "Sample \(role.rawValue)",
            verified: now, created: now))
        try writer.put(StoredPassword(person: id(role), hash: hash, changed: now))
        try writer.put(
          Membership(organization: organization, person: id(role), role: role, since: now))
        try writer.record(
          SecurityEvent(
            at: now, action: "account.added", person: id(role), organization: organization,
            actor: "flowmagic init", client: Client(address: ""), detail: #"{"sample":true}"#))
      }
    }
    return (password, missing)
  }

  /// Shuts them out: their accounts, their sessions, and their places in organizations.
  ///
  /// - Returns: The addresses of those that were open.
  static func shutOut(of accounts: AccountServices) async throws -> [String] {
    let now = accounts.clock()
    return try await accounts.store.change { writer in
      var shut: [String] = []
      for role in roles {
        guard var person = try writer.person(id(role)), person.disabled == nil else { continue }
        person.disabled = now
        try writer.put(person)
        _ = try writer.removeSessions(of: person.id, except: nil)
        for membership in try writer.memberships(of: person.id) {
          _ = try writer.removeMembership(of: person.id, in: membership.organization)
        }
        try writer.record(
          SecurityEvent(
            at: now, action: "account.disabled", person: person.id, actor: "flowmagic serve",
            client: Client(address: ""), detail: #"{"sample":true}"#))
        shut.append(person.email)
      }
      return shut
    }
  }
}
