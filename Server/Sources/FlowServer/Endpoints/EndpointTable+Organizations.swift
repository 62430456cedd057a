import Accounts
import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Organizations, and how people come into them.
  static let organizations = [
    listOrganizations, addOrganization, renameOrganization, listInvitations, invite,
    endInvitation, acceptInvitation,
  ]

  static let listOrganizations = Endpoint(
    "listOrganizations", .get, "/v1/organizations", .organizations, .personOrToken,
    "The organizations that the caller is in",
    answers: [AnswerDeclaration(200, "The organizations, by name.", .organizations)]
  ) { call in
    let own: [String: Membership?]
    switch call.caller {
    case .program(let program):
      own = [program.token.organization: program.owner?.membership]
    case .person(let person):
      own = Dictionary(person.memberships.map { ($0.organization, $0) }) { $1 }
    case .anyone, .app: own = [:]
    }
    let all = try await call.store.organizations().compactMap { organization -> JSON? in
      guard let membership = own[organization.id] else { return nil }
      return membership?.json(named: organization.name) ?? organization.json
    }
    return .json(["organizations": .array(all)])
  }

  static let addOrganization = Endpoint(
    "addOrganization", .post, "/v1/organizations", .organizations, .person,
    "Makes an organization, whose owner one becomes",
    detail: "Where new accounts are made by invitation only, owners of another one may.",
    body: RequestBodyDeclaration(.newOrganization),
    answers: [AnswerDeclaration(201, "The organization.", .organization, headers: [.location])],
    problems: [.alreadyExists, .notAllowed]
  ) { call in
    let object = try call.object()
    let person = try call.person
    let isOpen = call.accounts.settings.registration == .open
    guard isOpen || person.memberships.contains(where: { $0.role == .owner }) else {
      throw Problem(
        .notAllowed,
        "On this server only owners of an organization make another; its operator can too.")
    }
    let organization = Organization(
      id: try call.id("id", in: object), name: try call.title("name", in: object),
      created: call.now)
    let owner = Membership(
      organization: organization.id, person: person.signedIn.person.id, role: .owner,
      since: call.now)
    try await call.store.add(
      organization, owner: owner,
      audit: AuditEntry(
        at: call.now, actor: call.caller.name, action: "organization.added",
        organization: organization.id,
        detail: JSON.object(["name": .string(organization.name)]).text(.canonical)))
    return .json(
      owner.json(named: organization.name), status: 201,
      headers: [.location: "/v1/organizations/\(organization.id)"])
  }

  static let renameOrganization = Endpoint(
    "renameOrganization", .patch, "/v1/organizations/{org}", .organizations, .scope(.admin),
    "Changes what people call the organization", body: RequestBodyDeclaration(.nameOnly),
    answers: [AnswerDeclaration(200, "The organization.", .organization)]
  ) { call in
    let name = try call.title("name", in: try call.object())
    let id = try call.organization
    try await call.store.rename(
      id, to: name, audit: try call.audit("organization.renamed", detail: ["name": .string(name)]))
    return .json(["id": .string(id), "name": .string(name)])
  }

  private static let invitationPath = "/v1/organizations/{org}/invitations"

  static let listInvitations = Endpoint(
    "listInvitations", .get, invitationPath, .organizations, .scope(.admin),
    "Who was asked to join, newest first, ended ones too",
    answers: [AnswerDeclaration(200, "The invitations.", .invitations)]
  ) { call in
    let organization = try call.organization
    let all = try await call.accounts.store.read { reader in
      try reader.invitations(of: organization)
    }
    return .json(["invitations": .array(all.map { .object($0.json) })])
  }

  static let invite = Endpoint(
    "invite", .post, invitationPath, .organizations, .scope(.admin), "Asks somebody to join",
    detail: "By mail. Where the server sends none, `link` is what to pass on.",
    body: RequestBodyDeclaration(.newInvitation),
    answers: [AnswerDeclaration(201, "The invitation.", .invitation)],
    problems: [
      .invalidAddress, .invalidInput, .alreadyExists, .unknownApplication, .unknownEnvironment,
      .conflict, .tooManyAttempts,
    ]
  ) { call in
    let object = try call.object()
    let order = try RoleOrder(object)
    let email = try call.text("email", in: object)
    let organization = try call.organization
    try await order.check(organization, call)
    let (invitation, link) = try await call.accounts.invitations.invite(
      email, to: organization, named: try await call.organizationName(),
      as: order.role ?? .guest, grants: order.grants ?? [], by: call.actor, client: call.client)
    var answer = invitation.json
    answer["link"] = link.map { .string($0) }
    return .json(.object(answer), status: 201)
  }

  static let endInvitation = Endpoint(
    "endInvitation", .delete, invitationPath + "/{id}", .organizations, .scope(.admin),
    "Takes an invitation back",
    answers: [AnswerDeclaration(204, "Its link opens nothing any more.")], problems: [.notFound]
  ) { call in
    try await call.accounts.invitations.end(
      call.path("id"), of: try call.organization, by: call.actor, client: call.client)
    return .done
  }

  static let acceptInvitation = Endpoint(
    "acceptInvitation", .post, "/v1/invitations/accept", .organizations, .person,
    "Joins the organization that a mail's link is for", body: RequestBodyDeclaration(.linkOnly),
    answers: [AnswerDeclaration(200, "The organization.", .organization)],
    problems: [.invalidLink, .notAllowed, .conflict]
  ) { call in
    let object = try call.object()
    let membership = try await call.accounts.invitations.accept(
      try call.text("link", in: object), try call.person.signedIn, client: call.client)
    let organization = try await call.store.organization(membership.organization)
    return .json(membership.json(named: organization?.name))
  }
}
