import FlowServer
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import ServiceLifecycle

/// A delivery server on a free port, whose routes record the requests that reach them.
struct TestServer: Sendable {
  let currentReleases: CurrentReleases
  let admission: StreamAdmission
  let port: Int
  /// The requests that reached the application's routes: method, path and body.
  let routedRequests: NIOLockedValueBox<[String]>
  /// `GET /wait` is answered when this yields an element.
  let gate: AsyncStream<Void>.Continuation
  private let services: ServiceGroup

  static let key = "pk_0123456789abcdefghijkl"
  static let releasePath = "/v1/apps/shop/environments/production/release"
  static let streamPath = "/v1/apps/shop/environments/production/stream"

  /// The bytes of a request with the key.
  static func request(_ path: String = releasePath, _ fields: String = "", method: String = "GET")
    -> String
  {
    "\(method) \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(key)\r\n\(fields)\r\n"
  }

  /// Runs a server with release 1, `{"n":1}`, during the body.
  static func run(
    _ limits: DeliveryLimits = DeliveryLimits(),
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let currentReleases = CurrentReleases()
    currentReleases.addKey(key)
    currentReleases.publish([UInt8](#"{"n":1}"#.utf8), number: 1, issued: 100)
    let routedRequests = NIOLockedValueBox<[String]>([])
    let (gates, gate) = AsyncStream.makeStream(of: Void.self)
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    var limits = limits
    // A test that waits for a core on a busy machine must not count as a slow client.
    if limits.headTimeout == DeliveryLimits().headTimeout { limits.headTimeout = .minutes(10) }
    let admission = StreamAdmission(limits)
    let server = DeliveryServer(
      host: "127.0.0.1", port: 0, currentReleases: currentReleases,
      routes: routes(routedRequests, gates), limits: limits, admission: admission, logger: logger
    ) { address in port.yield(address.port ?? 0) }
    let services = ServiceGroup(services: [server], logger: logger)
    try await withThrowingTaskGroup { group in
      group.addTask { try await services.run() }
      let boundPort = await ports.first { _ in true } ?? 0
      let testServer = TestServer(
        currentReleases: currentReleases, admission: admission, port: boundPort,
        routedRequests: routedRequests, gate: gate, services: services)
      group.addTask {
        do {
          try await body(testServer)
        } catch {
          await services.triggerGracefulShutdown()
          throw error
        }
        await services.triggerGracefulShutdown()
      }
      try await group.waitForAll()
    }
  }

  func client(isReading: Bool = true, receiveBuffer: Int? = nil) async throws -> TestClient {
    try await TestClient(port: port, isReading: isReading, receiveBuffer: receiveBuffer)
  }

  /// A client that has requested a stream, and has not read the response yet.
  func streamingClient(_ fields: String = "", isReading: Bool = true) async throws -> TestClient {
    let client = try await client(isReading: isReading)
    try await client.send(Self.request(Self.streamPath, fields))
    return client
  }

  func shutDown() async { await services.triggerGracefulShutdown() }

  private static func routes(
    _ routedRequests: NIOLockedValueBox<[String]>, _ gates: AsyncStream<Void>
  ) -> some HTTPResponder<BasicRequestContext> {
    CallbackResponder { request, _ in
      if request.uri.path == "/wait" { _ = await gates.first { _ in true } }
      let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
      routedRequests.withLockedValue { $0.append("\(request.method) \(request.uri) \(body)") }
      return Response(
        status: request.uri.path == "/wait" ? .ok : .accepted,
        body: .init(byteBuffer: ByteBuffer(string: "passed \(request.uri.path) \(body)")))
    }
  }
}

extension CurrentReleases {
  /// Activates a key of the test application.
  func addKey(_ id: String, of organization: String = "acme", environment: String = "production") {
    addKey(
      ServedKey(id, organization: organization, application: "shop", environment: environment))
  }

  /// Publishes to the test environment.
  func publish(_ envelope: [UInt8], number: Int, issued: Int) {
    publish(
      envelope, number: number, issued: issued, application: "shop", environment: "production")
  }
}
