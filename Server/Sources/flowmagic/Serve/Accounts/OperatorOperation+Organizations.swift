import Accounts
import FlowCore
import FlowServer
import FlowStore

extension OperatorOperation {
  /// The actor in the audit log, wherever the operation runs: in the server or in the command.
  private static let organizationActor = Actor.operator("flowmagic org")

  static let addOrganization = OperatorOperation(
    "addOrganization", createsStore: { $0["owner"]?.string == nil }
  ) { context, arguments in
    let id = try arguments.requiredString("id")
    let name = try DisplayName.checkedNonEmpty(try arguments.requiredString("name"))
    let now = Timestamp.now()
    var owner: User?
    if let user = try arguments.optionalString("owner") {
      owner = try await context.accounts.administration.user(user)
    }
    let organization = Organization(id: id, name: name, created: now)
    let audit = AuditEntry(
      at: now, actor: organizationActor, action: "organization.added", organization: id,
      detail: JSON.object(["name": .string(name)]).text(.canonical))
    if let owner {
      let membership = Membership(organization: id, user: owner.id, role: .owner, since: now)
      try await context.store.add(organization, owner: membership, limit: nil, audit: audit)
    } else {
      try await context.store.add(organization, audit: audit)
    }
    return [
      "id": .string(id), "name": .string(name),
      "owner": owner.map { .string($0.email) } ?? .null,
    ]
  }

  static let listReports = OperatorOperation("listReports", isSafe: true) { context, _ in
    let reported = try await context.accounts.invitations.reportedOrganizations()
    let organizations = try await context.store.organizations()
    let names = Dictionary(organizations.map { ($0.id, $0.name) }) { $1 }
    let documents = reported.map { organization -> JSON in
      [
        "id": .string(organization.id),
        "name": .string(names[organization.id] ?? organization.id),
        "reports": .number(JSONNumber(organization.reports)),
        "blocked": .bool(organization.isBlocked),
      ]
    }
    return ["organizations": .array(documents)]
  }

  static let allowInvitations = OperatorOperation("allowInvitations") { context, arguments in
    let id = try arguments.requiredString("id")
    try await checkOrganization(id, context)
    let invitations = context.accounts.invitations
    let reports: Int
    if let address = try arguments.optionalString("address") {
      let wasBlocked = try await invitations.allowInvitations(
        of: id, to: address, by: organizationActor)
      reports = wasBlocked ? 1 : 0
    } else {
      reports = try await invitations.allowInvitations(of: id, by: organizationActor)
    }
    return ["id": .string(id), "reports": .number(JSONNumber(reports))]
  }
}
