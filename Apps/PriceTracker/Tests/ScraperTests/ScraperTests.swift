import Foundation
import Testing

/// The built `scraper`, as other programs run it.
struct ScraperTests {
  static let executable: URL = {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.contains(".xctest") } ?? arguments[0]
    var url = URL(fileURLWithPath: bundle)
    while url.pathExtension != "xctest", url.path != "/" { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("scraper")
  }()

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  func run(
    _ arguments: [String], input: String = ""
  ) throws -> (status: Int32, out: String, err: String) {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    let (standardIn, out, err) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardIn
    process.standardOutput = out
    process.standardError = err
    try process.run()
    try standardIn.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardIn.fileHandleForWriting.close()
    let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errors = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, errors)
  }

  func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  static let pages: [(page: String, url: String, status: String, exit: Int32)] = [
    ("amazon-in-stock", "https://www.amazon.de/dp/B0AURORA01", "price", 0),
    ("amazon-unavailable", "https://www.amazon.com/dp/B0LAMP0001", "unavailable", 3),
    ("amazon-captcha", "https://www.amazon.com/dp/B0LAMP0001", "captcha", 4),
    ("amazon-dog", "https://www.amazon.com/dp/B0LAMP0001", "blocked", 4),
    ("amazon-wrong-product", "https://www.amazon.com/dp/B0LAMP0001", "wrongProduct", 5),
    ("generic-no-product", "https://shop.example/x", "brokenPage", 6),
  ]

  @Test(arguments: pages)
  func `the status and the exit status depend on the page`(
    expected: (page: String, url: String, status: String, exit: Int32)
  ) throws {
    let file = Self.fixtures.appending(path: "\(expected.page).html").path
    let result = try run(["--html", file, expected.url])
    let json = try object(result.out)
    #expect(json["status"] as? String == expected.status)
    #expect(json["version"] as? Int == 1)
    #expect((json["price"] != nil) == (expected.status == "price"))
    #expect(result.status == expected.exit)
  }

  @Test func `--price-only prints one line, or nothing if there is no price`() throws {
    let file = Self.fixtures.appending(path: "amazon-in-stock.html").path
    let url = "https://www.amazon.de/dp/B0AURORA01"
    let available = try run(["--price-only", "--html", file, url])
    #expect(available.out == "24.99 EUR\n")
    let other = Self.fixtures.appending(path: "amazon-unavailable.html").path
    let unavailable = try run([
      "--price-only", "--html", other, "https://www.amazon.com/dp/B0LAMP0001",
    ])
    #expect(unavailable.out.isEmpty)
    #expect(unavailable.err == "The product is unavailable.\n")
    #expect(unavailable.status == 3)
  }

  @Test(arguments: [
    ("http://www.amazon.de/dp/B0AURORA01", "invalidURL.notHTTPS"),
    ("https://127.0.0.1/", "invalidURL.numericHost"), ("file:///etc/passwd", "invalidURL.notHTTPS"),
    ("https://evil.example/dp/B0AURORA01", "hostNotAllowed"), ("nonsense", "invalidURL.malformed"),
  ])
  func `a URL that is not allowed is not fetched`(url: String, reason: String) throws {
    let result = try run([url])
    let json = try object(result.out)
    #expect(json["status"] as? String == "notFetched")
    #expect(json["reason"] as? String == reason)
    #expect(result.status == 7)
  }

  @Test func `a batch has a line for each URL, in order`() throws {
    let input = "# list\nhttps://evil.example/a\n\n  http://x.example/\r\n"
    let result = try run(["--batch", "-"], input: input)
    let lines = result.out.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(try object(lines[0])["reason"] as? String == "hostNotAllowed")
    #expect(try object(lines[1])["reason"] as? String == "invalidURL.notHTTPS")
    #expect(result.status == 0)
  }

  @Test func `a URL that takes too long has one line in a batch, and ends it`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // It has no robots.txt; after the request for that, the page waits for the pause to end.
    let server = Process()
    server.executableURL = URL(filePath: "/usr/bin/env")
    server.arguments = [
      "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path,
    ]
    let output = Pipe()
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    defer {
      // NB: not SIGTERM, which the server ignores if another test's service has made this process
      // ignore it.
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
    }
    let greeting = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(greeting.firstMatch(of: /port (\d+)/)?.1)
    let url = "http://127.0.0.1:\(port)/tea-pot"
    let result = try run(
      ["--batch", "-", "--timeout", "1", "--pause", "3600", "--allow-loopback"],
      input: "\(url)\n\(url)\n")
    let lines = result.out.split(separator: "\n").map(String.init)
    try #require(lines.count == 1, "\(result.out)")
    #expect(try object(lines[0])["status"] as? String == "timedOut")
    #expect(result.status == 8)
  }

  @Test(arguments: [
    [], ["--batch", "-", "https://a.example/"], ["--timeout", "0", "https://a.example/"],
    ["--html", "no-such-file", "https://a.example/"], ["--batch", "no-such-file"],
  ])
  func `invalid arguments are explained`(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 64)
    #expect(result.err.contains("Error:"))
    #expect(result.out.isEmpty)
  }
}
