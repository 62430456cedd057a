public import Foundation

/// How the SDK reaches a server: `URLSessionTransport` in an app, `FlowTesting.InMemoryTransport`
/// in a test, or an app's own where all traffic must take one way.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole answer, whatever its status.
  func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse

  /// Sends a request and hands the answer on as it comes: first `opened`, then `bytes` as often as
  /// there are some. Ends when the server ends it; fails with a `TransportFailure`.
  ///
  /// Letting go of the stream closes the connection.
  func stream(_ request: TransportRequest) -> AsyncThrowingStream<TransportEvent, any Error>
}

/// What the SDK asks of a server.
public struct TransportRequest: Sendable, Equatable {
  /// The HTTP method.
  public enum Method: String, Sendable {
    /// Reads.
    case get = "GET"
    /// Sends.
    case post = "POST"
    /// Replaces; the SDK does so with pictures of screens only.
    case put = "PUT"
    /// Changes a part; the SDK itself never does.
    case patch = "PATCH"
    /// Takes away; the SDK itself never does.
    case delete = "DELETE"
  }

  /// The method.
  public var method: Method
  /// The address.
  public var url: URL
  /// The header fields; names in lower case.
  public var headers: [String: String]
  /// What is sent.
  public var body: [UInt8]
  /// How long to wait while nothing arrives.
  public var timeout: Duration
  /// How many bytes an answer of `send` may have; more fails with `tooLarge`.
  public var maximumBytes: Int

  /// Makes a request.
  public init(
    _ method: Method = .get, _ url: URL, headers: [String: String] = [:], body: [UInt8] = [],
    timeout: Duration = .seconds(30), maximumBytes: Int = 16 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maximumBytes = maximumBytes
  }
}

/// What a server answered.
public struct TransportResponse: Sendable, Equatable {
  /// The HTTP status.
  public var status: Int
  /// The header fields; names in lower case.
  public var headers: [String: String]
  /// What came.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A part of an answer that comes bit by bit.
public enum TransportEvent: Sendable, Equatable {
  /// The status and the header fields, names in lower case.
  case opened(status: Int, headers: [String: String])
  /// Some more of the body, cut anywhere.
  case bytes([UInt8])
}

/// Why there is no answer.
public struct TransportFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds.
  public enum Kind: String, Sendable {
    /// No connection, or it broke.
    case unreachable
    /// Nothing came for the time that the request allows.
    case timedOut
    /// The answer has more bytes than the request allows.
    case tooLarge
    /// The task that asked was cancelled.
    case cancelled
  }

  /// Which kind.
  public let kind: Kind
  /// A sentence for people.
  public let description: String

  /// Makes a failure.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
