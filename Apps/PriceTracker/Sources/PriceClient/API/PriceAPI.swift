package import Foundation
package import PriceDomain

/// The client of the service's API.
///
/// Each operation throws ``ClientError``. Responses to reads are cached in `cache`, which is used
/// while offline.
package struct PriceAPI: Sendable {
  package let session: ClientSession
  package let cache: ResponseCache
  private let baseURL: String
  private let transport: any ClientTransport
  private let language: Language

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - server: The origin of the service, such as `https://prices.example.com`.
  ///   - transport: Sends the requests.
  ///   - session: The user's session.
  ///   - cache: The offline cache.
  ///   - language: The language of the service's explanations of errors.
  package init(
    server: String, transport: any ClientTransport, session: ClientSession, cache: ResponseCache,
    language: Language = .english
  ) async {
    baseURL = (server.hasSuffix("/") ? String(server.dropLast()) : server) + "/api/v1"
    self.transport = transport
    self.language = language
    self.session = session
    self.cache = cache
    let client = self
    await session.setRefresh { token throws(ClientError) in try await client.refresh(token) }
  }

  /// Returns the URL of a product's page, which anyone can open.
  package func productURL(_ id: Int64) -> URL? {
    URL(string: baseURL.dropLast("/api/v1".count) + "/products/\(id)")
  }

  /// Returns the URL of a user's picture, by its path in a comment or the profile.
  package func pictureURL(_ path: String?) -> URL? {
    guard let path, path.hasPrefix("/api/v1/") else { return nil }
    return URL(string: baseURL.dropLast("/api/v1".count) + path)
  }

  // MARK: Reading

  /// Reads a value, from the offline cache if there is no connection.
  ///
  /// - Returns: The value; `cachedAt` is set if it is from the cache.
  func read<Value: Decodable & Sendable>(
    _ path: String, query: [(String, String)] = []
  ) async throws(ClientError) -> CachedValue<Value> {
    let target = path + Self.queryString(query)
    let generation = await cache.generation
    do {
      let response = try await exchange(.get, target, nil)
      let value: Value = try Self.decode(response)
      await cache.store(response.body, target, generation)
      return CachedValue(value: value, cachedAt: nil)
    } catch ClientError.offline {
      guard let entry = await cache.entry(target),
        let value: Value = try? Self.decode(ClientResponse(status: 200, body: entry.body))
      else { throw .offline }
      return CachedValue(value: value, cachedAt: Timestamp(entry.at))
    } catch {
      throw error
    }
  }

  /// Returns the cached response for a target, without a request.
  func cachedValue<Value: Decodable & Sendable>(
    _ path: String, query: [(String, String)] = []
  ) async -> CachedValue<Value>? {
    guard let entry = await cache.entry(path + Self.queryString(query)),
      let value: Value = try? Self.decode(ClientResponse(status: 200, body: entry.body))
    else { return nil }
    return CachedValue(value: value, cachedAt: Timestamp(entry.at))
  }

  // MARK: Writing

  /// Sends a request, and decodes the body of its response.
  func send<Value: Decodable & Sendable>(
    _ method: ClientRequest.Method, _ path: String, _ body: (any Encodable & Sendable)? = nil
  ) async throws(ClientError) -> Value {
    try Self.decode(try await exchange(method, path, body))
  }

  /// Sends a request whose response has no body to decode.
  func perform(
    _ method: ClientRequest.Method, _ path: String, _ body: (any Encodable & Sendable)? = nil
  ) async throws(ClientError) {
    _ = try await exchange(method, path, body)
  }

  /// Sends a change after which the service accepts only the tokens of its response.
  func renewSession(
    _ method: ClientRequest.Method, _ path: String, _ body: any Encodable & Sendable
  ) async throws(ClientError) {
    let request = try request(method, path, body)
    try await session.replaceTokens { token throws(ClientError) in
      try Self.decode(try Self.validated(try await transmit(request, token)))
    }
  }

  // MARK: Requests

  /// Sends a request with the user's token; a rejected token is refreshed once.
  ///
  /// It is not retried if another user has signed in meanwhile.
  private func exchange(
    _ method: ClientRequest.Method, _ target: String, _ body: (any Encodable & Sendable)?
  ) async throws(ClientError) -> ClientResponse {
    let request = try request(method, target, body)
    let token = try await session.accessToken()
    var response = try await transmit(request, token?.value)
    // A wrong password is also a 401; sending it again would count as another failed attempt.
    if response.status == 401, let token, Self.problem(response).map(Self.endsSession) ?? true {
      let newToken = try await session.renewed(replacing: token.value, of: token.generation)
      response = try await transmit(request, newToken)
    }
    return try Self.validated(response)
  }

  /// Exchanges a refresh token for new tokens.
  ///
  /// The request has no access token, because that may have expired.
  private func refresh(_ token: String) async throws(ClientError) -> TokensData {
    let request = try request(.post, "/sessions/refresh", ["refreshToken": token])
    let response = try await transmit(request, nil)
    if response.status == 401 || response.status == 403 { throw .signedOut }
    return try Self.decode(try Self.validated(response))
  }

  private func request(
    _ method: ClientRequest.Method, _ target: String, _ body: (any Encodable & Sendable)?
  ) throws(ClientError) -> ClientRequest {
    var request = ClientRequest(
      method, baseURL + target,
      headers: ["accept": "application/json", "accept-language": language.rawValue])
    guard let body else { return request }
    guard let data = Self.json(body) else { throw .invalidResponse(status: 0) }
    request.headers["content-type"] = "application/json"
    request.body = Array(data)
    return request
  }

  /// Returns a body as JSON; nil if it cannot be encoded.
  static func json(_ body: any Encodable & Sendable) -> Data? {
    let encoder = JSONEncoder()
    // Slashes are frequent in pages.
    encoder.outputFormatting = .withoutEscapingSlashes
    return try? encoder.encode(body)
  }

  /// Sends a request with an access token, if there is one.
  private func transmit(
    _ request: ClientRequest, _ token: String?
  ) async throws(ClientError) -> ClientResponse {
    var request = request
    if let token { request.headers["authorization"] = "Bearer \(token)" }
    do {
      return try await transport.send(request)
    } catch {
      throw error == .cancelled ? .cancelled : .offline
    }
  }

  // MARK: Responses

  private struct Problem: Decodable {
    let code: String
    let detail: String
  }

  private static func validated(_ response: ClientResponse) throws(ClientError) -> ClientResponse {
    if (200...299).contains(response.status) { return response }
    guard let problem = problem(response) else {
      // The response of a gateway while the service restarts.
      if [502, 503, 504].contains(response.status) { throw .offline }
      throw .invalidResponse(status: response.status)
    }
    if endsSession(problem) { throw .signedOut }
    throw .problem(
      status: response.status, code: problem.code, detail: problem.detail,
      retryAfter: response.headers["retry-after"].flatMap { Int($0) })
  }

  private static func problem(_ response: ClientResponse) -> Problem? {
    try? JSONDecoder().decode(Problem.self, from: Data(response.body))
  }

  private static func endsSession(_ problem: Problem) -> Bool {
    ["signed-out", "no-session"].contains(problem.code)
  }

  private static func decode<Value: Decodable>(
    _ response: ClientResponse
  ) throws(ClientError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(response.body))
    } catch {
      throw .invalidResponse(status: response.status)
    }
  }

  /// Returns a query string, in which all but unreserved characters are percent-encoded.
  static func queryString(_ query: [(String, String)]) -> String {
    guard !query.isEmpty else { return "" }
    let items = query.map { "\($0)=\(escaped($1))" }
    return "?" + items.joined(separator: "&")
  }

  static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
