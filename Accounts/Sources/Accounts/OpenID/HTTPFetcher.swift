/// Sends one request to another service.
///
/// A seam, so that tests can answer as a hostile service would.
public protocol HTTPFetcher: Sendable {
  /// Sends the request and waits for the whole answer.
  ///
  /// Follows no redirect, keeps no cookie, and gives up after a bounded time and size.
  ///
  /// - Throws: `FetchFailure` if no answer came that could be taken.
  func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchedAnswer
}

/// A request to another service.
public struct FetchRequest: Sendable, Equatable {
  /// Where to.
  public let url: String
  /// What to send as a form by POST; nil for a GET.
  public let form: [FormField]?
  /// The headers, by name.
  public let headers: [String: String]
  /// The most bytes that an answer may have.
  public let limit: Int

  /// Makes a request.
  public init(
    url: String, form: [FormField]? = nil, headers: [String: String] = [:], limit: Int
  ) {
    self.url = url
    self.form = form
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

  /// Makes a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Fields as `application/x-www-form-urlencoded`; all but unreserved letters are escaped.
  public static func encode(_ fields: [FormField]) -> String {
    fields.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: "&")
  }

  static func escape(_ text: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    let hex = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if plain.contains(byte) {
        escaped.append(byte)
      } else {
        escaped += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

/// What another service answered.
public struct FetchedAnswer: Sendable, Equatable {
  /// The status, a redirect's too.
  public let status: Int
  /// The body.
  public let body: [UInt8]

  /// Makes an answer.
  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

/// Why another service gave no answer that could be taken.
public struct FetchFailure: Error, Sendable, Equatable {
  /// A sentence for the log, without a secret.
  public let message: String

  /// Makes a failure.
  public init(_ message: String) { self.message = message }
}
