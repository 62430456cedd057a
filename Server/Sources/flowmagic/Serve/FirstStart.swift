import Accounts
import FlowServer
import FlowStore
import Logging

/// What a server says when it begins: who may come in, and how the first owner does.
struct FirstStart {
  let store: any Store
  let accounts: AccountServices
  let site: SiteSettings
  let logger: Logger

  /// Shuts sample people out of production, before anybody can sign in.
  func secure() async throws {
    guard site.mode == .production else { return }
    let shut = try await SamplePeople.shutOut(of: accounts)
    guard !shut.isEmpty else { return }
    logger.warning(
      "The sample people were shut out, because this is production: \(shut.joined(separator: ", "))"
    )
  }

  /// Prints a link for every organization that nobody owns yet, and never again when somebody does.
  func announce() async throws {
    let organizations = try await store.organizations()
    if organizations.isEmpty {
      logger.notice("There is no organization yet: `flowmagic init` makes the first.")
    }
    for organization in organizations {
      let members = try await accounts.organizations.members(of: organization.id)
      guard !members.contains(where: { $0.membership.role == .owner }) else { continue }
      let link = try await accounts.organizations.setUpLink(organization: organization.id)
      logger.notice(
        "Nobody owns \(organization.id) yet. For a day, this makes its owner, once: \(link)")
    }
    if site.mail == nil {
      logger.notice("No mails are sent: there is no --mail-server.")
    }
  }
}
