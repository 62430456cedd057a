import FlowCore
import FlowMagic
import Foundation

/// What a server answered.
struct ServerAnswer {
  let status: Int
  /// Names in lower case.
  let headers: [String: String]
  let body: [UInt8]

  /// The body as JSON.
  func json() throws -> JSON {
    do {
      return try JSON(parsing: body)
    } catch {
      throw RemoteProblem(
        "unexpected-answer", "The server's answer cannot be read: \(error.message)",
        fix: "Look whether something between here and the server changes its answers.")
    }
  }

  var etag: String? { headers["etag"] }
}

/// Asks a server, and turns whatever goes wrong into a sentence that says what to do.
struct ServerClient {
  let location: ServerLocation
  let token: String?
  let transport: any Transport
  let waiting: WaitingNote

  /// What is done with what a path names.
  enum Method {
    case get, post, put, patch, delete

    var sent: TransportRequest.Method {
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
  /// - Returns: The answer, whose status is from 200 to 299.
  /// - Throws: `RemoteProblem`.
  func send(
    _ method: Method, _ path: String...,
    query: [(name: String, value: String)] = [], headers: [String: String] = [:],
    body: [UInt8] = []
  ) async throws -> ServerAnswer {
    try await send(method, path, query: query, headers: headers, body: body)
  }

  /// Sends a request.
  ///
  /// - Returns: The answer, whose status is from 200 to 299.
  /// - Throws: `RemoteProblem`.
  func send(
    _ method: Method, _ path: [String],
    query: [(name: String, value: String)] = [], headers: [String: String] = [:],
    body: [UInt8] = []
  ) async throws -> ServerAnswer {
    let answer = try await exchange(method, path, query: query, headers: headers, body: body)
    guard !(200..<300).contains(answer.status) else { return answer }
    throw RemoteProblem(answer) ?? .foreign(answer, at: location)
  }

  /// Sends JSON and reads JSON.
  func json(
    _ method: Method, _ path: String...,
    query: [(name: String, value: String)] = [], body: JSON? = nil
  ) async throws -> JSON {
    try await json(method, path, query: query, body: body)
  }

  /// Sends JSON and reads JSON.
  func json(
    _ method: Method, _ path: [String],
    query: [(name: String, value: String)] = [], body: JSON? = nil
  ) async throws -> JSON {
    let answer = try await exchange(
      method, path, query: query, headers: [:], body: body?.utf8(.compact) ?? [])
    guard (200..<300).contains(answer.status) else {
      throw RemoteProblem(answer) ?? .foreign(answer, at: location)
    }
    return try answer.json()
  }

  private func exchange(
    _ method: Method, _ path: [String], query: [(name: String, value: String)],
    headers: [String: String], body: [UInt8]
  ) async throws -> ServerAnswer {
    let request = try request(method, path, query: query, headers: headers, body: body)
    let note = waiting.start(location)
    defer { note.stop() }
    do {
      let response = try await transport.send(request)
      return ServerAnswer(
        status: response.status, headers: response.headers, body: response.body)
    } catch {
      throw RemoteProblem(error, at: location)
    }
  }

  /// A request with the token.
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
      method.sent, try location.url(path, query), headers: headers, body: body, timeout: timeout,
      maximumBytes: 64 << 20)
  }
}

extension RemoteProblem {
  /// Why there is no answer.
  init(_ failure: TransportFailure, at location: ServerLocation) {
    switch failure.kind {
    case .unreachable, .cancelled:
      self.init(
        "unreachable", "The server \(location) cannot be reached.",
        fix: "Start it with `flowmagic serve`, or say where it is with --server or "
          + "FLOWMAGIC_SERVER. \(Self.cause(failure))")
    case .timedOut:
      self.init(
        "timed-out", "The server \(location) did not answer in time.",
        fix: "Try again. What was asked for may have been done: look before you repeat it.")
    case .tooLarge:
      self.init("answer-too-large", "The server's answer is larger than this command reads.")
    }
  }

  /// The system's words, unless they are only a number.
  private static func cause(_ failure: TransportFailure) -> String {
    failure.description.contains("NSURLErrorDomain") ? "" : "(\(failure.description))"
  }
}
