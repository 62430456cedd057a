import Crypto
import FlowMagic
import FlowTesting
import Foundation
import Testing

/// Tests with an in-memory picture server and a temporary folder.
@Suite(.timeLimit(.minutes(5))) struct PictureStoreTests {
  private let folder: TemporaryFolder
  private let transport = InMemoryTransport()
  private let clock = ManualClock()

  init() throws { folder = try TemporaryFolder() }

  private func store(_ change: (inout PictureSettings) -> Void = { _ in }) throws -> PictureStore {
    var settings = PictureSettings()
    change(&settings)
    return PictureStore(
      server: try #require(URL(string: "https://flows.example.com")), application: "shop",
      directory: folder.url.appending(path: "pictures"), settings: settings, transport: transport,
      dependencies: clock.dependencies)
  }

  /// A picture of a number of bytes, all equal to a letter.
  private struct Sample {
    let bytes: [UInt8]
    let file: PictureAsset.File
    /// The asset's JSON without its closing brace.
    let entry: String

    init(_ letter: Character, _ count: Int = 100, width: Int = 1600) throws {
      bytes = [UInt8](repeating: letter.asciiValue ?? 0, count: count)
      let digest = SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
      entry = """
        {"sha256": "\(digest)", "type": "image/webp", "width": \(width), "height": 900
        """
      file = try #require(PictureAsset(try JSON(parsing: entry + "}")))
        .variant(locale: nil, isDark: false).files[0]
    }
  }

  private func path(_ sample: Sample) -> String { "pictures/\(sample.file.sha256)" }

  /// Answers the next request with a picture.
  private func serve(_ sample: Sample) async throws {
    let exchange = try await transport.nextExchange()
    #expect(exchange.request.url.path() == "/assets/shop/\(sample.file.sha256)")
    exchange.respond(TransportResponse(status: 200, body: sample.bytes))
  }

  /// The code of the error that a request throws; nil if it succeeds.
  private func errorCode(_ url: Task<URL, any Error>) async -> FlowMagicError.Code? {
    do {
      _ = try await url.value
      return nil
    } catch {
      return (error as? FlowMagicError)?.code
    }
  }

  @Test func `a picture is loaded once, and is available offline and after a relaunch`()
    async throws
  {
    let (store, hero) = (try store(), try Sample("h"))
    async let url = store.url(of: hero.file)
    try await serve(hero)
    #expect(try await Data(contentsOf: url) == Data(hero.bytes))
    _ = try await store.url(of: hero.file)
    let later = try self.store()
    #expect(try await later.bytes(of: hero.file) == hero.bytes)
    #expect(transport.count == 1)
    #expect(await later.usage == (1, 100))
  }

  @Test func `concurrent requests for one picture share a download`() async throws {
    let (store, hero) = (try store(), try Sample("h"))
    async let first = store.url(of: hero.file)
    let exchange = try await transport.nextExchange()
    async let others = withTaskGroup(of: [UInt8]?.self) { group in
      for _ in 0..<20 { group.addTask { try? await store.bytes(of: hero.file) } }
      return await group.reduce(into: 0) { $0 += $1 == hero.bytes ? 1 : 0 }
    }
    exchange.respond(TransportResponse(status: 200, body: hero.bytes))
    _ = try await first
    #expect(await others == 20)
    #expect(transport.count == 1)
  }

  @Test func `bytes that do not match the release's hash are neither stored nor shown`()
    async throws
  {
    let (store, hero) = (try store(), try Sample("h"))
    let url = Task { try await store.url(of: hero.file) }
    try await transport.nextExchange().respond(
      TransportResponse(status: 200, body: Sample("x").bytes))
    #expect(await errorCode(url) == .pictureMismatch)
    #expect(await store.usage == (0, 0))
  }

  @Test func `a file that was changed on the device is loaded again`() async throws {
    let (store, hero) = (try store(), try Sample("h"))
    async let url = store.url(of: hero.file)
    try await serve(hero)
    _ = try await url
    try folder.write(Array("changed".utf8), path(hero))
    try folder.write([1], "pictures/half.new")
    let later = try self.store()
    #expect(await !later.isStored(hero.file))
    async let reloadedBytes = later.bytes(of: hero.file)
    try await serve(hero)
    #expect(try await reloadedBytes == hero.bytes)
    #expect(try folder.bytes(path(hero)) == hero.bytes)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "pictures").path)
    #expect(names == [hero.file.sha256])
  }

  @Test func `a file that the system has removed is loaded again`() async throws {
    let (store, hero) = (try store(), try Sample("h"))
    async let url = store.url(of: hero.file)
    try await serve(hero)
    try FileManager.default.removeItem(at: try await url)
    async let secondURL = store.url(of: hero.file)
    try await serve(hero)
    #expect(try await Data(contentsOf: secondURL) == Data(hero.bytes))
  }

  @Test func `beyond the budget, the least recently shown picture is removed first`() async throws {
    let store = try store { $0.budget = 250 }
    let samples = try "abc".map { try Sample($0) }
    for sample in samples.prefix(2) {
      async let bytes = store.bytes(of: sample.file)
      try await serve(sample)
      _ = try await bytes
    }
    _ = try await store.url(of: samples[0].file)
    async let third = store.bytes(of: samples[2].file)
    try await serve(samples[2])
    _ = try await third
    #expect(await store.isStored(samples[0].file))
    #expect(await !store.isStored(samples[1].file))
    #expect(await store.isStored(samples[2].file))
    #expect(await store.usage == (2, 200))
  }

  @Test func `a picture larger than the budget is still shown`() async throws {
    let (store, large) = (try store { $0.budget = 10 }, try Sample("l"))
    async let url = store.url(of: large.file)
    try await serve(large)
    #expect(try await Data(contentsOf: url) == Data(large.bytes))
  }

  @Test func `a disk that cannot be written does not prevent showing a picture`() async throws {
    try folder.write([], "pictures")
    let (store, hero) = (try store(), try Sample("h"))
    async let bytes = store.bytes(of: hero.file)
    try await serve(hero)
    #expect(try await bytes == hero.bytes)
  }

  @Test func `a failed download is not retried immediately`() async throws {
    let (store, hero) = (try store(), try Sample("h"))
    let url = Task { try await store.url(of: hero.file) }
    try await transport.nextExchange().respond(TransportResponse(status: 404))
    #expect(await errorCode(url) == .pictureUnavailable)
    await #expect(throws: FlowMagicError.self) { try await store.url(of: hero.file) }
    #expect(transport.count == 1)
    clock.advance(by: .seconds(6))
    async let secondURL = store.url(of: hero.file)
    try await serve(hero)
    _ = try await secondURL
  }

  @Test func `offline, another size is used if there is one`() async throws {
    let (small, large) = (try Sample("s", width: 400), try Sample("l"))
    let asset = try #require(
      PictureAsset(try JSON(parsing: "\(large.entry), \"sizes\": [\(small.entry)}]}")))
    let store = try store()
    async let bytes = store.bytes(of: small.file)
    try await serve(small)
    _ = try await bytes
    async let url = store.url(of: asset, locale: nil, isDark: false)
    try await transport.nextExchange().fail(TransportFailure(.unreachable, "Offline."))
    #expect(try await url.lastPathComponent == small.file.sha256)
  }

  // MARK: Prefetching

  @Test func `pictures are prefetched in order, on unmetered networks`()
    async throws
  {
    let (store, samples) = (try store(), try "abc".map { try Sample($0) })
    await store.prefetch(samples.map(\.file))
    for sample in samples {
      let exchange = try await transport.nextExchange()
      #expect(!exchange.request.allowsMeteredNetworks)
      exchange.respond(TransportResponse(status: 200, body: sample.bytes))
    }
    await store.waitForPrefetch()
    #expect(await store.usage == (3, 300))
    let visiblePicture = Task { try await store.url(of: Sample("d").file) }
    let exchange = try await transport.nextExchange()
    #expect(exchange.request.allowsMeteredNetworks)
    exchange.respond(TransportResponse(status: 404))
    #expect(await errorCode(visiblePicture) == .pictureUnavailable)
    await store.removeAll()
    #expect(await store.usage == (0, 0))
  }

  @Test func `a picture on the screen does not wait for an unmetered network`()
    async throws
  {
    let (store, hero) = (try store(), try Sample("h"))
    await store.prefetch([hero.file])
    let prefetch = try await transport.nextExchange()
    async let url = store.url(of: hero.file)
    prefetch.fail(TransportFailure(.unreachable, "Only a metered network."))
    try await serve(hero)
    #expect(try await Data(contentsOf: url) == Data(hero.bytes))
  }

  @Test func `a picture on the screen is stored even if its prefetch exceeds the budget`()
    async throws
  {
    let (store, large) = (try store { $0.budget = 10 }, try Sample("l"))
    await store.prefetch([large.file])
    let prefetch = try await transport.nextExchange()
    let urls = (0..<20).map { _ in Task { try await store.url(of: large.file) } }
    await Task.yield()
    let response = TransportResponse(status: 200, body: large.bytes)
    prefetch.respond(response)
    // A request that began after the prefetch had ended is sent again.
    let server = Task { [transport] in try await transport.nextExchange().respond(response) }
    for url in urls { #expect(try await Data(contentsOf: url.value) == Data(large.bytes)) }
    server.cancel()
  }

  @Test func `prefetching stops at the budget, and keeps prefetched pictures`() async throws {
    let store = try store { $0.budget = 250 }
    let old = try Sample("o")
    async let bytes = store.bytes(of: old.file)
    try await serve(old)
    _ = try await bytes
    let samples = try "abcde".map { try Sample($0) }
    await store.prefetch(samples.map(\.file))
    for sample in samples.prefix(3) { try await serve(sample) }
    await store.waitForPrefetch()
    await store.prefetch(samples.map(\.file))
    await store.waitForPrefetch()
    #expect(transport.count == 4)
    var areStored: [Bool] = []
    for sample in [old] + samples { areStored.append(await store.isStored(sample.file)) }
    #expect(areStored == [false, true, true, false, false, false])
  }

  @Test func `prefetching ends if the server is unreachable`() async throws {
    let (store, samples) = (try store(), try "ab".map { try Sample($0) })
    await store.prefetch(samples.map(\.file))
    try await transport.nextExchange().fail(TransportFailure(.unreachable, "Offline."))
    await store.waitForPrefetch()
    #expect(transport.count == 1)
  }
}
