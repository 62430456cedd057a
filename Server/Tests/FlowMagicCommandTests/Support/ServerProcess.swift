import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A running `flowmagic serve` on a free port.
final class ServerProcess: Sendable {
  private let process: Process
  private let lines: AsyncStream<String>
  /// The base URL, such as `http://127.0.0.1:40123`.
  let baseURL: String
  /// The log lines until the server listened.
  let startupLog: [String]

  /// Starts a server and waits until it listens.
  ///
  /// - Throws: `ExitedEarly` if it exits instead.
  static func start(
    _ tool: CommandLineTool, _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> ServerProcess {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = CommandLineTool.executable
    process.arguments =
      ["serve", "--bind", "127.0.0.1:0", "--store", "sqlite:fm.db"] + arguments
    process.currentDirectoryURL = tool.directory
    process.environment = CommandLineTool.environment.merging(environment) { $1 }
    process.standardError = pipe
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    try process.run()
    let reader = Thread {
      var partialLine = Data()
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        partialLine += data
        while let end = partialLine.firstIndex(of: 10) {
          continuation.yield(
            String(decoding: partialLine[partialLine.startIndex..<end], as: UTF8.self))
          partialLine = partialLine[(end + 1)...]
        }
      }
      continuation.finish()
    }
    reader.start()
    var startupLog: [String] = []
    for await line in lines {
      startupLog.append(line)
      if let match = line.firstMatch(of: /Listening on (http:\/\/[0-9.:]+)/) {
        return ServerProcess(process, lines, String(match.1), startupLog)
      }
    }
    throw ExitedEarly(log: startupLog.joined(separator: "\n"))
  }

  struct ExitedEarly: Error {
    let log: String
  }

  private init(
    _ process: Process, _ lines: AsyncStream<String>, _ baseURL: String, _ startupLog: [String]
  ) {
    self.process = process
    self.lines = lines
    self.baseURL = baseURL
    self.startupLog = startupLog
  }

  /// Returns the next log line that contains a text, or nil if the server exits first.
  func line(containing text: String) async -> String? {
    for await line in lines where line.contains(text) { return line }
    return nil
  }

  func send(signal: Int32) { kill(process.processIdentifier, signal) }

  /// Terminates the server and returns the rest of its log.
  func terminate() async -> (status: Int32, log: [String]) {
    send(signal: SIGTERM)
    var remainingLines: [String] = []
    for await line in lines { remainingLines.append(line) }
    process.waitUntilExit()
    return (process.terminationStatus, remainingLines)
  }

  /// Sends a request.
  func send(
    _ method: String, _ path: String, token: String? = nil, body: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> (status: Int, text: String) {
    let (data, response) = try await exchange(method, path, token, body, headers)
    return (response.statusCode, String(decoding: data, as: UTF8.self))
  }

  /// Sends a request and returns the head of its response.
  func response(
    _ method: String, _ path: String, token: String, headers: [String: String]
  ) async throws -> HTTPURLResponse {
    try await exchange(method, path, token, nil, headers).1
  }

  private func exchange(
    _ method: String, _ path: String, _ token: String?, _ body: String?, _ headers: [String: String]
  ) async throws -> (Data, HTTPURLResponse) {
    var request = URLRequest(url: try #require(URL(string: baseURL + path)))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.cachePolicy = .reloadIgnoringLocalCacheData
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await URLSession.shared.data(for: request)
    return (data, try #require(response as? HTTPURLResponse))
  }
}
