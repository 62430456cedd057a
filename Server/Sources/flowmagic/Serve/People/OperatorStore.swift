import Accounts
import ArgumentParser
import FlowCore
import FlowServer
import FlowStore
import Logging

/// The store and its people as an operator works on them, while no server does.
struct OperatorStore {
  let store: any Store
  let accounts: AccountServices
  let settings: ServerSettings

  /// Who the log says it was.
  static let actor = Actor.operator("flowmagic user")

  /// Opens the store that the settings name, runs `body` with it and lets it go.
  ///
  /// - Throws: `ExitCode`, after the reason has been written.
  static func with(
    _ options: ServerOptions, _ body: (OperatorStore) async throws -> String
  ) async throws {
    let settings: ServerSettings
    do {
      settings = try ServerSettings(options)
    } catch {
      throw OperatorMessage.failure("\(error)")
    }
    do {
      let store = try await Stores.open(settings.store)
      let text: String
      do {
        text = try await body(try await OperatorStore(store, settings))
      } catch {
        try? await store.close()
        throw error
      }
      try await store.close()
      try System.write(Array(text.utf8), to: System.output)
    } catch let exit as ExitCode {
      throw exit
    } catch {
      throw OperatorMessage.failure(OperatorMessage.text(error, settings))
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

  /// The person whose address or id this is.
  func person(_ spoken: String) async throws -> Person {
    try await accounts.administration.person(spoken)
  }

  /// Refuses an organization that there is not.
  func checkOrganization(_ id: String) async throws {
    guard try await store.organization(id) == nil else { return }
    let ids = try await store.organizations().map(\.id)
    throw AccountError(
      .notFound,
      "There is no organization \"\(id)\"; there are: \(ids.joined(separator: ", ")).")
  }

  /// Asks whoever sits at the terminal; in a script, `--yes` answers.
  static func confirm(_ question: String, isSure: Bool, refusal: String) throws {
    if isSure { return }
    guard System.isTerminal(System.input), System.isTerminal(System.errors) else {
      throw OperatorMessage.failure(
        "\(refusal) It must be confirmed, and nobody can be asked here: give --yes.")
    }
    try System.write(Array("\(question) [y/N] ".utf8), to: System.errors)
    var answer = ""
    if case .bytes(let bytes)? = try? LineReader(System.input).next() {
      answer = String(decoding: bytes, as: UTF8.self).lowercased()
    }
    guard ["y", "yes"].contains(answer.filter { $0 != " " }) else {
      throw OperatorMessage.failure(refusal)
    }
  }
}

/// What verbs on the store have in common.
struct OperatorOptions: ParsableArguments {
  @OptionGroup var settings: ServerOptions

  @Flag(help: "Write one JSON document instead of text.")
  var json = false

  /// The answer for programs or for people.
  func text(_ document: JSON, _ lines: [String]) -> String {
    json ? document.text(.pretty) + "\n" : lines.joined(separator: "\n") + "\n"
  }
}

extension Person {
  /// For programs; the same members as the API's.
  var shown: JSON {
    var object: JSONObject = [
      "id": .string(id), "email": .string(email), "name": .string(name),
      "created": .string(Timestamp.text(created)),
    ]
    object["verified"] = verified.map { .string(Timestamp.text($0)) }
    object["disabled"] = disabled.map { .string(Timestamp.text($0)) }
    return .object(object)
  }
}
