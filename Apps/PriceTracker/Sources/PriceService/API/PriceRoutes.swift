internal import Accounts
package import AccountsWeb
internal import Foundation
internal import HTTPTypes
public import Hummingbird
internal import Logging
internal import NIOCore
internal import PriceDomain

/// The API under `/api/v1`, its description at `/openapi.json` and the page `/docs`.
public struct PriceRoutes: Sendable {
  /// The prefix of all paths of the API.
  static let pathPrefix = "/api/v1"
  private let service: PriceService
  private let bodyReader: BodyReader

  /// Creates the routes of a service.
  public init(_ service: PriceService) { self.init(service, bodyReader: BodyReader()) }

  package init(_ service: PriceService, bodyReader: BodyReader) {
    (self.service, self.bodyReader) = (service, bodyReader)
  }

  /// Adds the routes to a router; `address` returns a request's client address.
  public func add<Context: RequestContext>(
    to router: some RouterMethods<Context>, address: @escaping @Sendable (Context) -> String
  ) {
    for endpoint in APIEndpoint.all {
      router.on(RouterPath(Self.pathPrefix + endpoint.path), method: endpoint.method) {
        request, context in
        await respond(
          endpoint, request, path: Self.pathParameters(context, endpoint),
          address: address(context))
      }
    }
    router.get("/openapi.json") { _, _ in
      Self.response(OpenAPI.document, type: "application/json", cache: "no-cache")
    }
    router.get("/docs") { _, _ in
      var response = Self.response(
        APIDocsPage.page, type: "text/html; charset=utf-8", cache: "no-cache")
      response.headers[.contentSecurityPolicy] = APIDocsPage.policy
      return response
    }
  }

  private static func pathParameters(
    _ context: some RequestContext, _ endpoint: APIEndpoint
  ) -> [String: String] {
    let names = endpoint.pathParameterNames.compactMap { name in
      context.parameters.get(name).map { (name, $0.removingPercentEncoding ?? $0) }
    }
    return Dictionary(names) { $1 }
  }

  private func respond(
    _ endpoint: APIEndpoint, _ request: Request, path: [String: String], address: String
  ) async -> Response {
    do {
      var caller = try await authorizedCaller(of: request, endpoint, address: address)
      let limit = BodyBudget.maximumBytes(of: endpoint, by: caller)
      let share = service.memoryShare(of: caller, atMost: limit)
      defer { share.release() }
      let body = try await body(of: request, endpoint, from: caller, atMost: limit, share)
      if endpoint.body != nil {
        // NB: the caller is authenticated again, because the session may have ended while the body
        // arrived.
        caller = try await authorizedCaller(of: request, endpoint, address: address)
      }
      let call = APICall(
        service: service, caller: caller, path: path, query: Self.query(request), body: body)
      switch try await endpoint.handle(call) {
      case .noContent: return Self.emptyResponse(endpoint.status)
      case .picture(let bytes):
        return Self.response(
          bytes, type: PriceService.pictureType, cache: "public, max-age=31536000, immutable")
      case .value(let value, let status):
        return Self.response(
          try Self.encodedJSON(value), type: "application/json", status: status ?? endpoint.status)
      }
    } catch {
      return problemResponse(error, endpoint, request)
    }
  }

  /// Returns the caller of a request, or throws if they may not use the endpoint.
  private func authorizedCaller(
    of request: Request, _ endpoint: APIEndpoint, address: String
  ) async throws -> Caller {
    let caller = try await caller(request, address: address)
    if case .user = endpoint.access { _ = try caller.requireSession() }
    return caller
  }

  /// NB: tokens only, no cookies, which rules out cross-site request forgery.
  private func caller(_ request: Request, address: String) async throws -> Caller {
    let client = Client(
      address: address, userAgent: request.headers[.userAgent] ?? "",
      language: Self.requestedLanguage(of: request).map { EmailLanguage(tag: $0.rawValue) })
    guard let field = request.headers[.authorization] else { return Caller(nil, client: client) }
    guard field.lowercased().hasPrefix("bearer ") else {
      throw PriceError(.signedOut, "Send the access token as \"Authorization: Bearer …\".")
    }
    let token = String(field.dropFirst(7))
    return Caller(
      try await service.accounts.sessions.authenticate(accessToken: token), client: client)
  }

  private static func query(_ request: Request) -> [String: [String]] {
    var query: [String: [String]] = [:]
    for (name, value) in request.uri.queryParameters {
      query[String(name), default: []].append(String(value))
    }
    return query
  }

  private func body(
    of request: Request, _ endpoint: APIEndpoint, from caller: Caller, atMost limit: Int,
    _ share: BodyMemory.Share
  ) async throws -> [UInt8] {
    guard endpoint.body != nil else { return [] }
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("application/json") else {
      throw PriceError(.invalidInput, "Send JSON, with \"Content-Type: application/json\".")
    }
    return try await service.body(
      of: request, from: caller, atMost: limit,
      tooLong: PriceError(.invalidInput, "The body is longer than \(limit) bytes."),
      memory: share, bodyReader: bodyReader)
  }

  /// Returns the language of a request's problems.
  private static func language(of request: Request) -> Language {
    requestedLanguage(of: request) ?? .english
  }

  private static func requestedLanguage(of request: Request) -> Language? {
    request.headers[.acceptLanguage].map { Language(acceptLanguage: $0) }
  }

  private static func encodedJSON(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }

  // MARK: Responses

  private func problemResponse(
    _ error: any Error, _ endpoint: APIEndpoint, _ request: Request
  ) -> Response {
    guard let problem = ClientProblem(error, language: Self.language(of: request)) else {
      service.logger.error(
        "A request failed.", metadata: ["endpoint": "\(endpoint.id)", "error": "\(error)"])
      return Self.problemResponse(
        500, "internal", "The service failed. Try again later.", nil)
    }
    return Self.problemResponse(problem.status, problem.code, problem.detail, problem.retryAfter)
  }

  private static func problemResponse(
    _ status: Int, _ code: String, _ detail: String, _ retryAfter: Int?
  ) -> Response {
    struct Problem: Encodable {
      let type = "about:blank"
      let status: Int
      let code: String
      let detail: String
    }
    let body = try? encodedJSON(Problem(status: status, code: code, detail: detail))
    var response = Self.response(body ?? [], type: "application/problem+json", status: status)
    if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
    return response
  }

  private static func emptyResponse(_ status: Int) -> Response {
    Response(status: .init(code: status), headers: [.cacheControl: "no-store"])
  }

  private static func response(
    _ bytes: [UInt8], type: String, status: Int = 200, cache: String = "no-store"
  ) -> Response {
    Response(
      status: .init(code: status),
      headers: [.contentType: type, .cacheControl: cache, .xContentTypeOptions: "nosniff"],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

extension PriceService {
  /// Returns all stored data of the user as the JSON document of the API's export, indented.
  ///
  /// - Throws: `PriceError` for a guest.
  public func exportDocument(by caller: Caller) async throws -> [UInt8] {
    let (user, data) = try await export(by: caller)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let hasPassword = try await hasPassword(user)
    return Array(try encoder.encode(ExportJSON(user, data, hasPassword: hasPassword, caller)))
  }
}
