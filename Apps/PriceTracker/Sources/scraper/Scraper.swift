internal import ArgumentParser
internal import FoundationEssentials
internal import PageFetcher
internal import PageReader
internal import PriceDomain

/// `scraper`: prints a product page's data as JSON.
@main
struct Scraper: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scraper",
    abstract: "Extract name, price, availability and more from a product page, as JSON.",
    discussion: """
      Fetches pages only from stores with rules and from hosts that you allow, over HTTPS, as \
      robots.txt permits, and never from a private network. Check that the store's terms permit \
      automated access. With --html, nothing is fetched.

      EXAMPLES
        scraper https://www.amazon.de/dp/B0EXAMPLE1
        scraper --price-only https://www.amazon.de/dp/B0EXAMPLE1
        scraper --html page.html https://www.amazon.de/dp/B0EXAMPLE1
        scraper --allow-host shop.example https://shop.example/tea-pot
        scraper --batch urls.txt > results.jsonl

      EXIT STATUS
        0  a price was found; with --batch, each line has a result
        3  the product is unavailable
        4  the store blocks automated access or requires a captcha
        5  the page is of a different product
        6  the page could not be parsed
        7  the page could not be fetched: URL, network or robots.txt
        8  the time limit was exceeded; with --batch, the following lines were not read
        64 invalid arguments
      """)

  @Argument(help: "The product's URL.")
  var url: String?

  @Flag(name: .customLong("price-only"), help: "Print only the price, such as 24.99 EUR.")
  var isPriceOnly = false

  @Option(help: ArgumentHelp("Read this page instead of fetching it.", valueName: "file"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Read URLs from this file, one per line; - is standard input. Prints one line for each.",
      valueName: "file"))
  var batch: String?

  @Option(help: ArgumentHelp("Allow another host. Can be repeated.", valueName: "host"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp("Use these store rules instead of the bundled ones.", valueName: "file"))
  var rules: String?

  @Option(help: "The time limit in seconds; with --batch, for each URL.")
  var timeout = 30

  @Option(help: "The minimum seconds between requests to one host.")
  var pause = 2.0

  @Flag(help: "Also allow http://127.0.0.1, to try your own pages.")
  var allowLoopback = false

  mutating func validate() throws {
    guard (url != nil) != (batch != nil) || (html != nil && batch == nil) else {
      throw ValidationError("Pass one URL, or --batch with a file of URLs.")
    }
    guard batch == nil || html == nil else {
      throw ValidationError("--html reads one page and cannot be combined with --batch.")
    }
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout must be from 1 to 3600 seconds.")
    }
    guard (0...3600).contains(pause) else {
      throw ValidationError("--pause must be from 0 to 3600 seconds.")
    }
  }

  func run() async throws {
    let scraper = PageScraper(
      reader: PageReader(rules: try storeRules()), source: pageSource(try storeRules()),
      allowsLoopback: allowLoopback)
    let watchdog = Watchdog(
      seconds: timeout, isPriceOnly: isPriceOnly, isBatch: batch != nil)
    if let batch {
      try await run(scraper, batch: batch, watchdog)
      return
    }
    watchdog.start(url)
    let report: Report
    if let html {
      let page = SentPage(Array(try Self.read(html, limit: 64 << 20)))
      report = await scraper.report(url, from: page)
    } else {
      report = await scraper.report(url)
    }
    watchdog.stop()
    try Output.write(report, isPriceOnly: isPriceOnly)
    if report.status != .price { throw ExitCode(report.exitStatus) }
  }

  private func run(_ scraper: PageScraper, batch: String, _ watchdog: Watchdog) async throws {
    let text = String(decoding: try Self.read(batch, limit: 64 << 20), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let url = line.filter { !$0.isWhitespace }
      guard !url.isEmpty, !url.hasPrefix("#") else { continue }
      watchdog.start(url)
      let report = await scraper.report(url)
      watchdog.stop()
      try Output.writeLine(report, isPriceOnly: isPriceOnly)
    }
  }

  private func storeRules() throws -> StoreRules {
    do {
      guard let rules else { return try StoreRules.builtIn() }
      return try StoreRules(json: Array(try Self.read(rules, limit: 4 << 20)))
    } catch let error as StoreRules.ValidationError {
      throw ValidationError(error.description)
    }
  }

  private func pageSource(_ rules: StoreRules) -> WebPageSource {
    var settings = WebPageSettings(hosts: rules.hosts.union(allowHost.map { $0.lowercased() }))
    settings.pauseSeconds = pause
    settings.timeoutMilliseconds = timeout * 1000
    if allowLoopback {
      settings.allowsLoopback = true
      settings.hosts.insert("127.0.0.1")
    }
    return WebPageSource(settings)
  }

  static func read(_ file: String, limit: Int) throws -> Data {
    do {
      let data =
        file == "-" ? Input.readAll(limit: limit) : try Data(contentsOf: URL(filePath: file))
      guard data.count <= limit else {
        throw ValidationError("\(file) is longer than \(limit >> 20) MiB.")
      }
      return data
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ValidationError("\(file) cannot be read: \(error)")
    }
  }
}
