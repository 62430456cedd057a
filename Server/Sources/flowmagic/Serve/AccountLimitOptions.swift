import Accounts
import ArgumentParser
import Configuration

/// The options for the limits of one user and one organization.
struct AccountLimitOptions: ParsableArguments {
  @Option(help: "Maximum organizations that a user may create. (default: 10; 0: no limit)")
  var organizationsPerUser: String?

  @Option(help: "Maximum members per organization. (default: 1000; 0: no limit)")
  var membersPerOrganization: String?

  @Option(help: "Maximum pending invitations per organization. (default: 100; 0: no limit)")
  var pendingInvitations: String?

  @Option(help: "Maximum invitations that a user may send per day. (default: 50; 0: no limit)")
  var invitationsPerUser: String?

  @Option(
    help: "Maximum invitations that an organization may send per day. (default: 200; 0: no limit)")
  var invitationsPerOrganization: String?

  @Option(
    help: "Maximum invitations that an address may receive per day. (default: 5; 0: no limit)")
  var invitationsPerAddress: String?

  @Option(
    help: """
      The number of recipients' reports that block an organization's invitations. (default: 3; \
      0: never)
      """)
  var reportsToBlock: String?

  /// The options from the command line, by name.
  var values: [String: String] {
    [
      "organizations-per-user": organizationsPerUser,
      "members-per-organization": membersPerOrganization,
      "pending-invitations": pendingInvitations, "invitations-per-user": invitationsPerUser,
      "invitations-per-organization": invitationsPerOrganization,
      "invitations-per-address": invitationsPerAddress, "reports-to-block": reportsToBlock,
    ].compactMapValues { $0 }
  }

  static let names = Set(AccountLimits.settings.map(\.name))
}

extension AccountLimits {
  fileprivate typealias Setting = (name: String, limit: WritableKeyPath<AccountLimits, Int>)

  fileprivate static var settings: [Setting] {
    [
      ("organizations-per-user", \.organizationsPerUser),
      ("members-per-organization", \.membersPerOrganization),
      ("pending-invitations", \.pendingInvitations),
      ("invitations-per-user", \.invitationsPerUser),
      ("invitations-per-organization", \.invitationsPerOrganization),
      ("invitations-per-address", \.invitationsPerAddress),
      ("reports-to-block", \.reportsToBlock),
    ]
  }

  /// Reads the limits of users and organizations.
  init(_ reader: ConfigReader) throws(ServerSettings.Failure) {
    self.init()
    for (name, limit) in Self.settings {
      if let number = try reader.wholeNumber(name) { self[keyPath: limit] = number }
    }
  }

  /// The settings to log at startup.
  var loggedSettings: [(String, String)] {
    Self.settings.map { ($0.name, "\(self[keyPath: $0.limit])") }
  }
}
