import Foundation
import Testing

/// The providers of `LiveServers/identity_providers.py`, which are stopped when the tests end.
final class IdentityProviders: Sendable {
  static let site = "https://flows.example"

  /// The script's message when all providers listen: their addresses and credentials.
  struct Configuration: Decodable, Sendable {
    let canaille: String
    let mock: String
    let client: String
    let secret: String
    let password: String
    let apple: String
    let appleTeam: String
    let appleClient: String
    let appleKey: String
    let applePEM: String
    let hostile: String
    let facebook: String
    let facebookApp: String
    let facebookSecret: String
  }

  let configuration: Configuration
  private let process = Process()
  private let input = Pipe()

  /// The shared providers, started by the first test.
  static let shared = Result { try IdentityProviders() }

  private init() throws {
    let python = LiveTools.root.appendingPathComponent(".venv-live/bin/python")
    try #require(
      FileManager.default.isExecutableFile(atPath: python.path),
      "\(python.path) is missing; run `make test`, which creates it")
    let output = Pipe()
    process.executableURL = python
    process.arguments = [
      "-W", "ignore",
      LiveTools.root.appendingPathComponent("Accounts/Tests/LiveServers/identity_providers.py")
        .path, Self.site,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let chunk = output.fileHandleForReading.availableData
      try #require(
        !chunk.isEmpty, "the identity providers did not start; their error is printed above")
      line += chunk
    }
    configuration = try JSONDecoder().decode(Configuration.self, from: line)
  }
}
