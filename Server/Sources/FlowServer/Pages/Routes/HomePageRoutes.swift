import Accounts
import FlowStore
import HTTPTypes

/// The routes of the page after signing in.
enum HomePageRoutes {
  static let all = [showHome]

  static let showHome = Endpoint.page(
    "showHome", .get, "/", "The portal; without it, the applications and their live releases"
  ) { page in
    guard let signedIn = page.signedIn else {
      return page.redirect(
        to: "/sign-in", notice: page.hasInvalidSession ? "notice.session-over" : nil)
    }
    guard !page.accounts.sessions.lacksSecondFactor(signedIn) else {
      return page.redirect(to: AccountSection.security.path, notice: "notice.second-factor-needed")
    }
    if let response = page.portalPage() { return response }
    let user = signedIn.user
    let first = user.name.split(separator: " ").first.map(String.init)
    let title =
      first.map { page.texts.text("home.title", ["name": $0]) } ?? page.texts["home.title-plain"]
    var organizations: [[String: Any]] = []
    for membership in try await page.accounts.organizations.memberships(of: user.id) {
      organizations.append(try await page.organization(membership))
    }
    return try page.accountPage(
      "home", title,
      [
        "lead": page.texts["home.lead"], "organizations": organizations,
        "hasOrganizations": !organizations.isEmpty,
      ])
  }
}

extension PageRequest {
  fileprivate func organization(_ membership: Membership) async throws -> [String: Any] {
    let id = membership.organization
    var applications: [[String: Any]] = []
    for application in try await request.store.applications(of: id)
    where membership.role(application: application.id) > .guest {
      let environments = try await request.store.environments(of: application.id)
      applications.append([
        "name": application.name, "id": application.id,
        "environments": environments.map { environment -> [String: Any] in
          let current = request.services.currentReleases.current(
            application: application.id, environment: environment.name)
          let live = current.map { texts.text("home.live", ["number": "\($0.number)"]) }
          return ["name": environment.name, "live": orFalse(live)]
        },
      ])
    }
    return [
      "id": id, "name": try await organizationName(id),
      "role": texts["role.\(membership.role.rawValue)"], "applications": applications,
      "hasApplications": !applications.isEmpty,
    ]
  }
}
