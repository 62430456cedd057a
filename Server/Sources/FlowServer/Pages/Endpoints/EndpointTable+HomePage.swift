import Accounts
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Where one is after signing in.
  static let homePages = [showHome]

  static let showHome = Endpoint.page(
    "showHome", .get, "/", "The portal; without it, what is live where"
  ) { visit in
    guard let signedIn = visit.signedIn else {
      return visit.go(to: "/sign-in", notice: visit.isSessionOver ? "notice.session-over" : nil)
    }
    guard !visit.accounts.sessions.lacksSecondFactor(signedIn) else {
      return visit.go(to: AccountSection.security.path, notice: "notice.second-factor-needed")
    }
    if let reply = visit.portalIfThere() { return reply }
    let person = signedIn.person
    let first = person.name.split(separator: " ").first.map(String.init)
    let title =
      first.map { visit.words.text("home.title", ["name": $0]) } ?? visit.words["home.title-plain"]
    var organizations: [[String: Any]] = []
    for membership in try await visit.accounts.organizations.memberships(of: person.id) {
      organizations.append(try await visit.organization(membership))
    }
    return try visit.room(
      "home", title,
      [
        "lead": visit.words["home.lead"], "organizations": organizations,
        "hasOrganizations": !organizations.isEmpty,
      ])
  }
}

extension Visit {
  fileprivate func organization(_ membership: Membership) async throws -> [String: Any] {
    let id = membership.organization
    var applications: [[String: Any]] = []
    for application in try await call.store.applications(of: id)
    where membership.role(application: application.id) > .guest {
      let environments = try await call.store.environments(of: application.id)
      applications.append([
        "name": application.name, "id": application.id,
        "environments": environments.map { environment -> [String: Any] in
          let live = environment.current.map {
            words.text("home.live", ["number": "\($0)"])
          }
          return ["name": environment.name, "live": orFalse(live)]
        },
      ])
    }
    return [
      "id": id, "name": try await organizationName(id),
      "role": words["role.\(membership.role.rawValue)"], "applications": applications,
      "hasApplications": !applications.isEmpty,
    ]
  }
}
