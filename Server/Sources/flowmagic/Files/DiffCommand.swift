import ArgumentParser
package import FlowCore
import FlowServer

/// Compares two documents.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changed between two documents.",
    discussion: """
      Compares meaning, not text, so the documents may be in different formats. The exit status is \
      0; with --exit-code, it is 1 if there are differences.

      Comparing two files needs no server. With --app, each side is a release number, the word \
      draft, an environment (its live release) or a file: flowmagic diff --app shop 3 draft.

      --json: {"same", "changes": [{"kind", "messageId", "arguments", "sentence": the change in \
      English, "flow"?, "step"?, "port"?, "route"?}]}.

      Example:
        flowmagic diff shop.json shop.new.json
      """)

  @Argument(
    help: "The old document: a file or -, or with --app a release number, draft or environment.",
    completion: .file(extensions: ["json"]))
  var old: String

  @Argument(
    help: "The new document: a file or -, or with --app a release number, draft or environment.",
    completion: .file(extensions: ["json"]))
  var new: String

  @Flag(help: "Exit with status 1 if there are differences.")
  var exitCode = false

  @Option(help: "Compare releases, drafts or environments of this application.")
  var app: String?

  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard app != nil || (remote.server == nil && remote.token == nil) else {
      throw ValidationError(
        "--server and --token need --app, the application whose releases to compare.")
    }
  }

  func run() async throws {
    guard let app else { return try compareFiles() }
    try await remote.run { session in
      var reader = InputReader()
      let before = try await ComparedDocument.load(old, of: app, session, &reader)
      let after = try await ComparedDocument.load(new, of: app, session, &reader)
      return write(before.changes(to: after), on: session.console)
    }
  }

  private func compareFiles() throws {
    try remote.common.run { console throws(InputProblem) in
      var reader = InputReader()
      let before = try reader.readDocument(old)
      let after = try reader.readDocument(new)
      return write(before.document.changes(to: after.document), on: console)
    }
  }

  private func write(_ changes: [Change], on console: Console) -> Int32 {
    if remote.json {
      console.out.write(ChangeListText.json(changes).utf8(.pretty) + [UInt8(ascii: "\n")])
    } else {
      let text = ChangeListText(width: console.out.width, glyphs: console.out.glyphs)
      console.out.writeLines(text.lines(changes))
    }
    return exitCode && !changes.isEmpty ? ExitStatus.failed : ExitStatus.ok
  }
}

/// A list of changes, grouped by flow.
package struct ChangeListText {
  package let width: Int
  package let glyphs: Glyphs

  package init(width: Int, glyphs: Glyphs) {
    self.width = width
    self.glyphs = glyphs
  }

  /// The changes under a heading for each flow, and their number.
  package func lines(_ changes: [Change]) -> [StyledText] {
    guard !changes.isEmpty else { return ["No differences."] }
    var lines: [StyledText] = []
    var heading: String?
    let outsideFlows = changes.filter { $0.location.flow == nil }
    for change in outsideFlows + changes.filter({ $0.location.flow != nil }) {
      let group = change.location.flow.map { "Flow \($0.string)" } ?? "Application"
      if group != heading {
        if heading != nil { lines.append("") }
        lines.append(StyledText(group, .strongName))
        heading = group
      }
      lines += bulleted(change)
    }
    return lines + ["", StyledText("\(Plural.text(changes.count, "change")).", .faint)]
  }

  private func bulleted(_ change: Change) -> [StyledText] {
    let sign: StyledText
    let kind = change.kind.rawValue
    if kind.hasSuffix("-added") {
      sign = StyledText("+", .success)
    } else if kind.hasSuffix("-removed") {
      sign = StyledText("-", .error)
    } else {
      sign = StyledText("~", .warning)
    }
    let wrapped = StyledText(change.sentence).wrapped(to: max(width - 4, 20))
    return wrapped.enumerated().map { index, line in
      (index == 0 ? "  " + sign + " " : StyledText("    ")) + line
    }
  }

  /// The changes as JSON.
  package static func json(_ changes: [Change]) -> JSON {
    return ["same": .bool(changes.isEmpty), "changes": .array(changes.map(\.json))]
  }
}
