import Foundation
import PriceClient
import PriceDomain
import Testing

@Suite struct ResponseCacheTests {
  static let item = #"{"id": 1, "name": "Lamp", "category": "", "stock": "new", "trackers": 2}"#
  static let page = #"{"items": [\#(item)]}"#

  @Test func `without a connection cached data is shown with its time`() async throws {
    let client = await ClientFixture { _ throws(TransportError) in .json(Self.page) }
    defer { client.remove() }
    let first = try await client.api.list(.mostTracked)
    #expect(first.cachedAt == nil)
    // A stock value that this version does not have is `unknown`.
    #expect(first.value.items.first?.stock == .unknown)
    client.clock.set(1_700_003_600)
    client.transport.respond { _ throws(TransportError) in throw .offline }
    let second = try await client.api.list(.mostTracked)
    #expect(second.cachedAt == Timestamp(1_700_000_000))
    #expect(second.value.items == first.value.items)
    await #expect(throws: ClientError.offline) { try await client.api.list(.priceDrop) }
  }

  @Test func `a gateway error while the service restarts counts as no connection`() async throws {
    let client = await ClientFixture { _ throws(TransportError) in .json(Self.page) }
    defer { client.remove() }
    _ = try await client.api.list(.mostTracked)
    client.transport.respond { _ throws(TransportError) in .json("<html>", status: 502) }
    #expect(try await client.api.list(.mostTracked).cachedAt != nil)
  }

  @Test func `an error of the service is thrown, although a cached response exists`() async throws {
    let client = await ClientFixture { _ throws(TransportError) in .json(Self.page) }
    defer { client.remove() }
    _ = try await client.api.list(.mostTracked)
    client.transport.respond { _ throws(TransportError) in .problem(404, "not-found") }
    await #expect(
      throws: ClientError.problem(
        status: 404, code: "not-found", detail: "No.", retryAfter: nil)
    ) { try await client.api.list(.mostTracked) }
  }

  @Test func `a response that arrives after signing out is not cached`()
    async throws
  {
    let (started, gate) = (Gate(), Gate())
    let stored = SessionTokens(access: "a", expires: 1_800_000_000, refresh: "r")
    let client = await ClientFixture(stored) { request throws(TransportError) in
      if request.url.hasSuffix("/sessions/end") { return ClientResponse(status: 204) }
      await started.open()
      await gate.wait()
      return .json(Self.page)
    }
    defer { client.remove() }
    let reading = Task { try await client.api.trackedProducts() }
    await started.wait()
    await client.api.signOut(device: "d1")
    await gate.open()
    _ = try await reading.value
    client.transport.respond { _ throws(TransportError) in throw .offline }
    await #expect(throws: ClientError.offline) { try await client.api.trackedProducts() }
    let bodies = client.transport.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.contains(#"{"device":"d1"}"#))
  }

  @Test func `the oldest entry is evicted, and damaged files count as missing`() async throws {
    let client = await ClientFixture(capacity: 2) { _ throws(TransportError) in .json(Self.page) }
    defer { client.remove() }
    for list in [ListName.mostTracked, .priceDrop, .lastPriceDrop] {
      _ = try await client.api.list(list)
    }
    client.transport.respond { _ throws(TransportError) in throw .offline }
    await #expect(throws: ClientError.offline) { try await client.api.list(.mostTracked) }
    _ = try await client.api.list(.priceDrop)
    let files = try FileManager.default.contentsOfDirectory(
      at: client.folder, includingPropertiesForKeys: nil)
    #expect(files.count == 2)
    for file in files { try Data("damaged".utf8).write(to: file) }
    await #expect(throws: ClientError.offline) { try await client.api.list(.priceDrop) }
  }
}
