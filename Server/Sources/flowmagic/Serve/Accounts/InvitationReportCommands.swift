import Accounts
import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Lists organizations that recipients of their invitations reported.
struct ListReportsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports",
    abstract: "List organizations that recipients of invitations reported.",
    discussion: """
      Works directly on the store of a stopped server. Reports that were lifted are not counted.

      --json: {"organizations": [{"id", "name", "reports", "blocked"}]}.

      Example:
        flowmagic org reports
      """)

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await OfflineStore.withStore(options) { offline in
      let reported = try await offline.accounts.invitations.reportedOrganizations()
      let organizations = try await offline.store.organizations()
      let names = Dictionary(organizations.map { ($0.id, $0.name) }) { $1 }
      let documents = reported.map { one -> JSON in
        [
          "id": .string(one.id), "name": .string(names[one.id] ?? one.id),
          "reports": .number(JSONNumber(one.reports)), "blocked": .bool(one.isBlocked),
        ]
      }
      let rows = reported.map { one in
        [
          StyledText(one.id), StyledText(names[one.id] ?? one.id), StyledText("\(one.reports)"),
          StyledText(one.isBlocked ? "blocked" : "allowed"),
        ]
      }
      let lines =
        rows.isEmpty
        ? ["No organization was reported."]
        : Table.lines(["id", "name", "reports", "invitations"], rows, width: 200).map(\.plain)
      return options.text(["organizations": .array(documents)], lines)
    }
  }
}

/// Allows a reported organization to send invitations again.
struct AllowInvitationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow-invitations",
    abstract: "Allow a reported organization to send invitations again.",
    discussion: """
      Works directly on the store of a stopped server. Look at the organization first. Recipients \
      who reported it are still not invited by it; with --address, only the one with this address \
      is again.

      --json: {"id", "reports": how many no longer count}.

      Example:
        flowmagic org allow-invitations globex
      """)

  @Argument(help: "The organization's id.")
  var id: String

  @Option(help: "The address of a recipient who reported it by mistake.")
  var address: String?

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await OfflineStore.withStore(options) { offline in
      try await offline.checkOrganization(id)
      let invitations = offline.accounts.invitations
      let actor = Actor.operator("flowmagic org")
      let reports: Int
      let line: String
      if let address {
        let wasBlocked = try await invitations.allowInvitations(of: id, to: address, by: actor)
        reports = wasBlocked ? 1 : 0
        line =
          wasBlocked
          ? "\(id) can invite \(address) again." : "\(address) has not reported \(id)."
      } else {
        reports = try await invitations.allowInvitations(of: id, by: actor)
        line =
          reports > 0
          ? "\(id) can send invitations again; reports lifted: \(reports)."
          : "No reports count against \(id). Nothing was changed."
      }
      return options.text(["id": .string(id), "reports": .number(JSONNumber(reports))], [line])
    }
  }
}
