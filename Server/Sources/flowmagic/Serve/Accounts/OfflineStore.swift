import Accounts
import ArgumentParser
import FlowCore
import FlowServer
import FlowStore
import Logging

/// The store and its accounts, opened by an operator's command while the server is stopped.
struct OfflineStore {
  let store: any Store
  let accounts: AccountServices
  let settings: ServerSettings

  /// The actor in the audit log.
  static let actor = Actor.operator("flowmagic user")

  /// Opens the store, prints the output of `body` and closes the store.
  ///
  /// - Throws: `ExitCode` after printing the error.
  static func withStore(
    _ options: some SettingsSource, _ body: (OfflineStore) async throws -> String
  ) async throws {
    let settings: ServerSettings
    do {
      settings = try ServerSettings(options)
    } catch {
      throw OperatorFailure.exit("\(error)")
    }
    do {
      let store = try await Stores.open(settings.store)
      let text: String
      do {
        text = try await body(try await OfflineStore(store, settings))
      } catch {
        try? await store.close()
        throw error
      }
      try await store.close()
      try System.write(Array(text.utf8), to: System.output)
    } catch let exit as ExitCode {
      throw exit
    } catch {
      throw OperatorFailure.exit(OperatorFailure.message(error, settings))
    }
  }

  private init(_ store: any Store, _ settings: ServerSettings) async throws {
    self.store = store
    self.settings = settings
    let keys = try await KeyFolder(settings.keys).accountKeys(for: store.accounts)
    accounts = AccountServices(
      store: store.accounts, keys: keys, settings: settings.site.accounts,
      logger: LogFormat.human.logger("flowmagic", level: .error), clock: Timestamp.now)
  }

  /// The user with an email address or id.
  func person(_ name: String) async throws -> Person {
    try await accounts.administration.person(name)
  }

  /// Throws unless the organization exists.
  func checkOrganization(_ id: String) async throws {
    guard try await store.organization(id) == nil else { return }
    let ids = try await store.organizations().map(\.id)
    throw AccountError(
      .notFound,
      "There is no organization \"\(id)\". Available: \(ids.joined(separator: ", ")).")
  }

  /// Asks for confirmation in a terminal; scripts pass `--yes`.
  static func confirm(_ question: String, isConfirmed: Bool) throws {
    if isConfirmed { return }
    guard System.isTerminal(System.input), System.isTerminal(System.errors) else {
      throw OperatorFailure.exit(
        "Confirmation is required, but there is no terminal. Use --yes. Nothing was changed.")
    }
    try System.write(Array("\(question) [y/N] ".utf8), to: System.errors)
    var answer = ""
    if case .bytes(let bytes)? = try? LineReader(System.input).next() {
      answer = String(decoding: bytes, as: UTF8.self).lowercased()
    }
    guard ["y", "yes"].contains(answer.filter { $0 != " " }) else {
      throw OperatorFailure.exit("Nothing was changed.")
    }
  }
}

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
}

/// The options of commands that work on the store.
///
/// Those of a running server are not shown in their help, but taken, because scripts may give all
/// commands the same.
struct OperatorOptions: ParsableArguments, StoreCommandOptions {
  @OptionGroup var place: StoreOptions
  @OptionGroup(visibility: .hidden) var site: SiteOptions
  @OptionGroup(visibility: .hidden) var serving: ServingOptions

  @Flag(help: "Output JSON.")
  var json = false

  var given: [String: String] { place.given.merging(site.given, serving.given) }
}

/// The same for commands that make links or users.
struct AccountOptions: ParsableArguments, StoreCommandOptions {
  @OptionGroup var place: StoreOptions
  @OptionGroup var site: SiteOptions
  @OptionGroup(visibility: .hidden) var serving: ServingOptions

  @Flag(help: "Output JSON.")
  var json = false

  var given: [String: String] { place.given.merging(site.given, serving.given) }
}

extension Person {
  /// The account as JSON, with the same members as in the API.
  var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "email": .string(email), "name": .string(name),
      "created": .string(Timestamp.text(created)),
    ]
    object["verified"] = verified.map { .string(Timestamp.text($0)) }
    object["disabled"] = disabled.map { .string(Timestamp.text($0)) }
    return .object(object)
  }
}
