import ArgumentParser
import FlowCore
import FlowServer
import FlowStore

/// Creates and initializes a store.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a store with an organization, signing keys and an admin token.",
    discussion: """
      The token is only shown once; --new-token creates another. Running the command again \
      changes nothing else.

      --sample adds the application `shop`, published to every environment, and, unless --mode is \
      production, four sample users, one for each role.

      --json: {"organization", "application" or null, "sdkKeys": {environment: key}, "token" or \
      null, "users": [{"role", "email"}], "password" or null, "added"}.

      Example:
        flowmagic init --store sqlite:flowmagic.db --sample
      """)

  @Option(help: "The organization's id.")
  var organization = "acme"

  @Option(help: "The organization's display name. (default: the id, capitalized)")
  var name: String?

  @Flag(help: "Add the sample application and users.")
  var sample = false

  @Flag(help: "Create a new admin token even if there is one.")
  var newToken = false

  @OptionGroup var options: AccountOptions

  func validate() throws {
    guard Identifiers.isValid(organization) else {
      throw ValidationError("--organization \(Identifiers.rule)")
    }
  }

  func run() async throws {
    let settings: ServerSettings
    do {
      settings = try ServerSettings(options)
    } catch {
      throw OperatorFailure.exit("\(error)")
    }
    do {
      let store = try await Stores.open(settings.store)
      let initializer = try await StoreInitializer(
        store: store, keys: KeyFolder(settings.keys), site: settings.site)
      let result = try await initializer.initialize(
        organization: organization, name: name ?? organization.capitalizedFirst, hasSample: sample,
        createsToken: newToken)
      try await store.close()
      let text = options.json ? result.json.text(.pretty) + "\n" : result.text(settings)
      try System.write(Array(text.utf8), to: System.output)
    } catch {
      throw OperatorFailure.exit(OperatorFailure.message(error, settings))
    }
  }
}
