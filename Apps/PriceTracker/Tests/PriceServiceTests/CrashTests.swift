import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageFetcher
import PageReader
import PriceDomain
import PriceService
import PriceStore
import Push
import Synchronization
import Testing

/// A server on loopback that fakes the shop and the browsers' push service, and counts requests.
final class LoopbackServer: Sendable {
  private let state = Mutex<(pages: Int, pushes: [String: Int], cents: Int64)>((0, [:], 2000))
  private let requestHandler = Mutex<(@Sendable (_ pages: Int, _ pushes: Int) -> Void)?>(nil)

  let webhookRequests = Mutex<[(headers: HTTPFields, body: String)]>([])

  var pushes: [String: Int] { state.withLock { $0.pushes } }
  var pages: Int { state.withLock { $0.pages } }
  func setPrice(_ cents: Int64) { state.withLock { $0.cents = cents } }
  func setRequestHandler(_ action: (@Sendable (_ pages: Int, _ pushes: Int) -> Void)?) {
    requestHandler.withLock { $0 = action }
  }

  private func callRequestHandler() {
    let (pages, pushes) = state.withLock { ($0.pages, $0.pushes.values.reduce(0, +)) }
    requestHandler.withLock { $0 }?(pages, pushes)
  }

  /// Serves while `body` runs.
  func run(_ body: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
    let router = Router()
    router.get("/robots.txt") { _, _ in Response(status: .notFound) }
    router.get("/p/{number}") { [self] request, _ in
      let cents = state.withLock { state in
        state.pages += 1
        return state.cents
      }
      callRequestHandler()
      let page = TestShop.html(request.uri.path, .price(cents: cents))
      return Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: .init(byteBuffer: ByteBuffer(string: page)))
    }
    router.post("/push/{number}") { [self] request, _ in
      // A notice has the same topic at every attempt, different from that of other notices.
      let topic = HTTPField.Name("topic").flatMap { request.headers[$0] } ?? ""
      state.withLock { $0.pushes[request.uri.path + " " + topic, default: 0] += 1 }
      callRequestHandler()
      return Response(status: .created)
    }
    router.post("/hook") { [self] request, _ in
      let body = try await request.body.collect(upTo: 65_536)
      webhookRequests.withLock { $0.append((request.headers, String(buffer: body))) }
      return Response(status: .noContent)
    }
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
      logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await app.run() }
      var iterator = ports.makeAsyncIterator()
      let port = try #require(await iterator.next())
      try await body(port)
      group.cancelAll()
    }
  }
}

/// Runs and kills the built `prices`.
struct PricesProcess {
  static let executable: URL = {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.contains(".xctest") } ?? arguments[0]
    var url = URL(fileURLWithPath: bundle)
    while url.pathExtension != "xctest", url.path != "/" { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("prices")
  }()

  let process = Process()

  init(_ arguments: [String], folder: String) {
    process.executableURL = Self.executable
    process.arguments =
      arguments + [
        "--store", folder, "--allow-host", "127.0.0.1", "--allow-loopback", "--pause", "0",
      ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
  }

  /// Runs it until it ends, or kills it as soon as `killWhen` returns true.
  func run(
    server: LoopbackServer, killWhen shouldKill: (@Sendable (_ pages: Int, _ pushes: Int) -> Bool)?
  ) async throws -> Int32 {
    let process = process
    let isKilled = Mutex(false)
    return try await withCheckedThrowingContinuation { ended in
      process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
        return
      }
      let id = process.processIdentifier
      server.setRequestHandler { pages, pushes in
        guard let shouldKill, shouldKill(pages, pushes) else { return }
        // Only once, because the process ID may be reused.
        let isFirst = isKilled.withLock { hasBeenSet in
          defer { hasBeenSet = true }
          return !hasBeenSet
        }
        if isFirst { kill(id, SIGKILL) }
      }
    }
  }
}

@Suite(.serialized) struct CrashTests {
  private static let productCount = 200

  /// Returns a service whose one user has some browsers, and a daily limit of 100 notifications.
  private func serviceWithUser(_ port: Int, devices: Int) async throws -> ServiceFixture {
    let fixture = try ServiceFixture {
      $0.extraHosts = ["127.0.0.1"]
      $0.allowsLoopback = true
      $0.pushHosts.allowsLoopback = true
    }
    let ada = try await fixture.addUser("ada")
    var change = ProfileChange()
    change.preferences = NotificationPreferences()
    change.preferences?.dailyLimit = 100
    change.preferences?.minimumStepPermille = 0
    _ = try await fixture.service.changeProfile(change, by: ada)
    for number in 0..<devices {
      _ = try await fixture.service.registerDevice(
        SendingTests.subscription("http://127.0.0.1:\(port)/push/\(number)"), name: "",
        language: .english, by: ada)
    }
    return fixture
  }

  @Test func `an update that is killed three times loses no price and notifies no one twice`()
    async throws
  {
    let server = LoopbackServer()
    try await server.run { port in
      let fixture = try await serviceWithUser(port, devices: 0)
      defer { fixture.remove() }
      let store = fixture.service.store
      // Two users share the products, because of the daily limit of 100.
      _ = try await fixture.addUser("bob")
      let users = try await fixture.service.accounts.administration.users(after: "")
      for user in users {
        _ = try await store.ensureProfile(UserProfile(user: user.id, nickname: "x"))
        _ = try await store.updateProfile(user.id, at: fixture.clock.timestamp) {
          $0.preferences.dailyLimit = 100
        }
      }
      for number in 0..<Self.productCount {
        let addedProduct = try await store.add(
          ProductFacts(
            store: "127.0.0.1", host: "127.0.0.1:\(port)", storeID: "/p/\(number)",
            url: "http://127.0.0.1:\(port)/p/\(number)", name: "P"),
          at: fixture.clock.timestamp)
        _ = try await store.record(
          [PriceCheck(addedProduct.id, .read(.price(Price(2000, .euro))))],
          at: fixture.clock.timestamp)
        _ = try await store.track(
          addedProduct.id, by: users[number % 2].id, at: fixture.clock.timestamp)
      }
      _ = try await store.evaluateDueRules(at: fixture.clock.timestamp)
      server.setPrice(1500)
      for kill in 1...3 {
        let limit = kill * Self.productCount / 4
        let status = try await PricesProcess(["update"], folder: fixture.folder.path)
          .run(server: server) { pages, _ in pages >= limit }
        #expect(status == SIGKILL)
      }
      let status = try await PricesProcess(["update"], folder: fixture.folder.path)
        .run(server: server, killWhen: nil)
      #expect(status == 0)
      var noticeCount = 0
      for user in users {
        let notices = try await store.notices(of: user.id, limit: 1000).values
        #expect(Set(notices.compactMap(\.product)).count == notices.count)
        noticeCount += notices.count
      }
      #expect(noticeCount == Self.productCount)
      for product in 1...Int64(Self.productCount) {
        let history = try await store.history(of: product).values
        #expect(history.map(\.price?.minorUnits) == [1500, 2000])
      }
    }
  }

  @Test func `a sender that is killed three times sends nothing twice`() async throws {
    let server = LoopbackServer()
    try await server.run { port in
      let fixture = try await serviceWithUser(port, devices: 20)
      defer { fixture.remove() }
      let store = fixture.service.store
      let users = try await fixture.service.accounts.administration.users(after: "")
      let ada = try #require(users.first)
      // Ten test notices to twenty browsers, created with the command's clock.
      for _ in 0..<10 {
        _ = try await store.createTestNotice(
          title: "t", body: "b", device: nil, of: ada.id, at: PriceService.now())
      }
      for kill in 1...3 {
        let limit = kill * 50
        let status = try await PricesProcess(["send"], folder: fixture.folder.path)
          .run(server: server) { _, pushes in pushes >= limit }
        #expect(status == SIGKILL)
      }
      let status = try await PricesProcess(["send"], folder: fixture.folder.path)
        .run(server: server, killWhen: nil)
      #expect(status == 0)
      let pushCount = server.pushes.values.reduce(0, +)
      let states = try await store.outboxCounts().states
      // Deliveries in flight at a kill are uncertain and not sent again; all others are sent once.
      let unresolved = states["sending", default: 0] + states["uncertain", default: 0]
      #expect(unresolved <= 3 * NoticeSender.batchSize)
      #expect(states["sent", default: 0] + unresolved == 200)
      #expect(pushCount >= states["sent", default: 0])
      #expect(pushCount <= 200)
      #expect(server.pushes.values.allSatisfy { $0 == 1 })
    }
  }
}
