import ArgumentParser
import FlowCore

/// Lists who changed what.
struct AuditCommand: RemoteVerb {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Lists who changed what, newest first.",
    discussion: """
      --json: {"entries": [{"id", "at", "actor", "action", "application"?, "environment"?, \
      "detail"}], "more": whether there are older ones}.

      Example:
        flowmagic audit --app shop --limit 5
      """)

  @Option(help: "Only changes of this application.")
  var app: String?

  @Option(help: "How many to list.")
  var limit = 20

  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func perform(_ session: RemoteSession) async throws -> Int32 {
    if let app { _ = try await session.client.json(.get, "v1", "apps", app) }
    let list = try await PagedList(
      session: session, path: ["v1", "audit"], member: "entries",
      query: app.map { [(name: "application", value: $0)] } ?? []
    ).read(limit)
    session.write(
      ["entries": .array(list.items), "more": .bool(list.hasMore)],
      lines(list.items, hasMore: list.hasMore, width: session.console.out.tableWidth))
    return ExitStatus.ok
  }

  private func lines(_ entries: [JSON], hasMore: Bool, width: Int) -> [StyledText] {
    guard !entries.isEmpty else { return ["Nothing has been changed yet."] }
    let rows = entries.map { entry -> [StyledText] in
      let place = [entry["application"]?.string, entry["environment"]?.string]
        .compactMap { $0 }.joined(separator: " ")
      return [
        StyledText(MomentWords.local(entry["at"]?.string)),
        StyledText(entry["actor"]?.string ?? ""), StyledText(entry["action"]?.string ?? "", .name),
        StyledText(place), StyledText(Self.detail(entry["detail"]), .faint),
      ]
    }
    var lines = Table.lines(["when", "who", "what", "where", "detail"], rows, width: width)
    if hasMore { lines.append(StyledText("There are older ones: --limit shows more.", .faint)) }
    return lines
  }

  /// "number 4, note Short form".
  private static func detail(_ detail: JSON?) -> String {
    (detail?.object?.members ?? []).map { member in
      "\(member.key.string) \(member.value.string ?? member.value.text(.compact))"
    }.joined(separator: ", ")
  }
}
