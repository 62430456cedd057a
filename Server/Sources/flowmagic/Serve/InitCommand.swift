import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Prepares a store.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Prepares a store: organization, keys, and a token to begin with.",
    discussion: """
      With --sample there is an application too, with the shop of Samples/ published in every \
      environment, and except with --mode production there are four people, one of each role. \
      Running it again changes nothing and says what is there; the token is shown \
      the first time only, --new-token makes another.

      Example:
        flowmagic init --store sqlite:flowmagic.db --sample
      """)

  @OptionGroup var settings: ServerOptions

  @Option(help: "The organization's id (acme).")
  var organization = "acme"

  @Option(help: "What people call the organization (the id with a capital).")
  var name: String?

  @Flag(help: "Add the sample application `shop`.")
  var sample = false

  @Flag(help: "Make a new admin token also if there is one.")
  var newToken = false

  @Flag(help: "Write one JSON document instead of text.")
  var json = false

  func validate() throws {
    guard Identifiers.isValid(organization) else {
      throw ValidationError("--organization \(Identifiers.rule)")
    }
  }

  func run() async throws {
    let settings: ServerSettings
    do {
      settings = try ServerSettings(self.settings)
    } catch {
      throw OperatorMessage.failure("\(error)")
    }
    do {
      let store = try await Stores.open(settings.store)
      let preparation = try await StorePreparation(
        store: store, keys: KeyFolder(settings.keys), site: settings.site)
      let result = try await preparation.prepare(
        organization: organization, name: name ?? organization.capitalizedFirst, hasSample: sample,
        makesToken: newToken)
      try await store.close()
      let text = json ? result.json.text(.pretty) + "\n" : result.text(settings)
      try System.write(Array(text.utf8), to: System.output)
    } catch {
      throw OperatorMessage.failure(OperatorMessage.text(error, settings))
    }
  }
}
