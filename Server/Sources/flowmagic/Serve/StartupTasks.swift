import Accounts
import FlowServer
import FlowStore
import Logging

/// The tasks at a server's startup: disabling sample users and showing set-up links.
struct StartupTasks {
  let store: any Store
  let accounts: AccountServices
  let site: SiteSettings
  let logger: Logger
  /// The file for set-up links if standard error is not a terminal.
  let setUpFile: SetUpLinkFile

  /// In production, disables the sample users before anyone can sign in.
  func disableSampleUsers() async throws {
    guard site.mode == .production else { return }
    let disabled = try await SampleUsers.disable(in: accounts)
    guard !disabled.isEmpty else { return }
    logger.warning(
      "Disabled the sample users in production mode: \(disabled.joined(separator: ", "))")
  }

  /// Creates a set-up link for each organization without an owner, and shows it in the terminal, or
  /// writes it to a private file; never to the log.
  ///
  /// - Returns: The links in the file.
  func showSetUpLinks() async throws -> [SetUpLinkFile.Entry] {
    let organizations = try await store.organizations()
    if organizations.isEmpty {
      logger.notice("There are no organizations. Create one with `flowmagic init`.")
    }
    var entries: [SetUpLinkFile.Entry] = []
    for organization in organizations {
      let members = try await accounts.organizations.members(of: organization.id)
      guard !members.contains(where: { $0.membership.role == .owner }) else { continue }
      let link = try await accounts.organizations.createSetUpLink(for: organization.id)
      entries.append(SetUpLinkFile.Entry(organization: organization.id, link: link))
    }
    if site.mail == nil {
      logger.notice("Email is disabled because --mail-server is not set.")
    }
    return try show(entries)
  }

  private func show(_ entries: [SetUpLinkFile.Entry]) throws -> [SetUpLinkFile.Entry] {
    let isTerminal = System.isTerminal(System.stderr)
    // Replaces links from an earlier start, which are no longer valid.
    try setUpFile.write(isTerminal ? [] : entries)
    guard !isTerminal else {
      let lines = entries.map { entry in
        "\(entry.organization) has no owner. Create the owner's account (once, within a day):\n"
          + "  \(entry.link)\n"
      }
      try System.write(Array(lines.joined().utf8), to: System.stderr)
      return []
    }
    for entry in entries {
      logger.notice(
        """
        \(entry.organization) has no owner. The link that creates the owner's account (once, \
        within a day) is in the file \(setUpFile.path), which is removed afterwards.
        """)
    }
    return entries
  }
}
