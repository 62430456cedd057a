import Accounts
import Foundation
import Testing

/// The mail servers of `LiveServers/mail_server.py`, which are stopped when the tests end.
final class MailServer: Sendable {
  /// A received email, as parsed by Python's mail library.
  struct ReceivedMail: Decodable {
    let isEncrypted: Bool
    let user: String
    let hello: String
    let from: String
    let to: [String]
    let headers: [[String]]
    let subject: String
    let fromName: String
    let fromAddress: String
    let date: Int
    let types: [String]
    let text: String
    let html: String
    let defects: [String]
    let longestLine: Int
    let isASCII: Bool
  }

  /// The script's message when all servers listen.
  private struct Configuration: Decodable {
    let ports: [String: Int]
    let user: String
    let password: String
  }

  private let configuration: Configuration
  private let folder: URL
  private let process: Process
  private let input = Pipe()

  /// The shared servers, started by the first test.
  static let shared = Result { try MailServer() }

  private init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mails-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let python = LiveTools.root.appendingPathComponent(".venv-live/bin/python")
    try #require(
      FileManager.default.isExecutableFile(atPath: python.path),
      "\(python.path) is missing; run `make test`, which creates it")
    let output = Pipe()
    process = Process()
    process.executableURL = python
    process.arguments = [
      LiveTools.root.appendingPathComponent("Accounts/Tests/LiveServers/mail_server.py").path,
      folder.path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let chunk = output.fileHandleForReading.availableData
      try #require(!chunk.isEmpty, "the mail servers did not start; their error is printed above")
      line += chunk
    }
    configuration = try JSONDecoder().decode(Configuration.self, from: line)
  }

  var user: String { configuration.user }
  var password: String { configuration.password }
  /// The certificates that tests trust.
  var caFile: String { folder.appendingPathComponent("ca.pem").path }

  /// The port of a server by its name in the script.
  func port(_ name: String) throws -> Int { try #require(configuration.ports[name]) }

  /// The emails received with an id, one for each delivery.
  func received(_ id: String) throws -> [ReceivedMail] {
    let file = folder.appendingPathComponent("\(id).json")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try JSONDecoder().decode([ReceivedMail].self, from: Data(contentsOf: file))
  }

  /// A transport to one of the servers; the password is correct by default.
  func transport(
    _ scheme: String, _ name: String, login: Bool = false, password: String? = nil,
    fromName: String = "FlowMagic", from: String = "flows@flows.example",
    timeLimit: Duration = .seconds(20), trusting caFile: String? = nil
  ) throws -> SMTPTransport {
    let user = "me%40example.com:\(Self.encoded(password ?? self.password))@"
    return SMTPTransport(
      try SMTPSettings(
        url: "\(scheme)://\(login ? user : "")127.0.0.1:\(try port(name))", from: from,
        fromName: fromName, caFile: caFile ?? self.caFile, timeLimit: timeLimit))
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
