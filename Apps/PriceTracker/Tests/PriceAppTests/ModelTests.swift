import AccountsClient
import Foundation
import PriceApp
import PriceClient
import PriceDomain
import Synchronization
import Testing

/// Responds with the response for the longest key that the URL contains, and records the requests.
final class ScriptedTransport: ClientTransport {
  private let responses: Mutex<[String: ClientResponse]>
  private let sent = Mutex<[ClientRequest]>([])

  init(_ responses: [String: String]) {
    self.responses = Mutex(
      responses.mapValues { ClientResponse(status: 200, body: Array($0.utf8)) })
  }

  var requests: [ClientRequest] { sent.withLock { $0 } }
  /// The methods and paths of all requests.
  var calls: [String] {
    requests.map { "\($0.method.rawValue) \($0.url.dropFirst("https://p.example/api/v1".count))" }
  }

  func set(_ part: String, _ response: ClientResponse) {
    responses.withLock { $0[part] = response }
  }
  func set(_ part: String, _ json: String) {
    set(part, ClientResponse(status: 200, body: Array(json.utf8)))
  }

  func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
    sent.withLock { $0.append(request) }
    let response = responses.withLock { responses in
      responses.filter { request.url.contains($0.key) }.max { $0.key.count < $1.key.count }?.value
    }
    guard let response else { throw .offline }
    return response
  }
}

/// Tokens in memory.
final class InMemoryTokens: SessionVault {
  private let stored = Mutex<SessionTokens?>(nil)

  func load() throws -> SessionTokens? { stored.withLock { $0 } }
  func save(_ tokens: SessionTokens?) throws { stored.withLock { $0 = tokens } }
}

/// Settings in memory.
final class InMemorySettings: SettingsStorage {
  private let values = Mutex<[String: String]>([:])

  func string(_ key: String) -> String? { values.withLock { $0[key] } }
  func set(_ value: String?, _ key: String) { values.withLock { $0[key] = value } }
}

enum AppFixture {
  static func api(
    _ transport: ScriptedTransport, tokens: any SessionVault<SessionTokens> = EmptySessionVault()
  ) async -> PriceAPI {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "prices-app-\(UUID().uuidString)")
    return await PriceAPI(
      server: "https://p.example", transport: transport,
      session: ClientSession(store: tokens) { 1_700_000_000 },
      cache: ResponseCache(folder: folder) { 1_700_000_000 })
  }

  static func item(_ id: Int) -> String {
    #"{"id": \#(id), "name": "P\#(id)", "category": "", "stock": "inStock", "trackers": 1}"#
  }

  static func page(_ ids: ClosedRange<Int>, next: String? = nil) -> String {
    let items = ids.map(item).joined(separator: ",")
    return #"{"items": [\#(items)]\#(next.map { #", "next": "\#($0)""# } ?? "")}"#
  }

  static func product(_ tracking: String = "null", stock: String = "inStock") -> String {
    """
    {"id": 1, "store": "s", "url": "https://shop.example/1", "name": "Lamp", "category": [],
     "description": "", "variant": [], "images": [], "stock": "\(stock)", "trackers": 1, "added": 1,
     "price": {"minorUnits": 2499, "currency": "EUR"}, "tracking": \(tracking)}
    """
  }

  static let tracking = """
    {"since": 1, "rule": {"kind": "value", "minorUnits": 1999, "currency": "EUR",
     "notifiesAtLowest": true}, "hasOwnRule": true, "notifiesOfComments": true, "explanation": []}
    """
}

@MainActor @Suite struct ModelTests {
  @Test func `saving the daily limit keeps the minutes of quiet hours`() async throws {
    let transport = ScriptedTransport([
      "/me": """
      {"email": "ada@example.com", "givenName": "", "surname": "", "nickname": "Ada",
       "language": "en", "timeZone": "Europe/Berlin", "rule": {"kind": "always"},
       "preferences": {"minimumStepPermille": 10, "settleSeconds": 1, "dailyLimit": 5,
        "quietHours": {"begin": 1350, "end": 435}}, "sendsEmail": false, "hasPassword": true}
      """
    ])
    let model = NotificationSettingsModel(await AppFixture.api(transport))
    await model.load()
    #expect((model.startHour, model.endHour) == (22, 7))
    model.dailyLimit = 3
    model.sendsEmail = true
    #expect(await model.save())
    let body = try #require(transport.requests.last?.body)
    let change = try JSONDecoder().decode(ProfileChangeData.self, from: Data(body))
    #expect(change.preferences?.quietHours == ProfileData.QuietHours(begin: 1350, end: 435))
    #expect(change.preferences?.dailyLimit == 3)
    #expect(change.sendsEmail == true)
    model.dailyLimit = 0
    #expect(model.canSave)
    model.startHour = 23
    #expect(await model.save())
    let secondBody = try #require(transport.requests.last?.body)
    let secondChange = try JSONDecoder().decode(ProfileChangeData.self, from: Data(secondBody))
    #expect(secondChange.preferences?.quietHours == ProfileData.QuietHours(begin: 1380, end: 435))
    // Unchanged since the last response, so the service's value stays.
    #expect(!model.sendsEmail && secondChange.sendsEmail == nil)
    (model.startHour, model.endHour) = (6, 6)
    #expect(!model.canSave)
  }

  @Test func `a section that fails does not affect the others`() async {
    let transport = ScriptedTransport([
      "/lists/mostTracked": AppFixture.page(1...2), "/categories": #"{"items": []}"#,
    ])
    let model = HomeModel(await AppFixture.api(transport))
    await model.load(isSignedIn: true)
    #expect(model.lastTracked.error == .offline)
    #expect(model.lastTracked.value == nil)
    #expect(model.mostTracked.value?.map(\.id) == [1, 2])
    #expect(model.categories.value == [])
    #expect(!model.mostTracked.isLoading && !model.lastTracked.isFirstLoad)
  }

  @Test func `only a changed filter reloads the list, from its first page`() async {
    let transport = ScriptedTransport([
      "/pages": AppFixture.page(1...20, next: "c1"), "cursor=c1": AppFixture.page(21...22),
      "category=Light": AppFixture.page(5...6),
    ])
    let api = await AppFixture.api(transport)
    let model = SeeAllModel(api, list: "priceDrop")
    #expect(model.emptyText == .listNoRange)
    await model.loadMore()
    let items = model.pages.items
    await model.itemDidAppear(items[3])
    #expect(model.pages.items.count == 20)
    await model.itemDidAppear(items[17])
    #expect(model.pages.items.count == 22)
    await model.applyFilter(["Light"])
    #expect(model.emptyText == .filterNone)
    #expect(model.pages.items.map(\.id) == [5, 6])
    let callCount = transport.calls.count
    await model.applyFilter(["Light"])
    #expect(transport.calls.count == callCount)
    #expect(transport.calls.allSatisfy { $0.hasPrefix("GET /lists/priceDrop/pages?") })
    var titles: Set<AppText> = []
    for name in ListName.allCases { titles.insert(SeeAllModel(api, list: name.rawValue).title) }
    #expect(titles.count == ListName.allCases.count)
  }

  @Test func `a search is sent once after a wait, and not at all if the wait is cancelled`() async {
    let transport = ScriptedTransport(["/me/products": AppFixture.page(1...1)])
    let model = TrackingModel(await AppFixture.api(transport)) {}
    model.search = "  lamp   two "
    await model.searchDidChange()
    #expect(transport.calls == ["GET /me/products?limit=50&search=lamp%20two"])
    await model.searchDidChange()
    #expect(transport.calls.count == 1)
    let cancelledModel = TrackingModel(await AppFixture.api(transport)) {
      throw CancellationError()
    }
    cancelledModel.search = "x"
    await cancelledModel.searchDidChange()
    #expect(transport.calls.count == 1)
    #expect(cancelledModel.shownSearch.isEmpty)
  }

  @Test func `a product is tracked only after the service has confirmed it`() async {
    let transport = ScriptedTransport([
      "/products/1": AppFixture.product(), "/products/1/history": #"{"items": []}"#,
      "/products/1/comments": #"{"items": []}"#,
    ])
    let model = ProductModel(await AppFixture.api(transport), id: 1)
    await model.load()
    #expect(!model.isTracked)
    #expect(model.chart.value?.isEmpty == true)
    transport.set(
      "/products/1/tracking",
      ClientResponse(
        status: 409, body: Array(#"{"code": "limit-reached", "detail": "No."}"#.utf8)))
    #expect(await !model.track())
    #expect(
      model.operation.error
        == .problem(status: 409, code: "limit-reached", detail: "No.", retryAfter: nil))
    #expect(!model.isTracked)
    transport.set("/products/1/tracking", AppFixture.product(AppFixture.tracking))
    #expect(await model.track())
    #expect(model.isTracked)
    #expect(model.operation.error == nil)
    transport.set("/products/1/tracking", ClientResponse(status: 204))
    await model.untrack()
    #expect(!model.isTracked)
  }

  @Test func `an empty comment is not sent, and a posted one comes first`() async {
    let comment = { (id: Int) in
      #"{"id": \#(id), "author": "A", "text": "t", "written": 1, "isOwn": true}"#
    }
    let transport = ScriptedTransport(["/comments": #"{"items": [\#(comment(1))]}"#])
    let model = ProductModel(await AppFixture.api(transport), id: 1)
    await model.loadComments()
    #expect(await !model.post("  \n "))
    #expect(transport.calls.count == 1)
    transport.set("/products/1/comments", comment(2))
    #expect(await model.post("  Nice \n"))
    #expect(model.comments.value?.map(\.id) == [2, 1])
    let body = transport.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(body == #"{"text":"Nice"}"#)
  }

  @Test func `a rule keeps the product's target, and zero cannot be saved`() async throws {
    let transport = ScriptedTransport([:])
    let api = await AppFixture.api(transport)
    let product = try JSONDecoder().decode(
      ProductData.self, from: Data(AppFixture.product(AppFixture.tracking).utf8))
    let model = RuleModel(api, product: product)
    #expect(model.choice == .value)
    #expect(model.target == Price(1999, .euro))
    #expect(model.minorUnitCount == 100)
    #expect(model.notifiesAtLowest && model.notifiesOfComments)
    #expect(model.rule?.minorUnits == 1999 && model.rule?.notifiesAtLowest == true)
    (model.wholeUnits, model.minorUnits) = (0, 0)
    #expect(!model.canSave)
    #expect(await !model.save())
    #expect(transport.calls.isEmpty)
    (model.wholeUnits, model.minorUnits) = (12, 5)
    transport.set("/products/1/tracking", AppFixture.product(AppFixture.tracking))
    #expect(await model.save())
    let body = try #require(transport.requests.last?.body)
    let sent = try #require(
      JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    #expect((sent["rule"] as? [String: Any])?["minorUnits"] as? Int == 1205)
    model.choice = .standard
    #expect(model.rule == nil)
    #expect(await model.save())
    let lastBody = try #require(transport.requests.last?.body)
    #expect(String(decoding: lastBody, as: UTF8.self).contains(#""usesDefaultRule":true"#))
  }

  @Test(arguments: [
    ("EUR", 2499, 1, 9_999, 10_000), ("JPY", 12_340, 10, 99_990, 10_000),
    ("JPY", 154_321, 100, 999_900, 10_001),
  ])
  func `the picker for whole units reaches the price`(
    code: String, minorUnits: Int, step: Int, last: Int, count: Int
  ) async throws {
    let json = AppFixture.product().replacingOccurrences(
      of: #""minorUnits": 2499, "currency": "EUR""#,
      with: #""minorUnits": \#(minorUnits), "currency": "\#(code)""#)
    let product = try JSONDecoder().decode(ProductData.self, from: Data(json.utf8))
    let model = RuleModel(await AppFixture.api(ScriptedTransport([:])), product: product)
    #expect(model.target.minorUnits == Int64(minorUnits))
    #expect(model.wholeUnitOptions.contains(model.wholeUnits))
    #expect(model.wholeUnitOptions.prefix(2) == [0, step] && model.wholeUnitOptions.last == last)
    #expect(
      model.wholeUnitOptions.count == count
        && model.wholeUnitOptions == model.wholeUnitOptions.sorted())
  }

  @Test func `only products of an allowed site can be added, and guests do not send the page`()
    async throws
  {
    let added = #"{"isNew": true, "product": \#(AppFixture.product())}"#
    let transport = ScriptedTransport(["/products": added])
    let tokens = InMemoryTokens()
    try tokens.save(SessionTokens(access: "a", expires: 1_800_000_000, refresh: "r"))
    let model = AddModel(
      await AppFixture.api(transport, tokens: tokens), policy: .amazon(region: "DE"),
      url: "https://evil.example/dp/B0AURORA01")
    // The view does not open a URL of another site.
    #expect(model.start.absoluteString == "https://www.amazon.de/")
    for text in ["https://www.amazon.de/", "https://evil.example/dp/B0AURORA01"] {
      model.didShow(URL(string: text))
      #expect(!model.canAdd)
    }
    #expect(await model.add { "<html>" } == nil)
    #expect(transport.calls.isEmpty)
    model.didShow(URL(string: "https://www.amazon.de/dp/B0AURORA01"))
    #expect(model.canAdd)
    #expect(await model.add { "<html>" } == 1)
    let body = try #require(transport.requests.last?.body)
    let sent = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: String])
    #expect(sent == ["url": "https://www.amazon.de/dp/B0AURORA01", "html": "<html>"])
    let guest = AddModel(await AppFixture.api(transport), policy: .amazon(region: "DE"))
    guest.didShow(URL(string: "https://www.amazon.de/dp/B0AURORA01"))
    #expect(await guest.add { "<html>" } == 1)
    let guestBody = try #require(transport.requests.last?.body)
    #expect(!String(decoding: guestBody, as: UTF8.self).contains("html"))
    model.didStartLoading()
    #expect(!model.canAdd)
    #expect(model.title(isSignedIn: true) == .addTrack)
    #expect(model.title(isSignedIn: false) == .addAdd)
  }

  @Test func `a page too long to send is reported only if the service cannot read the shop's page`()
    async throws
  {
    let added = #"{"isNew": true, "product": \#(AppFixture.product())}"#
    let transport = ScriptedTransport(["/products": added])
    let tokens = InMemoryTokens()
    try tokens.save(SessionTokens(access: "a", expires: 1_800_000_000, refresh: "r"))
    let model = AddModel(
      await AppFixture.api(transport, tokens: tokens), policy: .amazon(region: "DE"))
    model.didShow(URL(string: "https://www.amazon.de/dp/B0AURORA01"))
    // Each quotation mark takes two bytes in JSON.
    let page = String(repeating: "\"", count: 5 << 20)
    #expect(await model.add { page } == 1)
    let sent = try #require(transport.requests.last)
    #expect(sent.body.count < 1000)
    let reason = "No product was recognized on this page."
    let problem = #"{"code": "page-not-read", "detail": "\#(reason)"}"#
    transport.set("/products", ClientResponse(status: 502, body: Array(problem.utf8)))
    #expect(await model.add { page } == nil)
    #expect(model.operation.error == .pageTooLong)
    #expect(await model.add { "<html>" } == nil)
    #expect(model.operation.error?.text(in: .english) == reason)
    let problemWithoutDetail = #"{"code": "page-not-read", "detail": ""}"#
    transport.set("/products", ClientResponse(status: 502, body: Array(problemWithoutDetail.utf8)))
    #expect(await model.add { "<html>" } == nil)
    #expect(
      model.operation.error?.text(in: .english)
        == "The shop’s page could not be read. Try again later.")
  }

  @Test func `a late response does not replace a newer one`() async {
    let loader = Loader<Int>()
    let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let started = AsyncStream.makeStream(of: Void.self)
    let slowLoad = Task {
      await loader.load { () throws(ClientError) in
        started.continuation.yield()
        for await _ in stream { break }
        return CachedValue(value: 1, cachedAt: nil)
      }
    }
    for await _ in started.stream { break }
    #expect(loader.isLoading)
    await loader.load { () throws(ClientError) in CachedValue(value: 2, cachedAt: nil) }
    gate.yield()
    await slowLoad.value
    #expect(loader.value == 2)
    await loader.load { () throws(ClientError) in throw .offline }
    #expect(loader.value == 2 && loader.error == .offline)
  }
}
