import FlowCore
import FlowServer
import FlowStore
import Foundation
import HTTPTypes
import Logging
import Testing

/// Untrusted input can neither break a log line, nor forge one, nor control a terminal.
@Suite struct LogForgeryTests {
  /// Characters that break lines, start escape sequences, or reverse or hide text.
  private static let hostile = [
    "\n", "\r\n", "\u{0}", "\u{8}\u{8}", "\u{B}", "\u{C}", "\u{1B}[2J\u{1B}[1;31m",
    "\u{1B}]0;title\u{7}",
    "\u{7F}", "\u{85}", "\u{9B}31m", "\u{9D}0;title\u{9C}", "\u{AD}", "\u{61C}", "\u{200B}",
    "\u{202E}", "\u{2028}", "\u{2029}", "\u{2066}", "\u{FEFF}", "\u{E0041}",
  ]
  private static let forged = "2026-11-23T12:00:00Z error   Forged  caller=operator"

  /// Returns whether a character must not appear in a line, by code point and independently of the
  /// log's own rules.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2064,
      0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001, 0xE0020...0xE007F:
      true
    default: false
    }
  }

  /// A log file that a test reads.
  private struct Log {
    private let file: UnsafeMutablePointer<FILE>
    let logger: Logger

    init(_ format: LogFormat) throws {
      guard let file = tmpfile() else { throw CocoaError(.fileWriteUnknown) }
      self.file = file
      logger = format.logger("test", level: .debug, to: LogOutput(descriptor: fileno(file)))
    }

    /// Closes the file and returns its lines.
    func lines(_ location: SourceLocation = #_sourceLocation) throws -> [String] {
      defer { fclose(file) }
      let handle = FileHandle(fileDescriptor: fileno(file))
      try handle.seek(toOffset: 0)
      let text = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
      #expect(text.hasSuffix("\n"), sourceLocation: location)
      let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines {
        let forbidden = line.unicodeScalars.filter(LogForgeryTests.isForbidden)
        #expect(
          forbidden.isEmpty, "\(forbidden.map { String($0.value, radix: 16) })",
          sourceLocation: location)
      }
      return lines.map(String.init)
    }
  }

  @Test(arguments: LogFormat.allCases, hostile)
  func `a text that would forge a line stays in its own line`(
    format: LogFormat, text: String
  ) throws {
    let log = try Log(format)
    let value = "ada\(text)\(Self.forged)"
    log.logger.info("GET /\(value)", metadata: ["caller": "\(value)", "\(value)": "key"])
    log.logger.info("next")
    let lines = try log.lines()
    try #require(lines.count == 2)
    switch format {
    case .json:
      let line = try JSON(parsing: lines[0])
      #expect(line["caller"]?.string == value)
      #expect(line["message"]?.string == "GET /\(value)")
      #expect(line["level"] == "info")
    case .human:
      // The value is a single JSON string that contains all of the text.
      let start = try #require(lines[0].range(of: "caller=\"")?.upperBound)
      let message = lines[0][start...]
      let end = try #require(message.range(of: "caller=operator\"")?.upperBound)
      #expect(try JSON(parsing: "\"" + message[..<end]).string == value)
    }
  }

  @Test(arguments: LogFormat.allCases)
  func `no control character is written`(format: LogFormat) throws {
    let log = try Log(format)
    let numbers = [0..<0x3000, 0xFE00..<0x10000, 0x1D100..<0x1D200, 0xE0000..<0xE0100].joined()
    let all = String(String.UnicodeScalarView(numbers.compactMap { Unicode.Scalar(UInt32($0)) }))
    log.logger.info("\(all)", metadata: ["value": "\(all)"])
    let lines = try log.lines()
    try #require(lines.count == 1)
    guard format == .json else { return }
    #expect(
      try JSON(parsing: lines[0])["value"]?.string?.unicodeScalars.elementsEqual(all.unicodeScalars)
        == true)
  }

  @Test func `printable characters outside ASCII are written unchanged`() throws {
    let log = try Log(.json)
    log.logger.info("Grüße", metadata: ["name": "名前 é ✓"])
    #expect(try log.lines().first?.contains(#""message":"Grüße","name":"名前 é ✓""#) == true)
  }

  @Test(arguments: LogFormat.allCases)
  func `untrusted requests produce one line each, whatever they contain`(format: LogFormat)
    async throws
  {
    let log = try Log(format)
    let site = try await Site(trustedProxies: 1, logger: log.logger)
    for text in Self.hostile {
      let value = "a\(text)\(Self.forged)"
      // Names are validated on input; the log does not rely on that.
      let token = TokenCredential()
      try await site.store.add(
        APIToken(
          id: token.id, organization: "acme", name: value.replacing("\u{0}", with: ""),
          hash: token.hash, scopes: ["admin"],
          created: site.clock.now), audit: site.audit("acme"))
      let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      try await site.send(
        .get, "/v1/apps/\(escaped)?key=\(escaped)", token: token.string,
        ["User-Agent": value, "X-Forwarded-For": "\(value), 192.0.2.1", "X-Request-Id": value])
      site.clock.advance(by: 1)
    }
    let lines = try log.lines()
    #expect(lines.count { $0.contains("GET /v1/apps/a") } == Self.hostile.count)
    #expect(lines.count { $0.contains("Forged") } == Self.hostile.count)
    #expect(!lines.contains { $0.hasPrefix("2026-11-23T12:00:00Z") })
  }
}
