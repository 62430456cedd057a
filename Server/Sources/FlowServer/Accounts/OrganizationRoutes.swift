import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// Organizations, and how users join them.
enum OrganizationRoutes {
  static let all = [
    listOrganizations, addOrganization, changeOrganization, listInvitations, invite,
    revokeInvitation, acceptInvitation,
  ]

  static let listOrganizations = Endpoint(
    "listOrganizations", .get, "/v1/organizations", .organizations, .userOrToken,
    "The organizations of the authenticated user or token",
    responses: [ResponseDeclaration(200, "The organizations, by name.", .organizations)]
  ) { request in
    let memberships: [String: Membership?]
    switch request.principal {
    case .program(let program):
      memberships = [program.token.organization: program.owner?.membership]
    case .user(let user):
      memberships = Dictionary(user.memberships.map { ($0.organization, $0) }) { $1 }
    case .anonymous, .app, .operator: memberships = [:]
    }
    let all = try await request.store.organizations().compactMap { organization -> JSON? in
      guard let membership = memberships[organization.id] else { return nil }
      guard var object = membership?.json(named: organization.name).object else {
        return organization.json
      }
      object["tokenDays"] = organization.tokenDays.map { .number(JSONNumber($0)) }
      return .object(object)
    }
    return .json(["organizations": .array(all)])
  }

  static let addOrganization = Endpoint(
    "addOrganization", .post, "/v1/organizations", .organizations, .user,
    "Creates an organization, with the user as its owner",
    detail: "If registration is by invitation only, the user must be an owner of another "
      + "organization.",
    body: RequestBodyDeclaration(.newOrganization),
    responses: [ResponseDeclaration(201, "The organization.", .organization, headers: [.location])],
    problems: [.alreadyExists, .notAllowed, .invalidInput, .limitReached]
  ) { request in
    let object = try request.object()
    let user = try request.user
    let isRegistrationOpen = request.accounts.settings.registration == .open
    guard isRegistrationOpen || user.memberships.contains(where: { $0.role == .owner }) else {
      throw Problem(
        .notAllowed,
        "On this server, only owners of an organization and the operator can create another one.")
    }
    let organization = Organization(
      id: try request.id("id", in: object), name: try organizationName(object), created: request.now
    )
    let owner = Membership(
      organization: organization.id, user: user.authenticatedSession.user.id, role: .owner,
      since: request.now)
    try await request.store.add(
      organization, owner: owner,
      limit: request.accounts.settings.limits.organizationsPerUser,
      audit: AuditEntry(
        at: request.now, actor: request.principal.actor, action: "organization.added",
        organization: organization.id,
        detail: JSON.object(["name": .string(organization.name)]).text(.canonical)))
    return .json(
      owner.json(named: organization.name), status: 201,
      headers: [.location: "/v1/organizations/\(organization.id)"])
  }

  static let changeOrganization = Endpoint(
    "changeOrganization", .patch, "/v1/organizations/{org}", .organizations, .scope(.admin),
    "Changes the display name of the organization and the maximum lifetime of its tokens",
    detail: "`tokenDays` is the maximum lifetime of an API token in days; that of existing tokens "
      + "is shortened to it. Omitted fields stay unchanged.",
    body: RequestBodyDeclaration(.organizationChange),
    responses: [ResponseDeclaration(200, "The organization.", .organization)],
    problems: [.invalidInput], needsRecentSignIn: true
  ) { request in
    let object = try request.object()
    let name = try object.optionalString("name").map { _ in try organizationName(object) }
    let days = try tokenDays(object)
    guard name != nil || days != nil else {
      throw Problem.malformedBody("`name` or `tokenDays` is required.")
    }
    let id = try request.organization
    if let name {
      try await request.store.rename(
        id, to: name,
        audit: try request.audit("organization.renamed", detail: ["name": .string(name)]))
    }
    if let days {
      try await request.store.limitTokens(
        of: id, toDays: days,
        audit: try request.audit(
          "organization.tokens-limited", detail: ["days": .number(JSONNumber(days))]))
    }
    guard let organization = try await request.store.organization(id) else { return .noContent }
    return .json(organization.json)
  }

  /// Reads a name, which appears in emails to people who do not know the organization.
  private static func organizationName(_ object: JSONView) throws -> String {
    let name = try DisplayName.checked(try object.requiredString("name"))
    guard !name.isEmpty else {
      throw Problem.malformedBody("`name` must have 1 to 100 characters.")
    }
    return name
  }

  private static func tokenDays(_ object: JSONView) throws -> Int? {
    guard let days = try object.optionalInt("tokenDays") else { return nil }
    guard TokenLifetime.allowed.contains(days) else {
      throw Problem.malformedBody(
        "`tokenDays` must be from 1 to \(TokenLifetime.allowed.upperBound).")
    }
    return days
  }

  private static let invitationPath = "/v1/organizations/{org}/invitations"

  static let listInvitations = Endpoint(
    "listInvitations", .get, invitationPath, .organizations, .scope(.admin),
    "The invitations, newest first, including those that have ended or expired",
    responses: [ResponseDeclaration(200, "The invitations.", .invitations)]
  ) { request in
    let organization = try request.organization
    let all = try await request.accounts.store.read { reader in
      try reader.invitations(of: organization)
    }
    return .json(["invitations": .array(all.map { .object($0.json) })])
  }

  static let invite = Endpoint(
    "invite", .post, invitationPath, .organizations, .scope(.admin), "Creates an invitation",
    detail:
      "It is sent by email. If the server sends no email, pass on the `link` of the response.",
    body: RequestBodyDeclaration(.newInvitation),
    responses: [ResponseDeclaration(201, "The invitation.", .invitation)],
    problems: [
      .invalidAddress, .invalidInput, .alreadyExists, .unknownApplication, .unknownEnvironment,
      .conflict, .limitReached, .tooManyInvitations, .invitationsBlocked, .invitationRefused,
    ],
    needsRecentSignIn: true
  ) { request in
    let object = try request.object()
    let body = try RoleBody(object)
    let email = try request.text("email", in: object)
    let organization = try request.organization
    try await body.check(organization, request)
    let (invitation, link) = try await request.accounts.invitations.invite(
      email, to: organization, named: try await request.organizationName(),
      as: body.role ?? .guest, grants: body.grants ?? [], by: request.actor, client: request.client)
    var response = invitation.json
    response["link"] = link.map { .string($0) }
    return .json(.object(response), status: 201)
  }

  static let revokeInvitation = Endpoint(
    "revokeInvitation", .delete, invitationPath + "/{id}", .organizations, .scope(.admin),
    "Revokes an invitation",
    responses: [ResponseDeclaration(204, "Its link is no longer valid.")],
    problems: [.notFound, .invalidInput]
  ) { request in
    try await request.accounts.invitations.revoke(
      request.path("id"), of: try request.organization, by: request.actor, client: request.client)
    return .noContent
  }

  static let acceptInvitation = Endpoint(
    "acceptInvitation", .post, "/v1/invitations/accept", .organizations, .user,
    "Accepts an invitation", body: RequestBodyDeclaration(.linkOnly),
    responses: [ResponseDeclaration(200, "The organization.", .organization)],
    problems: [.invalidLink, .notAllowed, .conflict, .limitReached]
  ) { request in
    let object = try request.object()
    let membership = try await request.accounts.invitations.accept(
      try request.text("link", in: object), try request.user.authenticatedSession,
      client: request.client)
    let organization = try await request.store.organization(membership.organization)
    return .json(membership.json(named: organization?.name))
  }
}
