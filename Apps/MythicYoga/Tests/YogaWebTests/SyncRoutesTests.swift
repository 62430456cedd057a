import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import YogaDomain
import YogaWeb

struct SyncRoutesTests {
  private func run(
    _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let router = Router()
    SyncRoutes(store: MemoryProgressStore()) { $0.headers[.authorization] }.add(to: router)
    YogaFiles.addRoutes(to: router)
    try await Application(router: router).test(.router, body)
  }

  private func request() throws -> ByteBuffer {
    var device = PracticeDevice(id: "device-1")
    device.setPosition(7, of: "agni/mantra", now: 1_000)
    return ByteBuffer(bytes: try JSONEncoder().encode(device.request(now: 1_000)))
  }

  private let json: HTTPFields = [.contentType: "application/json", .authorization: "mira"]

  @Test func `changes are applied, and the response names their user`() async throws {
    let body = try request()
    try await run { client in
      try await client.execute(uri: SyncRoutes.path, method: .post, headers: json, body: body) {
        #expect($0.status == .ok && $0.headers[.cacheControl] == "no-store")
        let text = String(buffer: $0.body)
        #expect(text.contains(#""user":"mira""#) && text.contains(#""value":7"#))
      }
      var other = json
      other[.authorization] = "noor"
      let request = PracticeDevice(id: "device-2").request(now: 0)
      let empty = ByteBuffer(bytes: try JSONEncoder().encode(request))
      try await client.execute(uri: SyncRoutes.path, method: .post, headers: other, body: empty) {
        #expect(!String(buffer: $0.body).contains("agni"))
      }
    }
  }

  @Test func `attack: changes of another user than the session's are not applied`() async throws {
    var device = PracticeDevice(id: "device-1")
    device.setPosition(7, of: "agni/mantra", now: 1_000)
    var request = device.request(now: 1_000)
    request.user = "noor"
    let body = ByteBuffer(bytes: try JSONEncoder().encode(request))
    try await run { client in
      try await client.execute(uri: SyncRoutes.path, method: .post, headers: json, body: body) {
        let text = String(buffer: $0.body)
        #expect($0.status == .ok && text.contains(#""user":"mira""#) && !text.contains("agni"))
      }
      var owner = json
      owner[.authorization] = "noor"
      try await client.execute(uri: SyncRoutes.path, method: .post, headers: owner, body: body) {
        #expect(String(buffer: $0.body).contains(#""value":7"#))
      }
    }
  }

  @Test(
    arguments: [
      ("text/plain", "mira", nil, 403, "csrf"),
      ("application/json", nil, nil, 401, "signed-out"),
      ("application/json", "mira", "https://evil.example", 403, "csrf"),
    ] as [(String, String?, String?, Int, String)])
  func `a request without permission is rejected with a code`(
    type: String, user: String?, origin: String?, status: Int, code: String
  ) async throws {
    var headers: HTTPFields = [.contentType: type]
    headers[.authorization] = user
    headers[.origin] = origin
    let (sentHeaders, body) = (headers, try request())
    try await run { client in
      try await client.execute(
        uri: SyncRoutes.path, method: .post, headers: sentHeaders, body: body
      ) {
        #expect($0.status.code == status && String(buffer: $0.body).contains(code))
      }
    }
  }

  @Test func `a body that is malformed or too large is rejected`() async throws {
    let large = ByteBuffer(repeating: UInt8(ascii: " "), count: SyncRoutes.maximumBytes + 1)
    try await run { client in
      for (body, status) in [(ByteBuffer(string: "{"), 400), (large, 413)] {
        try await client.execute(uri: SyncRoutes.path, method: .post, headers: json, body: body) {
          #expect($0.status.code == status)
        }
      }
    }
  }

  @Test func `attack: a user's synchronizations beyond 120 a minute are rejected`() async throws {
    #expect(SyncRoutes.maximumRequestsPerMinute == 120)
    let body = try request()
    try await run { client in
      for _ in 0..<120 {
        try await client.execute(uri: SyncRoutes.path, method: .post, headers: json, body: body) {
          #expect($0.status == .ok)
        }
      }
      try await client.execute(uri: SyncRoutes.path, method: .post, headers: json, body: body) {
        #expect($0.status == .tooManyRequests && String(buffer: $0.body).contains("too-many"))
        #expect($0.headers[.retryAfter] != nil)
      }
      var other = json
      other[.authorization] = "noor"
      try await client.execute(uri: SyncRoutes.path, method: .post, headers: other, body: body) {
        #expect($0.status == .ok)
      }
    }
  }

  @Test func `a user's limit ends with its period, or when the clock is set back`() async {
    let limit = UserRateLimit(2, inSeconds: 60)
    for now in [1_000, 1_030] { #expect(await limit.secondsToWait("mira", at: now) == nil) }
    #expect(await limit.secondsToWait("mira", at: 1_030) == 30)
    #expect(await limit.secondsToWait("noor", at: 1_030) == nil)
    #expect(await limit.secondsToWait("mira", at: 1_059) == 1)
    #expect(await limit.secondsToWait("mira", at: 1_060) == nil)
    #expect(await limit.secondsToWait("mira", at: 500) == nil)
  }

  @Test func `files are cached forever, and the service worker lists styles, scripts and drawings`()
    async throws
  {
    try YogaFiles.prepare()
    try await run { client in
      for path in YogaFiles.styles + YogaFiles.scripts {
        try await client.execute(uri: path, method: .get) {
          #expect($0.status == .ok && $0.headers[.cacheControl]?.contains("immutable") == true)
        }
      }
      let catalog = YogaFiles.scripts[0].replacing("yoga.js", with: "catalog.json")
      try await client.execute(uri: catalog, method: .get) {
        let myths = try JSONDecoder().decode([Myth].self, from: Data($0.body.readableBytesView))
        #expect($0.status == .ok && myths == Catalog.current.myths)
      }
      try await client.execute(uri: "/-yoga/worker.js", method: .get) {
        let text = String(buffer: $0.body)
        #expect($0.headers[.cacheControl] == "no-cache")
        let files = YogaFiles.styles + YogaFiles.scripts
        for file in files + Catalog.current.myths.map({ "\($0.id).svg" }) {
          #expect(text.contains(file), "\(file)")
        }
      }
      try await client.execute(uri: "/-yoga/offline", method: .get) {
        #expect($0.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
      }
    }
  }
}
