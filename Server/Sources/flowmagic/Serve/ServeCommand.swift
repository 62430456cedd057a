import ArgumentParser
import FlowServer
import FlowStore
import Logging

/// Runs the server.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Runs the server.",
    discussion: """
      A setting may be given as an option, as an environment variable (FLOWMAGIC_BIND for --bind) \
      or in the file that --config names ({"bind": "…"}); the first of these counts. The server \
      ends on SIGTERM and Ctrl-C, when what is under way is done; SIGHUP makes it look for rotated \
      keys at once. docs/operations.md says what happens when something goes wrong.

      Example:
        flowmagic serve --bind 127.0.0.1:8080 --store sqlite:flowmagic.db
      """)

  @OptionGroup var settings: ServerOptions

  func run() async throws {
    // NB: until the server listens to it, SIGHUP would end the process; the keys are read anyway.
    Interrupts.ignoreHangUps()
    let settings: ServerSettings
    do {
      settings = try ServerSettings(self.settings)
    } catch {
      throw OperatorMessage.failure("\(error)")
    }
    let logger = settings.logFormat.logger("flowmagic", level: settings.logLevel)
    for (name, value) in settings.shown {
      logger.info("Setting \(name)", metadata: ["value": "\(value)"])
    }
    do {
      let store = try await Stores.open(settings.store)
      let server = try await Server(
        store: store, keys: KeyFolder(settings.keys), address: settings.address,
        site: settings.site, logger: logger)
      let start = FirstStart(
        store: store, accounts: server.services.accounts, site: settings.site, logger: logger)
      try await start.secure()
      try await server.run { port in
        let address = ServerAddress(
          host: settings.address.host, port: port ?? settings.address.port)
        logger.info("Listening on http://\(address)", metadata: ["docs": "http://\(address)/docs"])
        do {
          try await start.announce()
        } catch {
          logger.error("The set-up links cannot be made", metadata: ["reason": "\(error)"])
        }
      }
    } catch {
      throw OperatorMessage.failure(OperatorMessage.text(error, settings))
    }
  }
}
