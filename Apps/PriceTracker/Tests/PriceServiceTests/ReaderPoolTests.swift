import Foundation
import PageFetcher
import PageReader
import PriceDomain
import PriceService
import PriceStore
import Synchronization
import Testing

/// The processes that read pages, which are those of the built `prices`.
@Suite(.serialized) struct ReaderPoolTests {
  static func makePool(
    _ change: (inout PageReaderPool.Settings) -> Void = { _ in }
  ) throws -> PageReaderPool {
    var settings = PageReaderPool.Settings()
    settings.program = PricesProcess.executable.path
    settings.maximumProcesses = 1
    // High, because the machine may be busy; tests limit the processor time instead.
    settings.timeoutMilliseconds = 600_000
    change(&settings)
    return try PageReaderPool(rules: .builtIn(), settings: settings)
  }

  static let product = PageInput(Array(TestShop.html("/lamp", .price(cents: 2499)).utf8))

  /// A page whose one element has so many attributes that its parsing takes minutes.
  static let hostilePage: [UInt8] = {
    let names = (0..<400_000).map { " a\($0)" }.joined()
    return Array("<html><body><p\(names)>\(TestShop.html("/lamp", .price(cents: 1)))".utf8)
  }()

  private func price(_ result: PageResult) -> Price? {
    if case .price(let price, _) = result { return price }
    return nil
  }

  @Test func `a process reads one page after the other`() async throws {
    let pool = try Self.makePool()
    #expect(await pool.idleProcesses.isEmpty)
    #expect(price(await pool.result(of: Self.product)) == Price(2499, .euro))
    let first = await pool.idleProcesses
    #expect(price(await pool.result(of: Self.product)) == Price(2499, .euro))
    #expect(await pool.idleProcesses == first)
    #expect(first.count == 1)
  }

  @Test func `the result is that of the reader in this process`() async throws {
    let (pool, reader) = (try Self.makePool(), PageReader(rules: try .builtIn()))
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".html") }
    #expect(files.count > 5)
    for file in files {
      let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
      for host in [nil, "www.amazon.de"] {
        let input = PageInput(bytes, charset: "windows-1252", host: host)
        #expect(await pool.result(of: input) == reader.read(input), "\(file)")
      }
    }
  }

  @Test func `a page that takes too long gives no price, and the next one is read`() async throws {
    let pool = try Self.makePool { $0.processorSeconds = 1 }
    #expect(await pool.result(of: PageInput(Self.hostilePage)) == .broken(.tooComplex))
    #expect(await pool.idleProcesses.isEmpty)
    #expect(price(await pool.result(of: Self.product)) == Price(2499, .euro))
  }

  @Test func `a page that is not read in time ends its process`() async throws {
    let pool = try Self.makePool {
      $0.timeoutMilliseconds = 300
      $0.processorSeconds = 3_600
    }
    #expect(await pool.result(of: PageInput(Self.hostilePage)) == .broken(.tooComplex))
    #expect(await pool.idleProcesses.isEmpty)
  }

  @Test func `a page that needs too much memory gives no price`() async throws {
    let openTags = "<html><body>" + String(repeating: "<i>", count: 2_500_000)
    let page = PageInput(Array(openTags.utf8) + Self.product.bytes)
    let pool = try Self.makePool { $0.memoryBytes = 512 << 20 }
    // Either the process or its parser fails; neither returns a price.
    guard case .broken = await pool.result(of: page) else {
      Issue.record("a price from a page that does not fit")
      return
    }
    #expect(price(await pool.result(of: Self.product)) == Price(2499, .euro))
  }

  @Test func `a process that is killed between two pages is replaced`() async throws {
    let pool = try Self.makePool()
    _ = await pool.result(of: Self.product)
    let first = try #require(await pool.idleProcesses.first)
    #expect(kill(first, SIGKILL) == 0)
    #expect(price(await pool.result(of: Self.product)) == Price(2499, .euro))
    #expect(await pool.idleProcesses.first != first)
  }

  @Test(arguments: [SIGKILL, SIGSEGV])
  func `a process that dies in the middle of a page is replaced, and the page is read`(
    signal: Int32
  ) async throws {
    let (pages, page) = AsyncStream.makeStream(of: Void.self)
    let pool = try Self.makePool {
      $0.processorSeconds = 3_600
      $0.onPage = { page.yield() }
    }
    var starts = pages.makeAsyncIterator()
    _ = await pool.result(of: Self.product)
    await starts.next()
    let first = try #require(await pool.idleProcesses.first)
    // The page is being read while this process is stopped.
    #expect(kill(first, SIGSTOP) == 0)
    async let result = pool.result(of: Self.product)
    await starts.next()
    #expect(kill(first, signal) == 0)
    // A stopped process gets SIGSEGV only when it continues, but SIGKILL at once.
    if signal != SIGKILL { #expect(kill(first, SIGCONT) == 0) }
    #expect(price(await result) == Price(2499, .euro))
  }

  @Test(arguments: [
    ("/bin/false", []), ("/bin/cat", []), ("/usr/bin/yes", ["\u{7F}\u{7F}\u{7F}\u{7F}"]),
    ("/no/such/program", []), ("/bin/sh", ["-c", "printf '\\0\\0\\0\\2{}'; cat > /dev/null"]),
  ])
  func `the output of a compromised reader process gives no price`(
    program: String, arguments: [String]
  ) async throws {
    let failures = Mutex(0)
    let pool = try Self.makePool {
      $0.program = program
      $0.arguments = arguments
      $0.onFailure = { _ in failures.withLock { $0 += 1 } }
    }
    #expect(await pool.result(of: Self.product) == .broken(.tooComplex))
    #expect(failures.withLock { $0 } == 1)
  }

  @Test func `a process has none of the service's secrets and files`() async throws {
    setenv("PRICES_SECRET_OF_A_TEST", "x", 1)
    let descriptor = open("/etc/hostname", O_RDONLY)
    defer { close(descriptor) }
    let pool = try Self.makePool()
    _ = await pool.result(of: Self.product)
    let process = try #require(await pool.idleProcesses.first)
    let environment = try String(
      decoding: Data(contentsOf: URL(filePath: "/proc/\(process)/environ")), as: UTF8.self)
    #expect(!environment.contains("PRICES_SECRET_OF_A_TEST"))
    let folder = "/proc/\(process)/fd"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    #expect(!files.contains { $0.contains("hostname") || $0.contains(".db") })
    #expect(files.filter { $0.hasPrefix("socket:") }.count == 2)
  }

  @Test func `a hostile page of a user neither stops the service nor adds a product`()
    async throws
  {
    let pool = try Self.makePool { $0.processorSeconds = 1 }
    let fixture = try ServiceFixture(reader: Self.makePool(), lookupReader: pool)
    defer { fixture.remove() }
    let (ada, eve) = (try await fixture.addUser("ada"), try await fixture.addUser("eve"))
    fixture.shop.set("/lamp", cents: 2499)
    let id = try await fixture.service.add("https://shop.example/lamp", by: ada).view.product.id
    let attack = Task {
      try await fixture.service.add(
        "https://shop.example/evil", page: SentPage(Self.hostilePage), by: eve)
    }
    // The update has processes of its own.
    fixture.clock.advance(86_400)
    fixture.shop.set("/lamp", cents: 1999)
    #expect(try await PriceUpdate(fixture.service).run().notices == 1)
    let error = await #expect(throws: PriceError.self) { _ = try await attack.value }
    #expect(error?.code == .pageNotRead)
    #expect(
      try await fixture.service.product(id, by: ada).product.history.current == Price(1999, .euro))
    #expect(try await fixture.service.tracked(by: eve).values.isEmpty)
  }

  @Test func `a hostile page of a shop is a failed check, and the price stays`() async throws {
    let pool = try Self.makePool { $0.processorSeconds = 1 }
    let fixture = try ServiceFixture(reader: pool)
    defer { fixture.remove() }
    let ada = try await fixture.addUser("ada")
    for name in ["/a", "/b"] { fixture.shop.set(name, cents: 2499) }
    let first = try await fixture.service.add("https://shop.example/a", by: ada).view.product.id
    _ = try await fixture.service.add("https://shop.example/b", by: ada)
    fixture.clock.advance(86_400)
    fixture.shop.set("/a", .html(String(decoding: Self.hostilePage, as: UTF8.self)))
    let report = try await PriceUpdate(fixture.service).run()
    #expect(report.failed == 1)
    #expect(report.read == 1)
    let history = try await fixture.service.product(first, by: ada).product.history
    #expect(history.current == Price(2499, .euro))
    #expect(history.lastFailure == .brokenPage)
  }
}
