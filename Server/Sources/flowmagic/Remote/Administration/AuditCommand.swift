import ArgumentParser
import FlowCore

/// Shows the audit log.
struct AuditCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Show the audit log, newest first.",
    discussion: """
      A token is shown as “token NAME”, so that it cannot be mistaken for a user.

      --json: {"entries": [{"id", "at", "actor", "action", "application"?, "environment"?, \
      "detail"}], "more": true if there are older ones}; an actor is {"type", "id", "name"}.

      Example:
        flowmagic audit --app shop --limit 5
      """)

  @Option(help: "Show only entries of this application.")
  var app: String?

  @Option(help: "The maximum number of entries to show.")
  var limit = 20

  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func perform(_ context: CommandContext) async throws -> Int32 {
    if let app { _ = try await context.client.requestJSON(.get, "v1", "apps", app) }
    let list = try await PagedList(
      context: context, path: ["v1", "audit"], member: "entries",
      query: app.map { [(name: "application", value: $0)] } ?? []
    ).read(limit)
    context.write(
      ["entries": .array(list.items), "more": .bool(list.hasMore)],
      lines(list.items, hasMore: list.hasMore, width: context.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(_ entries: [JSON], hasMore: Bool, width: Int) -> [StyledText] {
    guard !entries.isEmpty else { return ["The audit log is empty."] }
    let rows = entries.map { entry -> [StyledText] in
      let scope = [entry["application"]?.string, entry["environment"]?.string]
        .compactMap { $0 }.joined(separator: " ")
      return [
        StyledText(TimestampFormatter.local(entry["at"]?.string)),
        StyledText(ActorText.text(entry["actor"])),
        StyledText(entry["action"]?.string ?? "", .name),
        StyledText(scope), StyledText(Self.detail(entry["detail"]), .faint),
      ]
    }
    var lines = Table.lines(["time", "actor", "action", "scope", "details"], rows, width: width)
    if hasMore { lines.append(StyledText("Use --limit to show older entries.", .faint)) }
    return lines
  }

  /// Returns the details on one line, such as "number 4, note Short form".
  private static func detail(_ detail: JSON?) -> String {
    (detail?.object?.members ?? []).map { member in
      "\(member.key.string) \(member.value.string ?? member.value.text(.compact))"
    }.joined(separator: ", ")
  }
}
