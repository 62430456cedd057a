import Accounts
import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Who is in an organization, and as what.
  static let members = [listMembers, changeMember, removeMember]

  private static let memberPath = "/v1/organizations/{org}/members"

  static let listMembers = Endpoint(
    "listMembers", .get, memberPath, .organizations, .scope(.read),
    "The people of an organization, by address",
    answers: [AnswerDeclaration(200, "The members.", .members)]
  ) { call in
    let all = try await call.accounts.organizations.members(of: try call.organization)
    return .json(["members": .array(all.map(\.json))])
  }

  static let changeMember = Endpoint(
    "changeMember", .patch, memberPath + "/{person}", .organizations, .scope(.admin),
    "Changes what somebody may do",
    detail: "`role` everywhere, and `grants` for wider roles in some applications or environments; "
      + "what is not given stays.",
    body: RequestBodyDeclaration(.roleChange),
    answers: [AnswerDeclaration(200, "The member.", .member)],
    problems: [
      .notFound, .lastOwner, .invalidInput, .unknownApplication, .unknownEnvironment, .conflict,
    ]
  ) { call in
    let order = try RoleOrder(try call.object())
    let organization = try call.organization
    try await order.check(organization, call)
    let member = try await member(call)
    let changed = try await call.accounts.organizations.changeMember(
      member.person.id, of: organization, named: try await call.organizationName(),
      to: order.role ?? member.membership.role, grants: order.grants ?? member.membership.grants,
      by: call.actor, client: call.client)
    call.services.changes.recheck()
    return .json(Member(person: member.person, membership: changed).json)
  }

  static let removeMember = Endpoint(
    "removeMember", .delete, memberPath + "/{person}", .organizations, .scope(.admin),
    "Removes somebody from the organization",
    detail: "Their tokens end with it; their account stays.",
    answers: [AnswerDeclaration(204, "They are in it no more.")],
    problems: [.notFound, .lastOwner]
  ) { call in
    let member = try await member(call)
    try await call.accounts.organizations.removeMember(
      member.person.id, of: try call.organization, named: try await call.organizationName(),
      by: call.actor, client: call.client)
    call.services.changes.recheck()
    return .done
  }

  private static func member(_ call: Call) async throws -> Member {
    let id = call.path("person")
    let all = try await call.accounts.organizations.members(of: try call.organization)
    guard let member = all.first(where: { $0.person.id == id }) else {
      throw Problem(.notFound, "The organization has no such member.")
    }
    return member
  }
}

/// What a body says about a role.
struct RoleOrder {
  let role: Role?
  let grants: [RoleGrant]?

  init(_ object: JSONView) throws {
    role = try object.optionalString("role").map { try Self.role($0, of: Role.allCases) }
    grants = try object.optionalArray("grants").map { try $0.map(Self.grant) }
    if role == nil, grants == nil { throw Problem.body("This needs `role`, or `grants`.") }
  }

  private static func role(_ text: String, of roles: [Role]) throws -> Role {
    guard let role = Role(rawValue: text), roles.contains(role) else {
      throw Problem.body(
        "`role` must be one of " + roles.map(\.rawValue).joined(separator: ", ") + ".")
    }
    return role
  }

  private static func grant(_ view: JSONView) throws -> RoleGrant {
    try view.requireObject()
    return RoleGrant(
      application: try view.requiredString("application"),
      environment: try view.optionalString("environment"),
      role: try role(try view.requiredString("role"), of: [.viewer, .drafter, .editor]))
  }

  /// Whether the places are there, and are the organization's.
  func check(_ organization: String, _ call: Call) async throws {
    for grant in grants ?? [] {
      let application = try await call.store.application(grant.application)
      guard let application, application.organization == organization else {
        throw Problem(
          .unknownApplication,
          "The organization has no application \"\(grant.application)\".")
      }
      guard let name = grant.environment else { continue }
      let environments = try await call.store.environments(of: application.id)
      guard environments.contains(where: { $0.name == name }) else {
        throw Problem(
          .unknownEnvironment,
          "The application \"\(application.id)\" has no environment \"\(name)\".")
      }
    }
  }
}
