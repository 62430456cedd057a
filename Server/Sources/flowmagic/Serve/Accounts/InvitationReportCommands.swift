import ArgumentParser
import FlowCore
import FlowServer

/// Lists organizations whose invitations recipients have reported.
struct ListReportsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports",
    abstract: "List organizations whose invitations were reported.",
    discussion: """
      For operators; see `flowmagic help user`. Dismissed reports are not counted.

      --json: {"organizations": [{"id", "name", "reports", "blocked"}], \
      "inServer": whether a running server did this}.

      Example:
        flowmagic org reports
      """)

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await options.run(.listReports, [:]) { document, _ in
      var rows: [[StyledText]] = []
      for organization in try document.requiredArray("organizations") {
        let reports = try organization.requiredInt("reports")
        let isBlocked = try organization.requiredBool("blocked")
        rows.append([
          StyledText(try organization.requiredString("id")),
          StyledText(try organization.requiredString("name")), StyledText("\(reports)"),
          StyledText(isBlocked ? "blocked" : "allowed"),
        ])
      }
      guard !rows.isEmpty else { return ["No organization was reported."] }
      return Table.lines(["id", "name", "reports", "invitations"], rows, width: 200).map(\.plain)
    }
  }
}

/// Allows a reported organization to send invitations again.
struct AllowInvitationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow-invitations",
    abstract: "Allow a reported organization to send invitations again.",
    discussion: """
      For operators; see `flowmagic help user`. Review the organization first. It still cannot \
      invite the recipients who reported it; with --address, only the recipient with this address \
      can be invited again.

      --json: {"id", "reports": the number of dismissed reports, \
      "inServer": whether a running server did this}.

      Example:
        flowmagic org allow-invitations globex
      """)

  @Argument(help: "The organization's id.")
  var id: String

  @Option(help: "The address of a recipient who reported it by mistake.")
  var address: String?

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let arguments: JSON = [
      "id": .string(id), "address": address.map { .string($0) } ?? .null,
    ]
    try await options.run(.allowInvitations, arguments) { allowed, _ in
      let reports = try allowed.requiredInt("reports")
      if let address {
        return [
          reports > 0 ? "\(id) can invite \(address) again." : "\(address) has not reported \(id)."
        ]
      }
      return [
        reports > 0
          ? "\(id) can send invitations again; reports dismissed: \(reports)."
          : "No reports count against \(id). Nothing was changed."
      ]
    }
  }
}
