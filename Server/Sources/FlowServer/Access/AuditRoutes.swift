import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// The audit log: who changed what.
enum AuditRoutes {
  static let all = [readAudit]

  static let readAudit = Endpoint(
    "readAudit", .get, "/v1/audit", .access, .scope(.read), "The audit log, newest first",
    detail: "Entries about members, their accounts and invitations are visible to owners, and to "
      + "the members who caused them or whom they are about.",
    parameters: [
      .organization, Parameter("application", "Only changes of this application."),
      Parameter("environment", "Only changes of environments of this name."),
      Parameter("actor", "Only entries of this user or token, by its id or full name."),
      Parameter("action", "Only this action, or with a trailing dot all actions with this prefix."),
      Parameter(
        "since", format: .pattern(Timestamp.pattern),
        "The start of the period (inclusive), RFC 3339."),
      Parameter(
        "until", format: .pattern(Timestamp.pattern), "The end of the period (exclusive), RFC 3339."
      ),
      .limit, .cursor,
    ],
    responses: [ResponseDeclaration(200, "The changes.", .audit)]
  ) { request in
    let limit = try request.limit
    var filter = AuditFilter(
      application: request.query["application"], environment: request.query["environment"],
      actor: request.query["actor"], action: request.query["action"],
      since: try request.timestamp("since"), until: try request.timestamp("until"))
    filter.excludesPersonalEntries = request.authorization.scope != .admin
    filter.reader = request.actor.user
    let entries = try await request.store.audit(
      of: try request.organization, matching: filter, before: try request.cursor, limit: limit)
    let next = entries.count == limit ? entries.last?.id : nil
    return .json([
      "entries": .array(entries.map(\.json)), "next": next.map(EndpointRequest.cursor) ?? .null,
    ])
  }
}
