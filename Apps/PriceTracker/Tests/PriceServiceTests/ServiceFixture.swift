import Accounts
import AccountsWeb
import Foundation
import Logging
import PageFetcher
import PageReader
import PriceDomain
import PriceService
import PriceStore
import Synchronization

/// A clock that tests advance.
final class TestClock: Sendable {
  private let now = Mutex(Timestamp(1_700_000_000))

  var timestamp: Timestamp { now.withLock { $0 } }
  func advance(_ seconds: Int64) { now.withLock { $0 = $0 + seconds } }
}

/// A shop with pages defined by the test.
final class TestShop: PageSource {
  enum Page: Sendable {
    case price(cents: Int64, currency: String = "EUR")
    case unavailable
    case html(String)
    case error(FetchError)
  }

  private let pages = Mutex<[String: Page]>([:])
  private let requestedURLs = Mutex<[String]>([])
  var requests: [String] { requestedURLs.withLock { $0 } }

  func set(_ path: String, _ page: Page) { pages.withLock { $0[path] = page } }
  func set(_ path: String, cents: Int64) { set(path, .price(cents: cents)) }

  func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse {
    requestedURLs.withLock { $0.append(request.url) }
    let url: WebURL
    do { url = try WebURL(request.url) } catch { throw .invalidURL(error) }
    guard let page = pages.withLock({ $0[url.path] }) else { throw .transport(.noConnection) }
    if case .error(let error) = page { throw error }
    let text = Self.html(url.path, page)
    guard case .page(var response) = try await SentPage(Array(text.utf8)).page(request) else {
      throw .transport(.failed)
    }
    response.url = url
    return .page(response)
  }

  static func html(_ path: String, _ page: Page) -> String {
    switch page {
    case .html(let text): return text
    case .error: return ""
    case .price(let cents, let currency):
      return """
        <html lang="en"><head><title>x</title><script type="application/ld+json">
        {"@type": "Product", "name": "Product \(path)", "category": "Books",
         "image": "https://shop.example/a.png",
         "offers": {"@type": "Offer", "price": "\(Price(cents, .euro).decimalText)",
         "priceCurrency": "\(currency)", "availability": "https://schema.org/InStock"}}
        </script></head><body><h1>Product</h1></body></html>
        """
    case .unavailable:
      return """
        <html lang="en"><head><script type="application/ld+json">
        {"@type": "Product", "name": "Product \(path)",
         "offers": {"@type": "Offer", "availability": "https://schema.org/OutOfStock"}}
        </script></head><body><h1>Product</h1></body></html>
        """
    }
  }
}

/// A mail transport that collects the sent emails.
final class TestMail: MailTransport {
  private let messages = Mutex<[OutgoingMail]>([])
  var sent: [OutgoingMail] { messages.withLock { $0 } }

  func send(_ mail: OutgoingMail) async throws(MailFailure) {
    messages.withLock { $0.append(mail) }
  }
}

/// A service in its own folder.
struct ServiceFixture {
  let service: PriceService
  let shop = TestShop()
  let clock = TestClock()
  let mail = TestMail()
  let folder: ServiceFolder

  init(
    reader: (any PageParsing)? = nil, lookupReader: (any PageParsing)? = nil,
    bodyMemory: BodyMemory = BodyMemory(),
    _ change: (inout PriceService.Settings) -> Void = { _ in }
  ) throws {
    folder = try ServiceFolder(
      path: FileManager.default.temporaryDirectory.path + "/prices-\(UUID().uuidString)")
    var settings = PriceService.Settings(rules: try .builtIn())
    settings.extraHosts = ["shop.example"]
    change(&settings)
    let clock = clock
    service = try PriceService(
      folder: folder, settings: settings, source: shop, reader: reader,
      lookupReader: lookupReader, passwordHasher: PasswordHasher(parameters: .forTests),
      bodyMemory: bodyMemory, logger: Logger(label: "test"), clock: { clock.timestamp })
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder.path) }

  static let password = "correct horse battery"

  /// Adds a verified user, and signs them in.
  func addUser(_ name: String) async throws -> Caller {
    _ = try await service.accounts.administration.addUser(
      email: "\(name)@example.com", name: name, password: Self.password, isVerified: true,
      by: .operator("test"))
    return try await signIn(name).caller
  }

  func signIn(_ name: String) async throws -> (caller: Caller, tokens: AppTokens) {
    let client = Client(address: "192.0.2.1", userAgent: "test")
    let result = try await service.accounts.authentication.signIn(
      email: "\(name)@example.com", password: Self.password, as: .app, client: client)
    guard case .signedIn(let session) = result, case .tokens(let tokens) = session.credential
    else { throw PriceError(.signedOut, "no session") }
    let signedIn = try await service.accounts.sessions.authenticate(accessToken: tokens.accessToken)
    return (Caller(signedIn, client: client), tokens)
  }

  var guest: Caller { Caller(nil, client: Client(address: "192.0.2.9", userAgent: "guest")) }
}
