import ArgumentParser
import FlowCore
import FlowServer

/// The options of a command that works on the store.
protocol StoreCommandOptions: SettingsSource {
  /// Whether to output JSON.
  var json: Bool { get }
}

extension StoreCommandOptions {
  /// The output as JSON or text.
  func text(_ document: JSON, _ lines: [String]) -> String {
    json ? document.text(.pretty) + "\n" : lines.joined(separator: "\n") + "\n"
  }

  /// Runs an operation, and prints its response, formatted by `lines`.
  ///
  /// - Throws: `ExitCode` after printing the error.
  func run(
    _ operation: OperatorOperation, _ arguments: JSON,
    _ lines: (JSONView, OperatorResponse) throws -> [String]
  ) async throws {
    try await OperatorFailure.reporting(self) { settings in
      let response = try await OperatorResponse.perform(operation, arguments, settings)
      let document = try ParsedJSON(response.document.utf8(.compact)).root
      return response.text(asJSON: json, try lines(document, response))
    }
  }
}

/// The options of commands that work on the store.
///
/// Options of a running server are accepted but hidden from the help, because scripts may pass the
/// same options to all commands.
struct OperatorOptions: ParsableArguments, StoreCommandOptions {
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup(visibility: .hidden) var site: SiteOptions
  @OptionGroup(visibility: .hidden) var serving: ServingOptions

  @Flag(help: "Output JSON.")
  var json = false

  var values: [String: String] { storeOptions.values.merging(site.values, serving.values) }
}

/// The options of commands that work on the store, and whose help also shows those of the site,
/// such as its URL for links.
struct AccountOptions: ParsableArguments, StoreCommandOptions {
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var site: SiteOptions
  @OptionGroup(visibility: .hidden) var serving: ServingOptions

  @Flag(help: "Output JSON.")
  var json = false

  var values: [String: String] { storeOptions.values.merging(site.values, serving.values) }
}

extension OperatorOptions {
  /// Asks for confirmation in a terminal; scripts pass `--yes`.
  static func confirm(_ question: String, isConfirmed: Bool) throws {
    if isConfirmed { return }
    guard System.isTerminal(System.stdin), System.isTerminal(System.stderr) else {
      throw OperatorFailure.report(
        "Confirmation is required, but there is no terminal. Use --yes. Nothing was changed.")
    }
    try System.write(Array("\(question) [y/N] ".utf8), to: System.stderr)
    var response = ""
    if case .bytes(let bytes)? = try? LineReader(System.stdin).next() {
      response = String(decoding: bytes, as: UTF8.self).lowercased()
    }
    guard ["y", "yes"].contains(response.filter { $0 != " " }) else {
      throw OperatorFailure.report("Nothing was changed.")
    }
  }
}
