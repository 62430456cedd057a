import FlowServer
import Foundation
import Logging
import Testing

/// Programs that read the log can compare its numbers, which are JSON numbers.
@Suite struct LogNumberTests {
  @Test func `the alert about a clock jump has its seconds as a number`() async throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let logger = LogFormat.json.logger(
      "test", level: .error, to: LogOutput(descriptor: fileno(file)))
    let site = try await Site(uptime: { 500 }, logger: logger)
    let folder = KeyFolder(FileManager.default.temporaryDirectory.path + "/keys-\(UUID())")
    site.clock.advance(by: 365 * 86_400)
    await RefreshJob(services: site.services, folder: folder).refresh()
    let handle = FileHandle(fileDescriptor: fileno(file))
    try handle.seek(toOffset: 0)
    let text = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    let alert = text.split(separator: "\n").first { $0.contains("has jumped ahead") }
    #expect(try #require(alert).contains(#""seconds":31536000"#))
  }
}
