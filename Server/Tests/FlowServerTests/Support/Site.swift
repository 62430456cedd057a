import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Testing

/// An in-memory server with two organizations, and a clock that stands still until it is moved.
///
/// `acme` has the application `shop` with a key for production, and `rival` has the application
/// `market`; both are without a draft or releases. Users exist only with `withUsers`.
struct Site {
  let services: Services
  let store: any Store
  let responder: EndpointResponder
  let clock = Clock()
  /// The token for `Authorization: Bearer …`.
  var credentials: [Role: String] = [:]
  /// The session's cookie, with its CSRF token.
  var cookies: [Role: (secret: String, csrf: String)] = [:]
  /// The user's id.
  var users: [Role: String] = [:]
  /// Objects that must live as long as the site.
  let retained = NIOLockedValueBox<[any Sendable]>([])

  final class Clock: Sendable {
    static let start = 1_800_000_000
    private let time = NIOLockedValueBox(Clock.start)
    var now: Int { time.withLockedValue { $0 } }
    func advance(by seconds: Int) { time.withLockedValue { $0 += seconds } }
  }

  static let sdkKey = "pk_0123456789abcdefghijkl"

  init(
    store customStore: (any Store)? = nil, minimumIssueTime: MinimumIssueTime = MinimumIssueTime(),
    withUsers: Bool = false, portal: PortalFiles = Site.portal, packageURL: String? = nil,
    trustedProxies: Int = 0,
    limits: DeliveryLimits = DeliveryLimits(),
    accounts settings: AccountSettings = Site.accountSettings,
    intake: IntakeLimits = IntakeLimits(), applicationIDs: ApplicationIDPolicy = .chosen,
    purger: CachePurger? = nil, numberRecorder: NumberRecorder = NumberRecorder(),
    uptime: (@Sendable () -> Int)? = nil,
    logger: Logger = LogFormat.human.logger("test", level: .critical)
  ) async throws {
    let clock = clock
    // Streams end because permissions have changed, and never because time has passed.
    var limits = limits
    limits.accessCheckInterval = nil
    store = try customStore ?? SQLiteStore(inMemory: ())
    let accounts = AccountServices(
      store: store.accounts, keys: try AccountKeyring(secrets: [AccountKeyring.newSecret()]),
      passwordHasher: PasswordHasher(parameters: .forTests), settings: settings, logger: logger,
      clock: { clock.now }, uptime: uptime)
    services = Services(
      store: store, keys: try SigningKeys.first(), minimumIssueTime: minimumIssueTime,
      numberRecorder: numberRecorder, accounts: accounts,
      portal: portal, packageURL: packageURL, trustedProxies: trustedProxies, limits: limits,
      intake: intake,
      applicationIDs: applicationIDs, purger: purger,
      logger: logger,
      clock: { clock.now }, uptime: uptime)
    responder = EndpointResponder(services: services)
    try await addFixtures()
    if withUsers { try await addUsers() }
    try await services.readStore()
  }

  /// Anyone may register, and emails go to the outbox, where tests read them.
  static let accountSettings = AccountSettings(
    serviceName: "FlowMagic", publicURL: "http://test", registration: .open, canSendMail: true)

  /// A portal that exists whether or not one was built.
  static let portal = PortalFiles(files: [
    "index.html": PortalFiles.File(
      type: "text/html; charset=utf-8",
      bytes: ByteBuffer(string: #"<html lang="en"><body><div id="portal"></div></body></html>"#),
      gzipped: nil),
    "portal.1.js": PortalFiles.File(
      type: "text/javascript; charset=utf-8", bytes: ByteBuffer(string: "plain text"),
      gzipped: ByteBuffer(string: "packed")),
  ])

  private mutating func addFixtures() async throws {
    for (organization, application) in [("acme", "shop"), ("rival", "market")] {
      try await store.add(
        Organization(id: organization, name: organization.uppercased(), created: clock.now),
        audit: audit(organization))
      try await store.add(
        Application(
          id: application, organization: organization, name: "The \(application)",
          created: clock.now),
        environments: ["development", "staging", "production"], audit: audit(organization))
    }
    for role in Role.allCases {
      guard case .token(let scope) = role.kind else { continue }
      credentials[role] = try await addToken("acme", scope)
    }
    credentials[.rival] = try await addToken("rival", .admin)
    credentials[.app] = Self.sdkKey
    try await store.add(
      StoredSDKKey(
        id: Self.sdkKey, application: "shop", environment: "production", name: "app",
        created: clock.now), audit: audit("acme"))
  }

  func audit(_ organization: String) -> AuditEntry {
    AuditEntry(at: clock.now, actor: "test", action: "test", organization: organization)
  }

  /// Adds an API token and returns its text.
  func addToken(
    _ organization: String, _ scope: Scope, expires: Int? = nil, user: String? = nil,
    application: String? = nil, environment: String? = nil
  ) async throws -> String {
    let credential = TokenCredential()
    try await store.add(
      APIToken(
        id: credential.id, organization: organization, name: "\(organization) \(scope)",
        hash: credential.hash, scopes: [scope.rawValue], created: clock.now, expires: expires,
        user: user, application: application, environment: environment),
      audit: audit(organization))
    return credential.string
  }
}

// MARK: Requests

extension Site {
  /// A response with its whole body.
  struct Response {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSON { (try? JSON(parsing: body)) ?? .null }
    var code: String? { json["code"]?.string }
  }

  /// Sends a request through the whole pipeline, and checks the properties of all responses.
  ///
  /// With `event`, the second half of its body is sent after `event` has returned.
  @discardableResult
  func send(
    _ method: HTTPRequest.Method, _ path: String, as role: Role = .admin, token: String? = nil,
    _ headers: [String: String] = [:], body: JSON? = nil, bytes: [UInt8] = [],
    heldUntil event: (@Sendable () async throws -> Void)? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> Response {
    var fields = HTTPFields()
    for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
    if let credential = token ?? credentials[role] {
      fields[.authorization] = "Bearer \(credential)"
    } else if let cookie = cookies[role] {
      addBrowserHeaders(to: &fields, cookie: cookie, as: role)
    }
    let requestBytes = body?.utf8(.compact) ?? bytes
    // Clients send the length; without it, a body counts as a large one.
    if !requestBytes.isEmpty, fields[.contentLength] == nil {
      fields[.contentLength] = "\(requestBytes.count)"
    }
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: "test", path: path, headerFields: fields),
      body: event.map { RequestBody.held(requestBytes, until: $0) }
        ?? RequestBody(buffer: ByteBuffer(bytes: requestBytes)))
    var logger = LogFormat.human.logger("test", level: .critical)
    logger[metadataKey: "hb.request.id"] = "7"
    let context = ServerContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger))
    let response = try await responder.respond(to: request, context: context)
    let collected = Response(
      status: response.status.code, headers: response.headers,
      body: try await Collector.bytes(of: response.body))
    check(collected, method, path, location)
    return collected
  }

  /// Checks that the status is documented, a problem has its format, and no response discloses
  /// internals.
  private func check(
    _ response: Response, _ method: HTTPRequest.Method, _ path: String, _ location: SourceLocation
  ) {
    #expect(response.headers[.requestID] == "7", sourceLocation: location)
    #expect(response.headers[.xContentTypeOptions] == "nosniff", sourceLocation: location)
    let isPage = response.headers[.contentType]?.hasPrefix("text/html") == true
    #expect(
      response.headers[.referrerPolicy] == "no-referrer"
        || isPage && response.headers[.referrerPolicy] == "same-origin",
      sourceLocation: location)
    #expect(
      response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true,
      sourceLocation: location)
    #expect(!response.text.contains("sqlite"), sourceLocation: location)
    let pathWithoutQuery = String(path.prefix { $0 != "?" })
    guard let endpoint = Endpoint.matching(method, pathWithoutQuery) else { return }
    #expect(
      endpoint.statuses.contains(response.status),
      "\(endpoint.id) answers \(response.status), which is not documented: \(response.text)",
      sourceLocation: location)
    guard response.status >= 400 else { return }
    guard endpoint.problemStyle != .page else {
      #expect(isPage, sourceLocation: location)
      return
    }
    let isLegacy = endpoint.problemStyle == .legacy
    #expect(
      response.headers[.contentType]
        == (isLegacy ? "application/json" : "application/problem+json"),
      sourceLocation: location)
    #expect(response.code != nil, sourceLocation: location)
    if isLegacy {
      #expect(response.json["status"] == "Failure", sourceLocation: location)
    } else {
      #expect(
        response.json["status"] == .number(JSONNumber(response.status)), sourceLocation: location)
    }
  }
}

/// Collects a response's body.
private struct Collector: ResponseBodyWriter {
  private let bytes = NIOLockedValueBox<[UInt8]>([])

  /// Thrown to end a stream after its first release or its `ready` event.
  private struct StreamEnded: Error {}

  static func bytes(of body: ResponseBody) async throws -> [UInt8] {
    let collector = Collector()
    do { try await body.write(collector) } catch is StreamEnded {}
    return collector.bytes.withLockedValue { $0 }
  }

  mutating func write(_ buffer: ByteBuffer) async throws {
    bytes.withLockedValue { $0 += Array(buffer: buffer) }
    let text = String(buffer: buffer)
    if text.hasPrefix("event: release\n") || text.contains("event: ready\n") {
      throw StreamEnded()
    }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

// MARK: Documents

/// Flows to publish.
enum Flows {
  /// A single step that ends with `next`; its title distinguishes versions.
  static func document(title: String = "Hello", screen: String = "Info") -> JSON {
    [
      "schema": 1,
      "flows": [
        [
          "id": "main", "start": "hello",
          "steps": [
            [
              "id": "hello", "screen": .string(screen), "content": ["title": .string(title)],
              "ports": ["next": [["finish": "done"]]],
            ]
          ],
        ]
      ],
    ]
  }

  /// A flow whose only route leads to a step that does not exist.
  static let broken: JSON = [
    "schema": 1,
    "flows": [
      [
        "id": "main", "start": "hello",
        "steps": [["id": "hello", "screen": "Info", "ports": ["next": [["to": "nowhere"]]]]],
      ]
    ],
  ]

  /// A valid flow in the format of the first Flow Magic, with a warning: it never ends.
  static let endless: JSON = [
    "id": "shop",
    "screenFlow": [
      ["screenName": "Home", "portName": "Home.Login", "destinationView": "Login"],
      ["screenName": "Login", "portName": "Login.Back", "destinationView": "Home"],
    ],
  ]

  /// A manifest whose screens have the ports that these flows use.
  static func manifest(
    build: String = "1", screens: [String] = ["Info"], platform: String = "ios"
  ) -> JSON {
    let ports: [String: JSON] = ["Home": ["Login"], "Login": ["Back"]]
    return [
      "schema": 1, "platform": .string(platform), "version": "1.0", "build": .string(build),
      "screens": .array(
        screens.map { ["name": .string($0), "ports": ports[$0] ?? ["next"]] }),
    ]
  }
}

extension Site {
  /// Publishes a document to an environment and returns the number of the release.
  @discardableResult
  func publish(
    _ document: JSON = Flows.document(), to environment: String = "production"
  ) async throws -> Int {
    let response = try await send(
      .post, "/v1/apps/shop/environments/\(environment)/releases", as: .publish,
      body: ["document": document, "acceptWarnings": true])
    #expect(response.status == 201, "\(response.text)")
    return response.json["number"]?.number?.int.map(Int.init) ?? 0
  }

  /// Stores a draft and returns its tag.
  @discardableResult
  func putDraft(_ document: JSON = Flows.document()) async throws -> String {
    let response = try await send(
      .put, "/v1/apps/shop/draft", ["If-None-Match": "*"], body: document)
    #expect(response.status == 201)
    return response.headers[.eTag] ?? ""
  }
}

extension Endpoint {
  /// The endpoint for a request: among those that match, the one with the fewest parameters.
  static func matching(_ method: HTTPRequest.Method, _ path: String) -> Endpoint? {
    let routeMethod: HTTPRequest.Method = method == .head ? .get : method
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    return Routes.all.filter { endpoint in
      let pattern = endpoint.path.split(separator: "/")
      return endpoint.method == routeMethod
        && (endpoint.path == path
          || pattern.count == segments.count
            && zip(pattern, segments).allSatisfy { $0.hasPrefix("{") && !$1.isEmpty || $0 == $1 })
    }.min { $0.pathParameterNames.count < $1.pathParameterNames.count }
  }
}
