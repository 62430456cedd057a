import Accounts
import FlowServer
import FlowStore
import Logging

/// What a server does when it starts: disables sample users and logs set-up links.
struct StartupTasks {
  let store: any Store
  let accounts: AccountServices
  let site: SiteSettings
  let logger: Logger

  /// In production, disables the sample users before anyone can sign in.
  func disableSampleUsers() async throws {
    guard site.mode == .production else { return }
    let disabled = try await SampleUsers.disable(in: accounts)
    guard !disabled.isEmpty else { return }
    logger.warning(
      "Disabled the sample users in production mode: \(disabled.joined(separator: ", "))")
  }

  /// Logs a set-up link for every organization without an owner.
  func logSetUpLinks() async throws {
    let organizations = try await store.organizations()
    if organizations.isEmpty {
      logger.notice("There are no organizations. Create one with `flowmagic init`.")
    }
    for organization in organizations {
      let members = try await accounts.organizations.members(of: organization.id)
      guard !members.contains(where: { $0.membership.role == .owner }) else { continue }
      let link = try await accounts.organizations.setUpLink(organization: organization.id)
      logger.notice(
        "\(organization.id) has no owner. Create the owner's account (once, within a day): \(link)")
    }
    if site.mail == nil {
      logger.notice("Email is disabled because --mail-server is not set.")
    }
  }
}
