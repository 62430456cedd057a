/// Sends one request to another service.
///
/// A protocol, so that tests can respond as a hostile service would.
public protocol HTTPFetcher: Sendable {
  /// Sends the request and waits for the complete response.
  ///
  /// Follows no redirect, keeps no cookie, and fails after a time limit or beyond the request's
  /// `limit`.
  ///
  /// - Throws: `FetchFailure` if there was no acceptable response.
  func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchedResponse
}

/// A request to another service.
public struct FetchRequest: Sendable, Equatable {
  /// The URL of the request.
  public let url: String
  /// The form fields, which are sent with POST whatever `method` is; nil for no form.
  public let form: [FormField]?
  /// The method of a request without a form; nil for GET.
  public let method: String?
  /// A body that is not a form; its type is in the headers.
  public let body: [UInt8]
  /// The headers, by name.
  public let headers: [String: String]
  /// The maximum size of the response, in bytes.
  public let limit: Int

  /// Creates a request.
  public init(
    url: String, form: [FormField]? = nil, method: String? = nil, body: [UInt8] = [],
    headers: [String: String] = [:], limit: Int
  ) {
    self.url = url
    self.form = form
    self.method = method
    self.body = body
    self.headers = headers
    self.limit = limit
  }
}

/// A name with its value, in a form or a query.
public struct FormField: Sendable, Equatable {
  /// The name.
  public let name: String
  /// The value.
  public let value: String

  /// Creates a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Encodes fields as `application/x-www-form-urlencoded`; all but unreserved characters are
  /// escaped.
  public static func encode(_ fields: [FormField]) -> String {
    fields.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: "&")
  }

  static func escape(_ text: String) -> String {
    let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    let hex = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if unreserved.contains(byte) {
        escaped.append(byte)
      } else {
        escaped += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

/// The response of another service.
public struct FetchedResponse: Sendable, Equatable {
  /// The status; redirects are not followed.
  public let status: Int
  /// The body.
  public let body: [UInt8]

  /// Creates a response.
  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

/// An error of a request that got no acceptable response.
public struct FetchFailure: Error, Sendable, Equatable {
  /// A sentence for the log, without a secret.
  public let message: String

  /// Creates a failure.
  public init(_ message: String) { self.message = message }
}
