import Accounts
import FlowCore
import FlowMagicWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import PageFetcher
import PageReader
import PriceDomain
import PriceService
import PriceStore
import PriceTestSupport
import PriceWeb

/// A site in its own folder, on a service with an empty page source.
struct SiteFixture {
  let service: PriceService
  let site: PriceSite
  let bodyHook = BodyHook()
  private let folder: ServiceFolder

  /// A source without pages, because tests write to the store.
  private struct NoPages: PageSource {
    func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse {
      throw .transport(.noConnection)
    }
  }

  init(
    issuer: FakeIssuer? = nil, _ change: (inout PriceSite.Settings) -> Void = { _ in }
  ) throws {
    folder = try ServiceFolder(
      path: FileManager.default.temporaryDirectory.path + "/prices-\(UUID().uuidString)")
    var settings = PriceService.Settings(rules: try .builtIn())
    settings.extraHosts = ["shop.example"]
    settings.publicURL = "http://localhost"
    if let issuer { settings.identityProviders = [try issuer.provider()] }
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    service = try PriceService(
      folder: folder, settings: settings, source: NoPages(),
      identityFetcher: issuer ?? FakeIssuer(), logger: logger)
    var site = PriceSite.Settings()
    // On a busy machine, a press may take longer than a second.
    site.progressDelay = .seconds(600)
    change(&site)
    self.site = try PriceSite(
      service: service, key: try folder.secret("web"), settings: site, logger: logger)
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder.path) }

  /// Adds a product with a price, and returns its id.
  func addProduct(
    _ name: String, category: String = "Books", cents: Int64 = 1999
  ) async throws -> Int64 {
    let facts = ProductFacts(
      store: "shop.example", host: "shop.example", storeID: "/\(name)",
      url: "https://shop.example/\(name)", name: name, categoryPath: [category],
      description: "About \(name)", images: ["https://m.media-amazon.com/\(name).jpg"])
    let added = try await service.store.add(facts, at: service.clock())
    try await recordPrice(added.id, cents: cents)
    return added.id
  }

  /// Records a product's price.
  func recordPrice(_ product: Int64, cents: Int64) async throws {
    _ = try await service.store.record(
      [PriceCheck(product, .read(.price(Price(cents, .euro), .new), nil))], at: service.clock())
  }

  func run(
    _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    defer { remove() }
    let router = Router()
    site.addRoutes(to: router)
    PriceRoutes(service).add(to: router) { _ in "192.0.2.7" }
    let responder = DelayedBodyResponder(inner: router.buildResponder(), bodyHook: bodyHook)
    try await Application(responder: responder).test(.router) { client in try await test(client) }
  }
}

/// A browser without JavaScript.
struct SiteBrowser {
  private let client: any TestClientProtocol
  private var cookies: [String: String] = [:]
  private(set) var page = ""
  private(set) var path = ""
  private(set) var status = 0
  /// The URL of another site to which the last response redirects; nil if there is none.
  private(set) var externalRedirect: String?

  init(_ client: any TestClientProtocol) { self.client = client }

  mutating func open(_ path: String) async throws {
    try await send(.get, path, nil)
  }

  /// Stores a cookie, such as that of the chosen language.
  mutating func setCookie(_ name: String, _ value: String) { cookies[name] = value }

  /// Presses a button of the page's form.
  mutating func press(_ key: String, _ fields: [String: String] = [:]) async throws {
    let state = page.firstMatch(of: /name="fm" value="([^"]*)"/)?.output.1 ?? ""
    let action = page.firstMatch(of: /method="post" action="([^"]*)"/)?.output.1 ?? ""
    var form = ["fm": String(state), "press": key]
    for (name, value) in fields { form["field." + name] = value }
    try await submit(form, to: String(action))
  }

  /// Submits a form.
  mutating func submit(_ form: [String: String], to path: String) async throws {
    let body = form.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
    try await send(.post, path, body)
  }

  /// Returns the key of the first button whose key has a suffix; nil if there is none.
  func key(endingIn suffix: String) -> String? {
    page.matches(of: /name="press" value="([^"]*)"|value="([^"]*)" formnovalidate/)
      .compactMap { $0.output.1 ?? $0.output.2 }.map { String($0) }.first { $0.hasSuffix(suffix) }
  }

  private mutating func send(_ method: HTTPRequest.Method, _ path: String, _ body: String?)
    async throws
  {
    var headers: HTTPFields = [.cookie: cookies.map { "\($0)=\($1)" }.joined(separator: "; ")]
    if body != nil {
      headers[.contentType] = "application/x-www-form-urlencoded"
      headers[.origin] = "http://localhost"
    }
    let response = try await client.execute(
      uri: path, method: method, headers: headers,
      body: body.map { ByteBuffer(string: $0) })
    for cookie in response.headers[values: .setCookie] {
      let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      cookies[String(pair[0])] = pair.count == 2 ? String(pair[1]) : ""
    }
    externalRedirect = nil
    if let target = response.headers[.location] {
      guard target.hasPrefix("/") else { return externalRedirect = target }
      return try await send(.get, target, nil)
    }
    // A press that takes long is answered with a page that polls, for example on a busy machine.
    if let refresh = response.headers[.refresh], let url = refresh.split(separator: "url=").last {
      await Task.yield()
      return try await send(.get, String(url), nil)
    }
    // NB: a page that replaces a progress page without a redirect still has its query parameter.
    self.path = String(path.prefix { $0 != "?" })
    status = response.status.code
    page = String(buffer: response.body)
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

extension HTTPField.Name {
  // NB: never nil, because the name is an RFC 9110 token; there is no nonfailable initializer.
  static let refresh = Self("Refresh") ?? .via
}
