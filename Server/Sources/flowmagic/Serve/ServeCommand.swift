import ArgumentParser
import FlowServer
import FlowStore
import Logging

/// Runs the server.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the server.",
    discussion: """
      Settings come from options, then environment variables (FLOWMAGIC_BIND for --bind), then \
      the file --config ({"bind": "…"}). SIGTERM and Ctrl-C stop the server after the requests in \
      progress have finished; SIGHUP reloads rotated keys. See docs/operations.md.

      Example:
        flowmagic serve --bind 127.0.0.1:8080 --store sqlite:flowmagic.db
      """)

  @OptionGroup var settings: ServerOptions

  func run() async throws {
    // NB: SIGHUP would terminate the process before the server handles it; keys are read at startup
    // anyway.
    Interrupts.ignoreHangUps()
    let settings: ServerSettings
    let sockets: InheritedSockets
    do {
      sockets = try InheritedSockets.take()
      settings = try ServerSettings(self.settings.listening(with: sockets))
    } catch {
      let format = LogFormat.bootstrap(self.settings)
      throw OperatorFailure.report("\(error)", format, status: OperatorFailure.status(of: error))
    }
    let logger = settings.logFormat.logger("flowmagic", level: settings.logLevel)
    for (name, value) in settings.loggedSettings {
      logger.info("Setting \(name)", metadata: ["value": "\(value)"])
    }
    for warning in EnvironmentCheck.warnings() { logger.warning("\(warning)") }
    warnIfOpenToOthers(settings, logger)
    warnIfAddressDiffers(settings, sockets, logger)
    do {
      try StartChecks.requireStore(
        at: try? Stores.path(of: settings.store), beside: KeyFolder(settings.keys))
      let store = try await Stores.open(settings.store, quotas: settings.quotas)
      let server = try await Server(
        store: store, keys: KeyFolder(settings.keys), address: settings.address,
        administration: settings.administration, sockets: sockets, site: settings.site,
        limits: settings.limits,
        backups: try settings.backups.map { ($0, try Stores.path(of: settings.store)) },
        purging: settings.purging, control: settings.controlListener, logger: logger)
      let setUpFile = SetUpLinkFile(
        path: SetUpLinkFile.path(settings), accounts: server.services.accounts, logger: logger)
      let startup = StartupTasks(
        store: store, accounts: server.services.accounts, site: settings.site, logger: logger,
        setUpFile: setUpFile)
      try await startup.disableSampleUsers()
      try await server.run { port in
        guard let administration = settings.administration else { return }
        let address = ServerAddress(host: administration.host, port: port ?? administration.port)
        logger.info("Administration on http://\(address)")
      } onReady: { port in
        let address = ServerAddress(
          host: settings.address.host, port: port ?? settings.address.port)
        logger.info("Listening on http://\(address)", metadata: ["docs": "http://\(address)/docs"])
        do {
          let links = try await startup.showSetUpLinks()
          // Not awaited: if the process exits first, the next start replaces the file.
          Task { await setUpFile.removeInvalidLinks(of: links) }
        } catch {
          logger.error("Cannot show the set-up links", metadata: ["reason": "\(error)"])
        }
      }
    } catch {
      throw OperatorFailure.report(OperatorFailure.message(error, settings), settings.logFormat)
    }
  }

  /// Warns if the configured port differs from that of the inherited sockets.
  private func warnIfAddressDiffers(
    _ settings: ServerSettings, _ sockets: InheritedSockets, _ logger: Logger
  ) {
    guard !sockets.public.isEmpty else { return }
    logger.info("Listening with sockets that stay open while the server restarts (LISTEN_FDS)")
    guard let configured = try? ServerSettings(self.settings), configured.hasAddress,
      configured.address.port != settings.address.port
    else { return }
    logger.warning(
      """
      bind is \(configured.address), but the socket that was opened for this server, such as by \
      flowmagic.socket, is \(settings.address), and only that one is served. Give both the same \
      address.
      """)
  }

  private func warnIfOpenToOthers(_ settings: ServerSettings, _ logger: Logger) {
    warnOfKeys(in: settings.keys, logger)
    warnOfFolders(settings, logger)
    if let warning = Passphrase.warning(of: settings.backupPassphraseFile) {
      logger.warning("\(warning)")
    }
    guard let path = try? Stores.path(of: settings.store),
      let mode = System.permissions(path), mode & 0o077 != 0
    else { return }
    logger.warning(
      """
      Other users of this machine may read the store, with password hashes and users' email \
      addresses: `chmod 600 \(ShellWord.quoted(path))`
      """)
  }

  private func warnOfKeys(in folder: String, _ logger: Logger) {
    for warning in KeyFolder(folder).groupWarnings { logger.warning("\(warning)") }
    guard let mode = System.permissions(folder), mode & 0o077 != 0 else { return }
    logger.warning(
      """
      Other users of this machine may enter the folder of the signing keys: \
      `chmod 700 \(ShellWord.quoted(folder))`
      """)
  }

  private func warnOfFolders(_ settings: ServerSettings, _ logger: Logger) {
    let store = try? Stores.path(of: settings.store)
    let keys = KeyFolder(settings.keys)
    for warning in FolderPermissions(store: store, keys: keys).folderWarnings {
      logger.warning("\(warning)")
    }
    guard let store, let advice = RestoreLeftovers(store: store, keys: keys).advice else { return }
    logger.warning("\(advice)")
  }
}
