internal import Accounts
internal import Foundation
internal import HTTPTypes
internal import PriceDomain

/// An operation of the API: its route and its entry in the OpenAPI document.
struct APIEndpoint: Sendable {
  /// The callers that may use an endpoint.
  enum Access: Sendable {
    /// Guests and users; a session is optional.
    case anyone
    /// Signed-in users only.
    case user
  }

  /// A query parameter.
  struct Parameter: Sendable {
    let name: String
    let text: String
    var isNumber = false
    var isList = false
  }

  let id: String
  let method: HTTPRequest.Method
  let path: String
  let topic: String
  let summary: String
  var access = Access.user
  var parameters: [Parameter] = []
  /// The schema of the request body.
  var body: String?
  /// The HTTP status of a successful response.
  var status = 200
  /// The schema of the JSON response body; nil if there is none.
  var response: String?
  /// The media type of a response that is not JSON.
  var mediaType: String?
  let handle: @Sendable (APICall) async throws -> APIResponse

  /// The names of the path parameters, which are in braces.
  var pathParameterNames: [String] { path.matches(of: /\{([a-zA-Z]+)\}/).map { String($0.1) } }
}

/// A request to an endpoint, as its handler receives it.
struct APICall: Sendable {
  let service: PriceService
  let caller: Caller
  let path: [String: String]
  let query: [String: [String]]
  let body: [UInt8]

  /// Decodes the JSON body.
  ///
  /// - Throws: `PriceError` with `invalid-input`, which names a missing or invalid member.
  func decodeBody<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch DecodingError.keyNotFound(let key, _) {
      throw PriceError(.invalidInput, "\"\(key.stringValue)\" is missing.")
    } catch DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context)
    {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw PriceError(
        .invalidInput,
        path.isEmpty ? "The body is not a JSON object." : "\"\(path)\" has an invalid value."
      )
    }
  }

  /// Returns a path parameter as an integer.
  func integerParameter(_ name: String) throws(PriceError) -> Int64 {
    guard let number = path[name].flatMap({ Int64($0) }) else {
      throw PriceError(.invalidInput, "\"\(name)\" must be a number.")
    }
    return number
  }

  /// Returns the requested page size, 1 to 100; the default if none is requested.
  func limit(_ defaultLimit: Int) throws(PriceError) -> Int {
    guard let text = query["limit"]?.first else { return defaultLimit }
    guard let limit = Int(text), (1...100).contains(limit) else {
      throw PriceError(.invalidInput, "\"limit\" must be a number from 1 to 100.")
    }
    return limit
  }

  var cursor: String? { query["cursor"]?.first }
  var search: String { String((query["search"]?.first ?? "").prefix(200)) }
}

/// The response of an endpoint.
enum APIResponse: Sendable {
  /// A value, encoded as JSON.
  case value(any Encodable & Sendable, status: Int? = nil)
  /// A picture, which clients may cache forever: another picture has another URL.
  case picture([UInt8])
  /// No body.
  case noContent
}
