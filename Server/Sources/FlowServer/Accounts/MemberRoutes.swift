import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// The routes of an organization's members and their roles.
enum MemberRoutes {
  static let all = [listMembers, changeMember, removeMember]

  private static let memberPath = "/v1/organizations/{org}/members"

  static let listMembers = Endpoint(
    "listMembers", .get, memberPath, .organizations, .scope(.read),
    "The members of an organization, by email address",
    responses: [ResponseDeclaration(200, "The members.", .members)]
  ) { request in
    let all = try await request.accounts.organizations.members(of: try request.organization)
    return .json(["members": .array(all.map(\.json))])
  }

  static let changeMember = Endpoint(
    "changeMember", .patch, memberPath + "/{user}", .organizations, .scope(.admin),
    "Changes the role or the grants of a member",
    detail: "`role` applies everywhere, `grants` give higher roles in single applications or "
      + "environments. Omitted fields stay unchanged.",
    body: RequestBodyDeclaration(.roleChange),
    responses: [ResponseDeclaration(200, "The member.", .member)],
    problems: [
      .notFound, .lastOwner, .invalidInput, .unknownApplication, .unknownEnvironment, .conflict,
    ],
    needsRecentSignIn: true
  ) { request in
    let body = try RoleBody(try request.object())
    let organization = try request.organization
    try await body.check(organization, request)
    let member = try await member(request)
    let changed = try await request.accounts.organizations.changeMember(
      member.user.id, of: organization, named: try await request.organizationName(),
      to: body.role, grants: body.grants, by: request.actor, client: request.client)
    return .json(Member(user: member.user, membership: changed).json)
  }

  static let removeMember = Endpoint(
    "removeMember", .delete, memberPath + "/{user}", .organizations, .scope(.admin),
    "Removes a member",
    detail: "Revokes their tokens of the organization; their account is kept.",
    responses: [ResponseDeclaration(204, "The user is no longer a member.")],
    problems: [.notFound, .lastOwner],
    needsRecentSignIn: true
  ) { request in
    let member = try await member(request)
    try await request.accounts.organizations.removeMember(
      member.user.id, of: try request.organization, named: try await request.organizationName(),
      by: request.actor, client: request.client)
    return .noContent
  }

  private static func member(_ request: EndpointRequest) async throws -> Member {
    let id = request.path("user")
    let all = try await request.accounts.organizations.members(of: try request.organization)
    guard let member = all.first(where: { $0.user.id == id }) else {
      throw Problem(.notFound, "The organization has no such member.")
    }
    return member
  }
}

/// The role and the grants in the body of a request.
struct RoleBody {
  let role: Role?
  let grants: [RoleGrant]?

  init(_ object: JSONView) throws {
    role = try object.optionalString("role").map { try Self.role($0, of: Role.allCases) }
    grants = try object.optionalArray("grants").map { try $0.map(Self.grant) }
    if role == nil, grants == nil { throw Problem.malformedBody("`role` or `grants` is required.") }
  }

  private static func role(_ text: String, of roles: [Role]) throws -> Role {
    guard let role = Role(rawValue: text), roles.contains(role) else {
      throw Problem.malformedBody(
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

  /// Checks that the applications and environments exist and belong to the organization.
  func check(_ organization: String, _ request: EndpointRequest) async throws {
    for grant in grants ?? [] {
      let application = try await request.store.application(grant.application)
      guard let application, application.organization == organization else {
        throw Problem(
          .unknownApplication,
          "The organization has no application \"\(grant.application)\".")
      }
      guard let name = grant.environment else { continue }
      let environments = try await request.store.environments(of: application.id)
      guard environments.contains(where: { $0.name == name }) else {
        throw Problem(
          .unknownEnvironment,
          "The application \"\(application.id)\" has no environment \"\(name)\".")
      }
    }
  }
}
