import Accounts
import FlowCore
import FlowServer
import FlowStore

extension OperatorOperation {
  /// All operations that a server performs for the commands.
  static func all(_ mode: SiteSettings.Mode) -> [OperatorOperation] {
    [
      initialize(mode), addUser, listUsers, disableUser, enableUser, makeResetLink, removeFactors,
      addOrganization, listReports, allowInvitations,
    ]
  }

  /// The actor in the audit log, wherever the operation runs.
  private static let actor = Actor.operator("flowmagic user")

  static let addUser = OperatorOperation("addUser") { scope, arguments in
    let organization = try arguments.optionalString("organization")
    if let organization { try await checkOrganization(organization, scope) }
    let administration = scope.accounts.administration
    let person = try await administration.addPerson(
      email: try arguments.requiredString("email"), name: try arguments.requiredString("name"),
      password: nil, isVerified: true, by: actor)
    if let organization, let role = Role(rawValue: try arguments.requiredString("role")) {
      _ = try await administration.addMember(person.id, to: organization, as: role, by: actor)
    }
    var document = person.json.object ?? JSONObject()
    document["organization"] = organization.map { .string($0) } ?? .null
    document["link"] = .string(try await administration.resetLink(for: person.id, by: actor))
    return .object(document)
  }

  static let listUsers = OperatorOperation("listUsers") { scope, _ in
    var users: [(key: String, document: JSON)] = []
    var last = ""
    while true {
      let page = try await scope.accounts.store.read { [last] reader in
        try reader.people(after: last, limit: 500).map { person in
          UserRow(person: person, memberships: try reader.memberships(of: person.id))
        }
      }
      for row in page { users.append((row.person.emailKey, row.json)) }
      guard page.count == 500, let end = page.last else { break }
      last = end.person.id
    }
    users.sort { $0.key < $1.key }
    let documents = users.map(\.document)
    return ["users": .array(documents)]
  }

  static let disableUser = OperatorOperation("disableUser") { scope, arguments in
    let person = try await person(scope, arguments)
    try await scope.accounts.administration.disable(person.id, by: actor)
    return try await scope.accounts.administration.person(person.id).json
  }

  static let enableUser = OperatorOperation("enableUser") { scope, arguments in
    let person = try await person(scope, arguments)
    try await scope.accounts.administration.enable(person.id, by: actor)
    return try await scope.accounts.administration.person(person.id).json
  }

  static let makeResetLink = OperatorOperation("makeResetLink") { scope, arguments in
    let person = try await person(scope, arguments)
    let link = try await scope.accounts.administration.resetLink(for: person.id, by: actor)
    return ["id": .string(person.id), "email": .string(person.email), "link": .string(link)]
  }

  static let removeFactors = OperatorOperation("removeFactors") { scope, arguments in
    let person = try await person(scope, arguments)
    try await scope.accounts.administration.removeFactors(of: person.id, by: actor)
    return ["id": .string(person.id), "email": .string(person.email), "removed": true]
  }

  /// The user with an email address or id.
  private static func person(_ scope: OperatorScope, _ arguments: JSONView) async throws -> Person {
    try await scope.accounts.administration.person(try arguments.requiredString("user"))
  }

  /// Throws unless the organization exists.
  static func checkOrganization(_ id: String, _ scope: OperatorScope) async throws {
    guard try await scope.store.organization(id) == nil else { return }
    let ids = try await scope.store.organizations().map(\.id)
    throw AccountError(
      .notFound,
      "There is no organization \"\(id)\". Available: \(ids.joined(separator: ", ")).")
  }
}

/// A user with their organizations.
private struct UserRow: Sendable {
  let person: Person
  let memberships: [Membership]

  var json: JSON {
    var document = person.json.object ?? JSONObject()
    let organizations = memberships.map { membership -> JSON in
      ["id": .string(membership.organization), "role": .string(membership.role.rawValue)]
    }
    document["organizations"] = .array(organizations)
    return .object(document)
  }
}

extension Person {
  /// The account as JSON, with the same members as in the API.
  fileprivate var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "email": .string(email), "name": .string(name),
      "created": .string(Timestamp.text(created)),
    ]
    object["verified"] = verified.map { .string(Timestamp.text($0)) }
    object["disabled"] = disabled.map { .string(Timestamp.text($0)) }
    return .object(object)
  }
}
