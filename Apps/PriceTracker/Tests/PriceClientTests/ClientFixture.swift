import AccountsClient
import Foundation
import PriceClient
import PriceDomain
import Synchronization

/// Responds to requests with a closure of the test, and records them.
final class MemoryTransport: ClientTransport {
  typealias Responder = @Sendable (ClientRequest) async throws(TransportError) -> ClientResponse

  private let responder: Mutex<Responder>
  private let sent = Mutex<[ClientRequest]>([])

  init(_ responder: @escaping Responder) { self.responder = Mutex(responder) }

  var requests: [ClientRequest] { sent.withLock { $0 } }
  func respond(_ next: @escaping Responder) { responder.withLock { $0 = next } }

  func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
    sent.withLock { $0.append(request) }
    return try await responder.withLock { $0 }(request)
  }
}

/// Tokens in memory.
final class MemoryTokens: SessionVault {
  private let stored: Mutex<SessionTokens?>

  init(_ tokens: SessionTokens? = nil) { stored = Mutex(tokens) }

  var tokens: SessionTokens? { stored.withLock { $0 } }
  func load() throws -> SessionTokens? { tokens }
  func save(_ tokens: SessionTokens?) throws { stored.withLock { $0 = tokens } }
}

/// A device secret in memory.
final class MemoryDeviceSecret: SessionVault {
  private let stored = Mutex<String?>(nil)

  func load() throws -> String? { stored.withLock { $0 } }
  func save(_ token: String?) throws { stored.withLock { $0 = token } }
}

/// A value that a test shares with the code under test.
final class SharedValue<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
  func get() -> Value { value.withLock { $0 } }
  func set(_ newValue: Value) { value.withLock { $0 = newValue } }
  @discardableResult
  func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in body(&value) }
  }
}

/// Opens once, which resumes all waiting tasks.
actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiters { continuation.resume() }
    waiters = []
  }

  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}

/// A client with a clock, a folder and a transport of its own.
struct ClientFixture {
  let transport: MemoryTransport
  let tokens: MemoryTokens
  let clock = SharedValue<Int64>(1_700_000_000)
  let folder: URL
  let api: PriceAPI

  init(
    _ stored: SessionTokens? = nil, capacity: Int = 200,
    _ responder: @escaping MemoryTransport.Responder
  ) async {
    transport = MemoryTransport(responder)
    tokens = MemoryTokens(stored)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "prices-client-\(UUID().uuidString)")
    let clock = clock
    api = await PriceAPI(
      server: "https://prices.example/", transport: transport,
      session: ClientSession(store: tokens) { clock.get() },
      cache: ResponseCache(folder: folder, capacity: capacity) { clock.get() })
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension ClientResponse {
  static func json(_ text: String, status: Int = 200) -> ClientResponse {
    ClientResponse(status: status, body: Array(text.utf8))
  }

  static func problem(_ status: Int, _ code: String) -> ClientResponse {
    json(
      #"{"type": "about:blank", "status": \#(status), "code": "\#(code)", "detail": "No."}"#,
      status: status)
  }
}
