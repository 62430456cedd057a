import ArgumentParser
import FlowServer

/// Options from which settings are read.
protocol SettingsSource {
  /// The options from the command line, by name.
  var values: [String: String] { get }
}

/// The server's settings as options; each can also be set by an environment variable or in a file.
struct ServerOptions: ParsableArguments, SettingsSource {
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var site: SiteOptions
  @OptionGroup var serving: ServingOptions

  var values: [String: String] { storeOptions.values.merging(site.values, serving.values) }

  /// Returns the options with the addresses of inherited sockets.
  func listening(with sockets: InheritedSockets) -> ServerOptions {
    var options = self
    if let address = sockets.public.first.flatMap(BoundSocket.address) {
      options.serving.bind = address.description
    }
    if let address = sockets.administration.first.flatMap(BoundSocket.address) {
      options.serving.adminBind = address.description
    }
    return options
  }
}

/// The options for the store and the keys, shared by all commands that work on them.
struct StoreOptions: ParsableArguments {
  @Option(help: "The store, as sqlite:PATH. (default: sqlite:flowmagic.db)")
  var store: String?

  @Option(help: "The directory of the signing keys. (default: the store's path + .keys)")
  var keys: String?

  @Option(help: "A JSON file with settings.", completion: .file(extensions: ["json"]))
  var config: String?

  var values: [String: String] {
    ["store": store, "keys": keys, "config": config].compactMapValues { $0 }
  }
}

/// The options for the server's public side, needed by commands that create links or users.
struct SiteOptions: ParsableArguments {
  @Option(help: "The server's public URL. (default: http:// + --bind)")
  var publicURL: String?

  @Option(
    help: """
      production or development, which allows the sample users. (default: depends on --public-url)
      """)
  var mode: String?

  var values: [String: String] { ["public-url": publicURL, "mode": mode].compactMapValues { $0 } }
}

/// All other options, most of which concern only a running server.
struct ServingOptions: ParsableArguments {
  @Option(help: "The address to listen on. (default: 127.0.0.1:8080)")
  var bind: String?

  @Option(
    help: "A second address with reserved connections, for operators. (default: none)")
  var adminBind: String?

  @Option(
    help: """
      The maximum number of connections from one client network, an IPv4 address or the /64 of an \
      IPv6 one. (default: a quarter of all, from 64 to 10000)
      """)
  var connectionsPerAddress: String?

  @Option(
    help: """
      The maximum number of open streams of one organization's apps, tokens and members. \
      (default: as many as are free; with one organization, all)
      """)
  var streamsPerOrganization: String?

  @Option(help: "Make backups in this directory while serving. (default: none)")
  var backupTo: String?

  @Option(help: "The interval of these backups, such as 30m, 24h or 7d. (default: 24h)")
  var backupEvery: String?

  @Option(help: "How many of these backups to keep. (default: 7)")
  var backupKeep: String?

  @Option(
    help: """
      A file with the passphrase of these backups. (default: FLOWMAGIC_BACKUP_PASSPHRASE; without \
      either, they are not encrypted)
      """)
  var backupPassphraseFile: String?

  @Option(help: "Who can create an account: open or invited. (default: invited)")
  var registration: String?

  @Option(help: "Whether users need a second factor: optional or required. (default: optional)")
  var secondFactor: String?

  @Option(
    help: """
      The hours after which publishing to a protected environment requires a new sign-in. \
      (default: 12)
      """)
  var publishSignIn: String?

  @Option(
    help: """
      The mail server's URL: smtp://USER:PASSWORD@HOST:587, smtps://… or, without encryption on \
      this machine, smtp+plain://127.0.0.1:25. (default: none)
      """)
  var mailServer: String?

  @Option(help: "The sender address of emails; required with --mail-server.")
  var mailFrom: String?

  @Option(
    name: .customLong("mail-ca-file"),
    help: """
      A PEM file of certificates to trust for the mail server instead of the system's. (default: \
      the system's)
      """,
    completion: .file())
  var mailCAFile: String?

  @Option(help: "The number of trusted proxies that add to X-Forwarded-For. (default: 0)")
  var trustedProxies: String?

  @Option(
    help: "A JSON file with identity providers that users can sign in with.",
    completion: .file(extensions: ["json"]))
  var providers: String?

  @Option(
    help: "Serve the portal's files from this directory, for development. (default: built in)",
    completion: .directory)
  var portal: String?

  @Option(
    help: """
      The Git repository that apps add the FlowMagic package from, for the code snippet in the \
      portal. (default: none)
      """)
  var packageURL: String?

  @Option(
    help: """
      An origin that CORS allows to use SDK keys, such as https://shop.example.com, or * for \
      all, or none. Can be repeated. (default: *)
      """)
  var corsOrigin: [String] = []

  @Option(
    name: .customLong("application-ids"),
    help: """
      Whether a new application gets the requested id, or one with a random suffix: chosen or \
      random. (default: random with --registration open, else chosen)
      """)
  var applicationIDs: String?

  @OptionGroup(title: "Rate limits and retention") var intake: IntakeOptions

  @OptionGroup(title: "Organizations and invitations") var limits: AccountLimitOptions

  @OptionGroup(title: "Quotas") var quotas: QuotaOptions

  @OptionGroup(title: "Cache invalidation") var purging: PurgeOptions

  @Option(help: "The log format: human or json. (default: human in a terminal)")
  var logFormat: String?

  @Option(
    help: "The log level: trace, debug, info, notice, warning, error or critical. (default: info)")
  var logLevel: String?

  var values: [String: String] {
    var values = [
      "bind": bind, "admin-bind": adminBind, "connections-per-address": connectionsPerAddress,
      "streams-per-organization": streamsPerOrganization,
      "backup-to": backupTo, "backup-every": backupEvery, "backup-keep": backupKeep,
      "backup-passphrase-file": backupPassphraseFile,
      "registration": registration, "second-factor": secondFactor,
      "publish-sign-in": publishSignIn, "mail-server": mailServer,
      "mail-from": mailFrom, "mail-ca-file": mailCAFile, "trusted-proxies": trustedProxies,
      "providers": providers,
      "portal": portal, "package-url": packageURL, "application-ids": applicationIDs,
      "log-format": logFormat, "log-level": logLevel,
    ].compactMapValues { $0 }
    if !corsOrigin.isEmpty { values["cors-origin"] = corsOrigin.joined(separator: ",") }
    return values.merging(intake.values, limits.values, quotas.values, purging.values)
  }
}

extension [String: String] {
  /// Merges these options with further ones, whose names are different.
  func merging(_ others: [String: String]...) -> [String: String] {
    others.reduce(self) { merged, other in merged.merging(other) { first, _ in first } }
  }
}
