import FlowCore
import FlowMagic
import Foundation

/// A server's response.
struct ServerResponse {
  let status: Int
  /// Names are in lower case.
  let headers: [String: String]
  let body: [UInt8]

  /// The body as JSON.
  func json() throws -> JSON {
    do {
      return try JSON(parsing: body)
    } catch {
      throw RemoteProblem(
        "unexpected-response", "Cannot read the server's response: \(error.message)",
        fix: "Check whether a proxy between here and the server changes responses.")
    }
  }

  var etag: String? { headers["etag"] }
}

/// A client of the server's HTTP API, which throws all errors as `RemoteProblem`.
struct ServerClient {
  let server: ServerURL
  let token: String?
  let transport: any Transport
  let progress: ProgressIndicator

  /// An HTTP method.
  enum Method {
    case get, post, put, patch, delete

    var transportMethod: TransportRequest.Method {
      switch self {
      case .get: .get
      case .post: .post
      case .put: .put
      case .patch: .patch
      case .delete: .delete
      }
    }
  }

  /// Sends a request.
  ///
  /// - Returns: The response, with a status from 200 to 299.
  /// - Throws: `RemoteProblem`.
  func send(
    _ method: Method, _ path: String...,
    query: [(name: String, value: String)] = [], headers: [String: String] = [:],
    body: [UInt8] = []
  ) async throws -> ServerResponse {
    try await send(method, path, query: query, headers: headers, body: body)
  }

  /// Sends a request.
  ///
  /// - Returns: The response, with a status from 200 to 299.
  /// - Throws: `RemoteProblem`.
  func send(
    _ method: Method, _ path: [String],
    query: [(name: String, value: String)] = [], headers: [String: String] = [:],
    body: [UInt8] = []
  ) async throws -> ServerResponse {
    let response = try await exchange(method, path, query: query, headers: headers, body: body)
    guard !(200..<300).contains(response.status) else { return response }
    throw RemoteProblem(response) ?? .unexpected(response, from: server)
  }

  /// Sends a request, with JSON if there is a body, and returns the JSON of the response.
  func requestJSON(
    _ method: Method, _ path: String...,
    query: [(name: String, value: String)] = [], body: JSON? = nil
  ) async throws -> JSON {
    try await requestJSON(method, path, query: query, body: body)
  }

  /// Sends a request, with JSON if there is a body, and returns the JSON of the response.
  func requestJSON(
    _ method: Method, _ path: [String],
    query: [(name: String, value: String)] = [], body: JSON? = nil
  ) async throws -> JSON {
    let response = try await exchange(
      method, path, query: query, headers: [:], body: body?.utf8(.compact) ?? [])
    guard (200..<300).contains(response.status) else {
      throw RemoteProblem(response) ?? .unexpected(response, from: server)
    }
    return try response.json()
  }

  private func exchange(
    _ method: Method, _ path: [String], query: [(name: String, value: String)],
    headers: [String: String], body: [UInt8]
  ) async throws -> ServerResponse {
    let request = try request(method, path, query: query, headers: headers, body: body)
    let indicator = progress.start(server)
    defer { indicator.stop() }
    do {
      let response = try await transport.send(request)
      return ServerResponse(
        status: response.status, headers: response.headers, body: response.body)
    } catch {
      throw RemoteProblem(error, from: server)
    }
  }

  /// Creates a request with the token.
  func request(
    _ method: Method, _ path: [String],
    query: [(name: String, value: String)] = [], headers: [String: String] = [:],
    body: [UInt8] = [], timeout: Duration = .seconds(60)
  ) throws -> TransportRequest {
    var headers = headers
    if let token { headers["authorization"] = "Bearer \(token)" }
    if !body.isEmpty, headers["content-type"] == nil {
      headers["content-type"] = "application/json"
    }
    return TransportRequest(
      method.transportMethod, try server.url(path, query), headers: headers, body: body,
      timeout: timeout,
      maximumBytes: 64 << 20)
  }
}

extension RemoteProblem {
  /// Creates the problem of a missing response.
  init(_ failure: TransportFailure, from server: ServerURL) {
    switch failure.reason {
    case .unreachable, .cancelled:
      self.init(
        "unreachable", "Cannot reach the server \(server).",
        fix: "Start it with `flowmagic serve`, or set its URL with --server or "
          + "FLOWMAGIC_SERVER. \(Self.cause(failure))")
    case .timedOut:
      self.init(
        "timed-out", "The server \(server) did not respond in time.",
        fix: "Check whether the change was made before you try again.")
    case .tooLarge:
      self.init("response-too-large", "The server's response is too large.")
    }
  }

  /// The system's message in parentheses; empty if it has only an error domain and a number.
  private static func cause(_ failure: TransportFailure) -> String {
    failure.description.contains("NSURLErrorDomain") ? "" : "(\(failure.description))"
  }
}
