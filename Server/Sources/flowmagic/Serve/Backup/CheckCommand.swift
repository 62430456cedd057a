import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Checks a store and its keys.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a store, its keys and its releases.",
    discussion: """
      Reads everything and changes nothing, even while a server is running. Checks the database's \
      pages and references, every release, whether apps trust the signing keys, whether the files \
      are private, whether the release numbers and the clock fit what was issued before, and \
      whether a killed restore has left files. Does not check settings of email, identity \
      providers, scheduled backups and purging, whose secrets only the server may have.

      Exit status: 0 if all checks pass, even with warnings, which the server logs at startup, \
      too; 1 if any fails.

      --json: {"store", "ok", "checks": [{"name", "ok", "warning": whether "detail" says what to \
      change although it is ok, "detail"}]}.

      Example:
        flowmagic check sqlite:flowmagic.db
      """)

  @Argument(help: "The store, as sqlite:PATH; the same as --store.")
  var store: String?

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    var options = options
    if let store { options.storeOptions.store = store }
    try await OperatorFailure.reporting(options) { settings in
      let results = try await StoreCheck(
        store: try Stores.path(of: settings.store), keys: KeyFolder(settings.keys),
        now: Timestamp.now()
      ).results()
      let problemCount = results.count { !$0.hasPassed }
      let text = text(results, settings.redactedStoreURL, problemCount)
      guard problemCount == 0 else { throw FailedOutput(text: text) }
      return text
    }
  }

  private func text(
    _ results: [StoreCheck.Result], _ store: String, _ problemCount: Int
  ) -> String {
    let checks = results.map { result -> JSON in
      [
        "name": .string(result.name), "ok": .bool(result.hasPassed),
        "warning": .bool(result.isWarning), "detail": .string(result.detail),
      ]
    }
    var lines = results.map { result in
      (!result.hasPassed ? "FAILED " : result.isWarning ? "warning" : "ok     ")
        + LogText.sanitized(" \(result.name): \(result.detail)")
    }
    let warningCount = results.count { $0.isWarning }
    let suffix = warningCount == 0 ? "" : ", with \(Plural.text(warningCount, "warning"))"
    lines.append(
      problemCount == 0
        ? "\(store) passed all checks\(suffix)."
        : "\(store) has \(Plural.text(problemCount, "problem")).")
    return options.text(
      ["store": .string(store), "ok": .bool(problemCount == 0), "checks": .array(checks)], lines)
  }
}
