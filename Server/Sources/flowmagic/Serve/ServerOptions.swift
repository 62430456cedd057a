import ArgumentParser

/// The settings as options; each is also an environment variable and a member of the file.
struct ServerOptions: ParsableArguments {
  @Option(help: "The address to listen on (127.0.0.1:8080).")
  var bind: String?

  @Option(help: "Where everything is kept, as sqlite:PATH (sqlite:flowmagic.db).")
  var store: String?

  @Option(help: "The folder with the signing keys (the store's path and .keys).")
  var keys: String?

  @Option(help: "Where people reach the server, as https://flows.example.com (http:// and --bind).")
  var publicURL: String?

  @Option(help: "Who may make an account: open or invited (invited).")
  var registration: String?

  @Option(help: "Whether people need a second factor: optional or required (optional).")
  var secondFactor: String?

  @Option(
    help: "Who takes our mails, as smtp://USER:PASSWORD@HOST:587 or smtps://… (none are sent).")
  var mailServer: String?

  @Option(help: "The address that mails come from; needed with --mail-server.")
  var mailFrom: String?

  @Option(help: "How many of your own proxies stand in front and add to X-Forwarded-For (0).")
  var trustedProxies: String?

  @Option(
    help: "A JSON file with the OpenID providers that people may sign in with.",
    completion: .file(extensions: ["json"]))
  var providers: String?

  @Option(
    help: "production or development, where sample people may sign in (production with https).")
  var mode: String?

  @Option(
    help: "A folder with the portal's files, for who works on it (those in the program).",
    completion: .directory)
  var portal: String?

  @Option(help: "The form of the log: human or json (human in a terminal).")
  var logFormat: String?

  @Option(help: "What is logged: trace, debug, info, notice, warning, error, critical (info).")
  var logLevel: String?

  @Option(help: "A JSON file with settings.", completion: .file(extensions: ["json"]))
  var config: String?

  /// What was given, by the name of the setting.
  var given: [String: String] {
    [
      "bind": bind, "store": store, "keys": keys, "public-url": publicURL,
      "registration": registration, "second-factor": secondFactor, "mail-server": mailServer,
      "mail-from": mailFrom,
      "trusted-proxies": trustedProxies, "providers": providers, "mode": mode, "portal": portal,
      "log-format": logFormat, "log-level": logLevel, "config": config,
    ].compactMapValues { $0 }
  }
}
