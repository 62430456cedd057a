import FlowCore
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server with the sample application, and a command line tool to use it.
///
/// Releases 1, 2 and 3 are current in development, staging and production; there is no draft.
final class ServedShop {
  let tool: CommandLineTool
  let token: String
  /// The complete SDK keys by environment.
  let keys: [String: String]
  private(set) var port = "0"
  private var server: RunningTool?

  var address: String { "http://127.0.0.1:\(port)" }

  /// Starts a server, with the sample users only if needed: hashing their password takes seconds.
  init(hasUsers: Bool = false) throws {
    tool = try CommandLineTool()
    let initialized = try tool.run(
      "init", "--store", "sqlite:shop.db", "--sample", "--json", "--mode",
      hasUsers ? "development" : "production")
    let json = try JSON(parsing: initialized.out)
    token = try #require(json["token"]?.string, "\(initialized.err)")
    let members = json["sdkKeys"]?.object?.members ?? []
    keys = Dictionary(
      uniqueKeysWithValues: members.map { ($0.key.string, $0.value.string ?? "") })
    try start()
  }

  deinit {
    server?.terminate()
    tool.removeDirectory()
  }

  /// Starts the server, on the same port as before.
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

  /// Stops the server.
  func stop() {
    server?.terminate()
    server = nil
  }

  /// Environment variables with the server, the token and a home directory.
  var environment: [String: String] {
    baseEnvironment.merging(["FLOWMAGIC_SERVER": address, "FLOWMAGIC_TOKEN": token]) { $1 }
  }

  /// Environment variables with a home directory and a wide terminal.
  var baseEnvironment: [String: String] { ["HOME": tool.directory.path, "COLUMNS": "400"] }

  /// Runs a command with the server and token in the environment.
  func run(
    _ arguments: String..., input: String = "", environment overrides: [String: String] = [:]
  ) throws -> CommandLineTool.Result {
    try tool.run(arguments, input: input, environment: environment.merging(overrides) { $1 })
  }

  /// Runs a command with `--json` and parses its output.
  func json(_ arguments: String..., status: Int32 = 0) throws -> JSON {
    let result = try tool.run(arguments + ["--json"], environment: environment)
    #expect(result.status == status, "\(result.out)\(result.err)")
    #expect(result.err.isEmpty, "JSON output goes to standard output only: \(result.err)")
    return try JSON(parsing: result.out)
  }

  /// Starts a command that keeps running.
  func launch(_ arguments: String..., environment: [String: String]? = nil) throws -> RunningTool {
    try RunningTool(
      arguments, in: tool.directory, environment: environment ?? self.environment,
      readsErrors: false)
  }

  /// Creates a token with one scope.
  func createToken(_ scope: String) throws -> String {
    var request = URLRequest(url: try #require(URL(string: "\(address)/v1/tokens")))
    request.httpMethod = "POST"
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(#"{"name": "test", "scopes": ["\#(scope)"]}"#.utf8)
    let response = ResponseBox()
    URLSession.shared.dataTask(with: request) { data, _, _ in response.put(data) }.resume()
    let token = try JSON(parsing: [UInt8](response.take() ?? Data()))
    return try #require(token["token"]?.string)
  }

  /// Requests the signed release as an app does.
  func envelope(_ environment: String) throws -> String {
    let path = "\(address)/v1/apps/shop/environments/\(environment)/release"
    let key = try #require(keys[environment]).prefix { $0 != "." }
    var request = URLRequest(url: try #require(URL(string: path)))
    request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
    let response = ResponseBox()
    URLSession.shared.dataTask(with: request) { data, _, _ in response.put(data) }.resume()
    return String(decoding: try #require(response.take()), as: UTF8.self)
  }

  /// The current release with other routes for `Home.login`.
  func document(loginRoutes routes: [Route]) throws -> String {
    var document = try FlowDocument(parsing: currentDocument())
    let step = try #require(document.flows[0].steps.firstIndex { $0.id == "Home" })
    let port = try #require(document.flows[0].steps[step].ports.firstIndex { $0.name == "login" })
    document.flows[0].steps[step].ports[port].routes = routes
    return document.json.text(.pretty)
  }

  /// The current release with `Home.login` leading to another step.
  func document(loginTo step: Name) throws -> String {
    try document(loginRoutes: [Route(target: .destination(Destination(.step(step))))])
  }

  /// The current release with `ForgotPassword.usePhone` leading to Home, which makes a step
  /// unreachable.
  func withUnreachableStep() throws -> String {
    try currentDocument().replacing("\"to\": \"ForgotPasswordPhone\"", with: "\"to\": \"Home\"")
  }

  /// The current release as text.
  func currentDocument(_ environment: String = "production") throws -> String {
    let result = try run("pull", "--environment", environment)
    #expect(result.status == 0, "\(result.err)")
    return result.out
  }
}

/// Passes the body of a response to the thread that waits for it.
private final class ResponseBox: @unchecked Sendable {
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
