import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import YogaDomain

/// An app's requests, without cookies.
struct AppClient {
  private let client: any TestClientProtocol
  private let language: String
  var token: String?
  private(set) var status = 0
  private var body = ByteBuffer()

  init(_ site: YogaSite, language: String = "en") {
    client = site.client
    self.language = language
  }

  mutating func logIn(_ credentials: Credentials) async throws {
    try await send(.post, AppPaths.sessions, credentials)
    #expect(status == 200)
    token = try read(SessionMessage.self).tokens.accessToken
  }

  mutating func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: (any Encodable)? = nil
  ) async throws {
    try await send(method, path, bytes: body.map { Array(try JSONEncoder().encode($0)) } ?? [])
  }

  mutating func send(
    _ method: HTTPRequest.Method, _ path: String, bytes: [UInt8],
    type: String = "application/json"
  ) async throws {
    var fields: HTTPFields = [
      .acceptLanguage: language, .userAgent: "Mythic Yoga Flow", .contentType: type,
    ]
    fields[.authorization] = token.map { "Bearer \($0)" }
    let response = try await client.execute(
      uri: path, method: method, headers: fields, body: ByteBuffer(bytes: bytes))
    (status, body) = (response.status.code, response.body)
  }

  func read<Body: Decodable>(_ type: Body.Type) throws -> Body {
    try JSONDecoder().decode(type, from: Data(body.readableBytesView))
  }
}
