import Accounts
import AccountsWeb
public import FlowCore
public import FlowMagicWeb
import Foundation
import HTTPTypes
public import Hummingbird
public import Logging
import PriceDomain
import PriceFlows
public import PriceService
import PriceStore

/// The web app of a service: its flows as pages, accounts, and browser notifications.
///
/// ```swift
/// let site = try PriceSite(service: service, key: folder.secret("web"))
/// site.addRoutes(to: router)
/// ```
public struct PriceSite: Sendable {
  /// The settings of the web app.
  public struct Settings: Sendable {
    /// The hosts of product images: a host name, or the origin of a shop on this machine, such as
    /// `http://127.0.0.1:8100`.
    public var imageHosts = ["m.media-amazon.com", "images-na.ssl-images-amazon.com"]
    /// The delay before a page shows progress for a press.
    package var progressDelay = Duration.seconds(1)

    /// Creates the default settings.
    public init() {}
  }

  /// The host that serves the flows.
  public let host: FlowHost
  let service: PriceService
  let visitors: SiteVisitors

  /// Returns the flows that are bundled with the app.
  public static func document() throws -> FlowDocument {
    try PriceFlows.document()
  }

  /// Creates the site of a service.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - key: 32 random bytes in base64, with which the state of pages is sealed.
  ///   - settings: The settings.
  ///   - logger: The logger; no secrets are logged.
  /// - Throws: If the settings or the flows are invalid.
  public init(
    service: PriceService, key: String, settings: Settings = Settings(),
    logger: Logger = Logger(label: "prices.web")
  ) throws {
    self.service = service
    visitors = SiteVisitors(service: service)
    let (visitors, liveChanges) = (visitors, LiveChanges())
    let ports = SitePorts(visitors: visitors)
    var hostSettings = FlowHostSettings(keys: try SealingKeys(current: key))
    hostSettings.origin = service.settings.publicURL
    // Pages also poll for changes, in addition to presses.
    hostSettings.pressesPerSecond = 30
    hostSettings.progressDelay = settings.progressDelay
    hostSettings.mediaHosts = settings.imageHosts
    // Images of a shop on this machine have URLs without https.
    let origins = settings.imageHosts.filter { $0.hasPrefix("http://") }.map { $0 + "/" }
    hostSettings.assetURL = { name in
      origins.contains { name.string.hasPrefix($0) }
        || name.string.hasPrefix(PriceService.path(ofPicture: ""))
        ? name.string
        : "/assets/"
          + (name.string.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics) ?? "")
    }
    hostSettings.linkableSteps = .steps([
      "home", "explore", "tracking", "add", "settings", "login", "register", "forgot",
    ])
    hostSettings.data = PriceData(service: service).readers
    hostSettings.actions = PriceActions(visitors: visitors) { liveChanges.notify() }.all
    hostSettings.customBlocks = SiteBlocks(service: service).all
    hostSettings.attributes = { try await visitors.attributes($0.headers) }
    hostSettings.onSubmit = { try await ports.handle($0) }
    hostSettings.onFinish = { finished in
      guard finished.flow == "welcome" else { return .redirect("/tutorial") }
      switch finished.outcome {
      case "log-in": return .redirect("/prices/login")
      case "register": return .redirect("/prices/register")
      default: return .redirect("/prices")
      }
    }
    hostSettings.styles = SiteFiles.styles
    hostSettings.scripts = SiteFiles.scripts
    hostSettings.webManifest = SiteFiles.manifest
    hostSettings.logger = logger
    let host = try FlowHost(try Self.document(), settings: hostSettings)
    liveChanges.setListener { host.dataChanged() }
    self.host = host
  }

  /// Adds the routes of the site: its files, accounts, notifications and flows.
  ///
  /// Add ``PeerMiddleware`` before them.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    SiteFiles.addRoutes(to: router)
    AccountPages(site: self).addRoutes(to: router)
    ProviderRoutes(site: self).addRoutes(to: router)
    DeviceRoutes(site: self).addRoutes(to: router)
    PicturePage(site: self).addRoutes(to: router)
    AccountDataRoute(site: self).addRoutes(to: router)
    UnsubscribePage(site: self).addRoutes(to: router)
    addLinks(to: router)
    host.addRoutes(to: router)
  }

  /// Updates open pages, for example after prices have changed.
  public func dataChanged() { host.dataChanged() }

  /// Whether a request was sent by one of the site's own pages, according to its headers; false
  /// without these headers.
  func isSameOrigin(_ headers: HTTPFields) -> Bool {
    FormPages.isSameOrigin(headers, origin: service.settings.publicURL)
  }

  /// Returns the language of the site's own pages for a request, which is that of its flows.
  func language(_ request: Request) -> Language { Language(page: host.language(for: request)) }

  // MARK: URLs that lead into the flows

  private func addLinks<Context: RequestContext>(to router: some RouterMethods<Context>) {
    let (host, site) = (host, self)
    router.get("/") { request, _ in
      guard SessionCookies.value(SiteCookies.tutorialShown, in: request.headers) != nil else {
        return SitePage.redirect("/welcome")
      }
      // NB: not to "/prices", which would show the last form again, such as for deleting the
      // account, to someone who opens the app anew.
      return await host.redirect(to: "home", of: "prices", for: request)
    }
    router.get("/tutorial") { request, _ in
      await host.redirect(to: "hello", of: "welcome", for: request)
    }
    // The target of notifications.
    router.get("/products/:id") { request, context in
      guard let id = Int(try context.parameters.require("id")) else {
        return Self.missingProductPage(site.language(request))
      }
      return await host.redirect(
        to: "product", of: "prices", outputs: ["productID": .number(JSONNumber(id))], for: request)
    }
    let store = service.store
    router.get("/products/:id/shop") { request, context in
      guard let id = Int64(try context.parameters.require("id")),
        let product = try await store.product(id)
      else { return Self.missingProductPage(site.language(request)) }
      return SitePage.redirect(product.facts.url)
    }
    // The target of the bookmarklet and of the share sheet; some apps share the URL as text.
    router.get("/add") { request, _ in
      let query = request.uri.queryParameters
      let sharedTexts = ["url", "text", "title"].compactMap { query.get($0) }
      let url = sharedTexts.compactMap { PriceService.firstURL(in: $0) }.first ?? ""
      return await host.redirect(
        to: "add", of: "prices", outputs: ["url": .string(url)], for: request)
    }
  }

  private static func missingProductPage(_ language: Language) -> Response {
    SitePage.message(
      SiteText("There is no such product", "Dieses Produkt gibt es nicht"),
      SiteText(
        "It may have been removed, or its address is wrong.",
        "Vielleicht wurde es entfernt, oder die Adresse stimmt nicht."), language, status: 404,
      next: "/prices/home")
  }
}
