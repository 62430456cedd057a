import FlowCore
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server of a test's own with the sample shop, and the command that works against it.
///
/// Releases 1, 2 and 3 are live in development, staging and production; there is no draft.
final class ServedShop {
  let tool: CommandLineTool
  let token: String
  /// The whole SDK keys by environment.
  let keys: [String: String]
  private(set) var port = "0"
  private var server: RunningTool?

  var address: String { "http://127.0.0.1:\(port)" }

  /// Prepares and starts a server; with the sample people only where they are needed, because
  /// hashing their password takes seconds.
  init(hasPeople: Bool = false) throws {
    tool = try CommandLineTool()
    let made = try tool.run(
      "init", "--store", "sqlite:shop.db", "--sample", "--json", "--mode",
      hasPeople ? "development" : "production")
    let json = try JSON(parsing: made.out)
    token = try #require(json["token"]?.string, "\(made.err)")
    let members = json["sdkKeys"]?.object?.members ?? []
    keys = Dictionary(
      uniqueKeysWithValues: members.map { ($0.key.string, $0.value.string ?? "") })
    try start()
  }

  deinit {
    server?.terminate()
    tool.clean()
  }

  /// Starts the server, again on the port that it had before.
  func start() throws {
    let running = try RunningTool(
      [
        "serve", "--store", "sqlite:shop.db", "--bind", "127.0.0.1:\(port)", "--log-format", "json",
      ],
      in: tool.directory, environment: [:], readsErrors: true)
    try running.wait(for: "Listening on http://127.0.0.1:")
    port = String(try running.restOfLine().prefix { $0.isNumber })
    running.drain()
    server = running
  }

  /// Stops the server; clients are told and cut off.
  func stop() {
    server?.terminate()
    server = nil
  }

  /// What a script sets, with a home of the test's own.
  var environment: [String: String] {
    home.merging(["FLOWMAGIC_SERVER": address, "FLOWMAGIC_TOKEN": token]) { $1 }
  }

  /// Nothing but a home, and room for sentences in one line.
  var home: [String: String] { ["HOME": tool.directory.path, "COLUMNS": "400"] }

  /// Runs a verb with server and token in the environment.
  func run(
    _ arguments: String..., input: String = "", environment more: [String: String] = [:]
  ) throws -> CommandLineTool.Result {
    try tool.run(arguments, input: input, environment: environment.merging(more) { $1 })
  }

  /// Runs a verb with `--json` and reads its answer.
  func json(_ arguments: String..., status: Int32 = 0) throws -> JSON {
    let result = try tool.run(arguments + ["--json"], environment: environment)
    #expect(result.status == status, "\(result.out)\(result.err)")
    #expect(result.err.isEmpty, "a program reads one stream: \(result.err)")
    return try JSON(parsing: result.out)
  }

  /// Starts a verb that goes on.
  func follow(_ arguments: String..., environment: [String: String]? = nil) throws -> RunningTool {
    try RunningTool(
      arguments, in: tool.directory, environment: environment ?? self.environment,
      readsErrors: false)
  }

  /// A new token with one scope.
  func makeToken(_ scope: String) throws -> String {
    var request = URLRequest(url: try #require(URL(string: "\(address)/v1/tokens")))
    request.httpMethod = "POST"
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(#"{"name": "test", "scopes": ["\#(scope)"]}"#.utf8)
    let answer = AnswerBox()
    URLSession.shared.dataTask(with: request) { data, _, _ in answer.put(data) }.resume()
    let made = try JSON(parsing: [UInt8](answer.take() ?? Data()))
    return try #require(made["token"]?.string)
  }

  /// What is live with the routes of `Home.login` leading to other steps.
  func edited(_ routes: [Route]) throws -> String {
    var document = try FlowDocument(parsing: live())
    let step = try #require(document.flows[0].steps.firstIndex { $0.id == "Home" })
    let port = try #require(document.flows[0].steps[step].ports.firstIndex { $0.name == "login" })
    document.flows[0].steps[step].ports[port].routes = routes
    return document.json.text(.pretty)
  }

  /// What is live with `Home.login` leading to another step.
  func edited(to step: Name) throws -> String {
    try edited([Route(target: .destination(Destination(.step(step))))])
  }

  /// What is live with `ForgotPassword.usePhone` leading home: the phone page is out of reach.
  func stranding() throws -> String {
    try live().replacing("\"to\": \"ForgotPasswordPhone\"", with: "\"to\": \"Home\"")
  }

  /// The document that is live, as text that tests change.
  func live(_ environment: String = "production") throws -> String {
    let result = try run("pull", "--environment", environment)
    #expect(result.status == 0, "\(result.err)")
    return result.out
  }
}

/// Waits for what another thread gives.
private final class AnswerBox: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private var data: Data?

  func put(_ data: Data?) {
    self.data = data
    semaphore.signal()
  }

  func take() -> Data? {
    semaphore.wait()
    return data
  }
}
