import ArgumentParser

/// The settings as options; each is also an environment variable and a member of the file.
struct ServerOptions: ParsableArguments {
  @Option(help: "The address to listen on (127.0.0.1:8080).")
  var bind: String?

  @Option(help: "Where everything is kept, as sqlite:PATH (sqlite:flowmagic.db).")
  var store: String?

  @Option(help: "The folder with the signing keys (the store's path and .keys).")
  var keys: String?

  @Option(help: "The form of the log: human or json (human in a terminal).")
  var logFormat: String?

  @Option(help: "What is logged: trace, debug, info, notice, warning, error, critical (info).")
  var logLevel: String?

  @Option(help: "A JSON file with settings.", completion: .file(extensions: ["json"]))
  var config: String?

  /// What was given, by the name of the setting.
  var given: [String: String] {
    [
      "bind": bind, "store": store, "keys": keys, "log-format": logFormat, "log-level": logLevel,
      "config": config,
    ].compactMapValues { $0 }
  }
}
