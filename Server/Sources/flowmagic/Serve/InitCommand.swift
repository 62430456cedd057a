import ArgumentParser
import FlowCore
import FlowServer

/// Creates and initializes a store.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a store with an organization, signing keys and an admin token.",
    discussion: """
      The token is only shown once. It is valid for 90 days or the number given by --token-days, \
      at most the organization's limit. Running the command again lists the admin tokens, and \
      creates one if none is active; --new-token always creates one. Existing data is unchanged, \
      except by --sample. If a server is running on the store, it performs the command, with its \
      own settings.

      --sample adds the application `shop`, published to every environment, and, unless --mode is \
      production, four sample users: an owner, an editor, a drafter and a viewer. Disabled sample \
      users are enabled again, with a new password; those who left the organization join it again.

      --first-flow adds an application of your own with a first flow of ready-made screens, \
      published to every environment. They are data, so an app that shows drawn screens needs no \
      views for them, and all of them can be changed.

      --json: {"organization", "application" or null, "sdkKeys": {environment: key}, "token" or \
      null, "tokenExpires" or null, "adminTokens": [{"id", "name", "created", "expires"?, \
      "lastUsed"?}], "users": [{"role", "email", "added"}], "password" of the added users or null, \
      "added": descriptions of what was created, "inServer": whether a running server did this}.

      Example:
        flowmagic init --store sqlite:flowmagic.db --sample
        flowmagic init --store sqlite:flowmagic.db --first-flow my-app
      """)

  @Option(help: "The organization's id.")
  var organization = "acme"

  @Option(help: "The organization's display name. (default: the id, capitalized)")
  var name: String?

  @Flag(help: "Add the sample application and users.")
  var sample = false

  @Option(
    help: ArgumentHelp(
      "Add this application, with a first flow of ready-made screens.", valueName: "application"))
  var firstFlow: String?

  @Flag(help: "Create a new admin token even if there is one.")
  var newToken = false

  @Option(
    help: "The lifetime of a new token in days. (default: 90, or the organization's limit)")
  var tokenDays: Int?

  @OptionGroup var options: AccountOptions

  func validate() throws {
    guard Identifiers.isValid(organization) else {
      throw ValidationError("--organization \(Identifiers.rule)")
    }
    if let firstFlow {
      guard !sample else {
        throw ValidationError("--sample and --first-flow each add an application. Choose one.")
      }
      guard Identifiers.isValid(firstFlow) else {
        throw ValidationError("--first-flow \(Identifiers.rule)")
      }
    }
    guard TokenLifetime.allowed.contains(tokenDays ?? 1) else {
      throw ValidationError(
        "--token-days must be from 1 to \(TokenLifetime.allowed.upperBound).")
    }
  }

  func run() async throws {
    let arguments: JSON = [
      "organization": .string(organization),
      "name": .string(name ?? organization.capitalizedFirst), "addsSample": .bool(sample),
      "firstFlow": firstFlow.map { .string($0) } ?? .null,
      "createsToken": .bool(newToken), "tokenDays": tokenDays.map { .integer($0) } ?? .null,
    ]
    try await OperatorFailure.reporting(options) { settings in
      let response = try await OperatorResponse.perform(
        .initialize(settings.site.mode), arguments, settings)
      if options.json { return response.json.text(.pretty) + "\n" }
      let result = try InitResult(ParsedJSON(response.document.utf8(.compact)).root)
      return result.text(settings, inServer: response.isFromServer)
    }
  }
}

extension OperatorOperation {
  /// Adds missing data with `StoreInitializer`; in production mode, without sample users.
  static func initialize(_ mode: SiteSettings.Mode) -> OperatorOperation {
    OperatorOperation("initialize", createsStore: { _ in true }) { context, arguments in
      let initializer = StoreInitializer(try await context.services(), mode: mode)
      return try await initializer.initialize(
        organization: try arguments.requiredString("organization"),
        name: try arguments.requiredString("name"),
        addsSample: try arguments.requiredBool("addsSample"),
        firstFlow: try arguments.optionalString("firstFlow"),
        createsToken: try arguments.requiredBool("createsToken"),
        tokenDays: try arguments.optionalInt("tokenDays")
      ).json
    }
  }
}
