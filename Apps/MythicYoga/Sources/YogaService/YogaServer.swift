public import Accounts
import AccountsPictures
package import AccountsWeb
import Crypto
import CYogaServiceFiles
public import FlowCore
import FlowMagic
public import FlowMagicWeb
package import Foundation
import HTTPTypes
package import Hummingbird
public import Logging
package import NIOCore
package import NIOPosix
import YogaMedia
import YogaWeb

/// The server: accounts, media, synchronization and the flow as web pages.
public struct YogaServer: Sendable {
  /// The settings of a server.
  public struct Settings: Sendable {
    /// The host name or IP address to listen on.
    public var host = "127.0.0.1"
    /// The port.
    public var port = 8090
    /// The site's public base URL, if it differs from the address it listens on.
    public var origin: String?
    /// The folder of the videos.
    public var mediaFolder = ".yoga/media"
    /// The FlowMagic server whose releases are used, with the SDK key and the environment.
    public var releases: (server: String, key: String, environment: Name)?
    /// Whether a reverse proxy in front sets `X-Forwarded-For`; without one, clients could forge
    /// their address.
    public var isBehindProxy = false
    /// The identifier of the iOS app, such as `TEAM123456.dev.flowmagic.yoga`, which opens links in
    /// emails; nil without one.
    public var appleApp: String?
    /// The email addresses of administrators.
    public var administrators: [String] = []
    /// Sends emails; nil to send none.
    public var mailTransport: (any MailTransport)?
    /// The delay before a page shows progress for a press.
    package var progressDelay = Duration.seconds(1)
    /// The connection limits.
    package var connectionLimits = YogaServer.connectionLimits()
    /// The memory of the bodies with pictures.
    package var pictureMemory = BodyMemory()
    /// The memory of the bodies with changes, which pictures must not take.
    package var syncMemory = BodyMemory()
    /// The threads that decode pictures.
    package var decodingThreads: NIOThreadPool = ProfilePicture.decodingThreads
    /// Hashes passwords.
    package var passwordHasher = PasswordHasher()
    /// Returns the current time in seconds since 1970.
    package var clock: @Sendable () -> Int = { YogaUsers.unixTime() }
    /// Returns the current time for the cache of authorized requests for files.
    package var mediaClock: @Sendable () -> Date = { Date() }

    /// Creates the default settings.
    public init() {}

    var publicURL: String { origin ?? "http://\(host == "0.0.0.0" ? "localhost" : host):\(port)" }
  }

  /// The users.
  public let users: YogaUsers
  /// The host that serves the flow.
  public let host: FlowHost
  private let settings: Settings
  private let links: SignedLinks
  private let responseCache: MediaResponseCache
  /// The iOS app that opens links in emails; nil without one.
  private let appSiteAssociation: AppSiteAssociation?
  /// The keys of the administrators' email addresses.
  private let administrators: Set<String>
  private let logger: Logger

  /// Returns the flow that is bundled with the service.
  public static func document() throws -> FlowDocument {
    try FlowDocument(parsing: EmbeddedFile.yoga_json.content)
  }

  /// Checks an SDK key.
  ///
  /// - Returns: A sentence about what is wrong with it; nil for a valid key.
  public static func problem(withKey key: String) -> String? {
    do {
      _ = try SDKKey(parsing: key)
      return nil
    } catch {
      return error.message
    }
  }

  /// Checks the email address of an administrator.
  ///
  /// - Returns: A sentence about what is wrong with it; nil for a valid one.
  public static func problem(withAdministrator address: String) -> String? {
    do {
      _ = try EmailAddress(address)
      return nil
    } catch {
      return error.message
    }
  }

  /// Opens a service's folder, and prepares the files that it serves.
  ///
  /// - Throws: Also if an administrator's address or the iOS app's identifier is invalid.
  public init(folder: ServiceFolder, settings: Settings, logger: Logger) throws {
    try YogaFiles.prepare()
    self.settings = settings
    self.logger = logger
    responseCache = MediaResponseCache(now: settings.mediaClock)
    administrators = Set(try settings.administrators.map { try EmailAddress($0).key })
    users = try YogaUsers(
      folder: folder, publicURL: settings.publicURL, passwordHasher: settings.passwordHasher,
      clock: settings.clock, logger: logger)
    links = SignedLinks(key: SymmetricKey(data: try folder.key("media")))
    appSiteAssociation = try settings.appleApp.map { try AppSiteAssociation(id: $0) }
    let key = Data(try folder.key("web")).base64EncodedString()
    var web = FlowHostSettings(keys: try SealingKeys(current: key))
    let (users, screens) = (users, YogaScreens(links: links))
    let (ports, userAttributes) = (AccountPorts(users: users), YogaAttributes(users))
    web.origin = settings.publicURL
    web.offersLanguages = true
    web.progressDelay = settings.progressDelay
    web.customBlocks = screens.blocks
    web.actions["choose"] = screens.choose
    web.styles = YogaFiles.styles
    web.scripts = YogaFiles.scripts
    // This includes requests that pages send on their own; users browse practices quickly.
    web.pressesPerSecond = 30
    web.webManifest = YogaFiles.webManifest
    web.onSubmit = { try await ports.perform($0) }
    web.attributes = { request in
      guard let user = try await users.session(from: request.headers)?.user else {
        return YogaAttributes.guestAttributes(at: users.accounts.clock())
      }
      return try await userAttributes.attributes(of: user)
    }
    web.onFinish = { _ in .redirect("/yoga") }
    web.logger = logger
    host = try FlowHost(try Self.document(), settings: web)
  }

  /// Returns the router with all routes.
  package func router() -> Router<YogaContext> {
    let router = Router(context: YogaContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: PeerMiddleware(isBehindProxy: settings.isBehindProxy))
    YogaFiles.addRoutes(to: router)
    IconRoutes.add(to: router)
    let users = users
    MediaRoutes(
      library: MediaLibrary(folder: settings.mediaFolder), links: links,
      responseCache: responseCache,
      now: { Date(timeIntervalSince1970: TimeInterval(users.accounts.clock())) }
    ).add(to: router) { request, _ in
      try await users.session(from: request.headers)?.user.id ?? ""
    }
    SyncRoutes(
      store: users.store, origin: settings.publicURL, memory: settings.syncMemory,
      network: { YogaUsers.client($0.headers).network }
    ) {
      try await users.session(from: $0.headers)?.user.id
    }.add(to: router)
    YogaPage.addRoutes(to: router)
    AccountPages(users: users, origin: settings.publicURL, host: host).add(to: router)
    AdministrationRoutes(
      users: users, origin: settings.publicURL, host: host,
      administrators: administrators
    ).add(to: router)
    UserDataRoutes(
      users: users, origin: settings.publicURL, host: host, memory: settings.pictureMemory,
      decodingThreads: settings.decodingThreads
    ).add(to: router)
    AppRoutes(users: users, links: links, host: host).add(to: router)
    if let appSiteAssociation { appSiteAssociation.add(to: router) }
    router.get("/") { [host] request, _ in
      guard try await users.session(from: request.headers) != nil else {
        return YogaPage.redirect("/yoga")
      }
      // NB: not to "/yoga", which would show the last form again, such as for deleting the account,
      // to someone who opens the app anew.
      return await host.redirect(to: "menu", of: "yoga", for: request)
    }
    host.addRoutes(to: router)
    return router
  }

  /// Returns the HTTP server with all routes and the connection limits.
  package func application(
    onRunning: @escaping @Sendable (any Channel) async -> Void
  ) -> Application<RouterResponder<YogaContext>> {
    let (limits, responseCache) = (limits, responseCache)
    return Application(
      router: router(),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [
            limits.makeHandler { $0 is AnsweredRepeatedRequest },
            MediaSender(responseCache: responseCache),
          ])),
      configuration: .init(address: .hostname(settings.host, port: settings.port)),
      onServerRunning: onRunning, logger: logger)
  }

  /// The default limits: besides the files that are kept open, each connection may be sending one.
  package static func connectionLimits(
    openFiles: Int = ConnectionLimits.raiseOpenFileLimit()
  ) -> ConnectionLimits {
    ConnectionLimits(
      reserve: 128 + MediaResponseCache.maximumFiles, filesPerConnection: 2, openFiles: openFiles)
  }

  private var limits: ConnectionLimits {
    var limits = settings.connectionLimits
    if limits.logger == nil { limits.logger = logger }
    if settings.isBehindProxy { limits.connectionsPerNetwork = nil }
    return limits
  }

  /// Serves until the task is cancelled or the process receives a termination signal.
  public func run(onReady: @escaping @Sendable (String) -> Void) async throws {
    if let missingFilesWarning = MediaLibrary(folder: settings.mediaFolder).missingFilesWarning() {
      logger.warning("\(missingFilesWarning)")
    }
    let address = settings.publicURL
    var app = application { _ in onReady(address) }
    if let releases = settings.releases {
      let updates = try host.updates(
        from: releases.server, key: releases.key, environment: releases.environment,
        of: try Self.document())
      await updates.prepare()
      app.addServices(updates)
    }
    let (users, mail, logger) = (users, settings.mailTransport, logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      if let mail {
        let outbox = Outbox(
          store: users.accounts.store, transport: mail, keys: { users.accounts.keys },
          signal: users.accounts.outboxSignal, logger: logger, clock: users.accounts.clock)
        group.addTask { await outbox.run() }
      }
      group.addTask { try await Self.removeExpiredData(users, logger) }
      group.addTask { [app] in try await app.runService() }
      // The first task to finish is the server, or the error that prevents it from starting.
      try await group.next()
      group.cancelAll()
    }
  }

  /// Removes expired data, and what is left of deleted accounts: now and every hour.
  private static func removeExpiredData(_ users: YogaUsers, _ logger: Logger) async throws {
    while !Task.isCancelled {
      do {
        try await users.removeDataOfDeletedAccounts()
        try await users.accounts.maintenance.removeExpired()
      } catch {
        logger.error("Expired data could not be removed.", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: .seconds(3600))
    }
  }
}

/// A request context with the address of the connection's peer.
package struct YogaContext: RequestContext, RemoteAddressRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let remoteAddress: SocketAddress?

  package init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

/// Sets a header to the client's address, overwriting any value from the client.
package struct PeerMiddleware: RouterMiddleware {
  private let isBehindProxy: Bool

  package init(isBehindProxy: Bool) { self.isBehindProxy = isBehindProxy }

  package func handle(
    _ request: Request, context: YogaContext,
    next: @concurrent (Request, YogaContext) async throws -> Response
  ) async throws -> Response {
    var head = request.head
    let peer = context.remoteAddress?.ipAddress ?? "unknown"
    let forwarded = isBehindProxy ? head.headerFields.forwardedAddress : nil
    head.headerFields[.yogaPeer] = forwarded ?? peer
    return try await next(Request(head: head, body: request.body), context)
  }
}
