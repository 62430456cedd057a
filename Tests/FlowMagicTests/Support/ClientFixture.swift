import Crypto
import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

/// A signing key that signs key sets and releases.
struct TestKey: Sendable {
  private let bytes = Curve25519.Signing.PrivateKey().rawRepresentation

  private var key: Curve25519.Signing.PrivateKey {
    get throws { try Curve25519.Signing.PrivateKey(rawRepresentation: bytes) }
  }

  var verificationKey: VerificationKey {
    get throws { try VerificationKey(bytes: [UInt8](key.publicKey.rawRepresentation)) }
  }

  var sdkKey: SDKKey {
    get throws { try SDKKey(parsing: "pk_0123456789abcdefABCDEF.\(verificationKey.string)") }
  }

  func sign(_ text: String) throws -> Signature {
    Signature(
      keyID: try verificationKey.id, bytes: [UInt8](try key.signature(for: Data(text.utf8))))
  }

  func link(_ version: Int, _ keys: [TestKey]) throws -> KeyChain.Link {
    let set = KeySet(version: version, keys: try keys.map { try $0.verificationKey })
    return KeyChain.Link(text: set.text, signatures: [try sign(set.text)])
  }

  /// Signs a release of the shop whose only step is named after its number.
  func release(
    _ number: Int, issued: Int = 1_000, expires: Int = 4_000_000_000,
    application: Name = "shop", environment: Name = "production", document: String? = nil
  ) throws -> SignedRelease {
    let document = document ?? Self.document(number)
    let statement = ReleaseStatement(
      application: application, environment: environment, number: number,
      digest: SignedRelease.digest(of: document), issued: issued, expires: expires)
    return SignedRelease(
      document: document, statement: statement, signatures: [try sign(statement.text)])
  }

  static func document(_ number: Int) -> String {
    #"{"schema":1,"flows":[{"id":"main","start":"s\#(number)","steps":[{"id":"s\#(number)","#
      + #""screen":"Info","ports":{"next":[{"finish":"done"}]}}]}]}"#
  }
}

/// A client's configuration with a transport, a cache and a clock that tests control.
struct ClientFixture {
  let key: TestKey
  let transport: InMemoryTransport
  let cache: InMemoryReleaseCache
  let clock: ManualClock
  let events = EventList()
  var configuration: ClientConfiguration

  init(
    key: TestKey = TestKey(), transport: InMemoryTransport = InMemoryTransport(),
    cached: SignedRelease? = nil, clock: ManualClock = ManualClock()
  ) throws {
    self.key = key
    self.transport = transport
    self.clock = clock
    cache = InMemoryReleaseCache(try cached.map { [try CacheEntry($0)] } ?? [])
    configuration = ClientConfiguration(
      server: try #require(URL(string: "https://flows.example.com")), application: "shop",
      key: try key.sdkKey, bundledDocument: try FlowDocument(parsing: TestKey.document(0)))
    configuration.buildDate = Date(timeIntervalSince1970: 1_700_000_000)
    // By default, a client does not wait for the server; most tests need its response.
    configuration.timings.startTimeout = .seconds(1)
  }

  /// Makes the bundle a release of this application and environment.
  mutating func setBundle(release number: Int) {
    configuration.bundledDocument.application = "shop"
    configuration.bundledDocument.environment = "production"
    configuration.bundledDocument.number = number
  }

  func client() throws -> ReleaseClient {
    try ReleaseClient(
      configuration, transport: transport, cache: cache, events: events,
      dependencies: clock.dependencies)
  }
}

extension CacheEntry {
  init(_ release: SignedRelease, chain: KeyChain = KeyChain(links: [])) throws {
    self.init(envelope: release.bytes, chain: chain.bytes)
  }

  /// The version of the release.
  var version: ReleaseVersion {
    get throws { ReleaseVersion(try SignedRelease(parsing: envelope).statement) }
  }
}

/// An event sink that stores the events.
final class EventList: EventSink {
  private let list = Locked<[FlowEvent]>([])

  var events: [FlowEvent] { list.withLock { $0 } }
  var problemCodes: [String] { events.compactMap { $0.detail["code"]?.string } }

  func record(_ event: FlowEvent) { list.withLock { $0.append(event) } }
}

extension InMemoryExchange {
  func respond(_ release: SignedRelease) {
    respond(TransportResponse(status: 200, body: release.bytes))
  }

  func respond(status: Int) { respond(TransportResponse(status: status)) }

  /// Opens the stream as the server does.
  func open(retry: Int = 1_000) {
    open(200)
    send(Array("retry: \(retry)\n\n".utf8))
  }

  func send(_ release: SignedRelease) {
    send(
      Array("event: release\nid: \(release.statement.number)\ndata: ".utf8) + release.bytes
        + Array("\n\n".utf8))
  }

  func send(_ text: String) { send(Array(text.utf8)) }
}

extension AsyncSequence {
  /// The next value of a stream with a single reader.
  func next() async throws -> Element? {
    for try await element in self { return element }
    return nil
  }
}
