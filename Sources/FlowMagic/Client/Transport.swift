public import Foundation

/// The SDK's connection to a server: `URLSessionTransport` in an app,
/// `FlowTesting.InMemoryTransport` in a test, or an app's own HTTP stack.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole response, whatever its status.
  func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse

  /// Sends a request and streams the response: first `opened`, then any number of `bytes`.
  ///
  /// The stream ends when the server ends the response, or fails with a `TransportFailure`.
  /// Releasing the stream closes the connection.
  func stream(_ request: TransportRequest) -> AsyncThrowingStream<TransportEvent, any Error>
}

/// An HTTP request of the SDK.
public struct TransportRequest: Sendable, Equatable {
  /// The HTTP method.
  public enum Method: String, Sendable {
    /// Reads a resource.
    case get = "GET"
    /// Sends data.
    case post = "POST"
    /// Replaces a resource; the SDK uses it for snapshots only.
    case put = "PUT"
    /// Changes a resource; the SDK itself does not use it.
    case patch = "PATCH"
    /// Removes a resource; the SDK itself does not use it.
    case delete = "DELETE"
  }

  /// The HTTP method.
  public var method: Method
  /// The URL.
  public var url: URL
  /// The header fields; names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]
  /// The time to wait while no data arrives; the request then fails with `timedOut`.
  public var timeout: Duration
  /// The maximum size of the response to `send`, in bytes; a larger one fails with `tooLarge`.
  public var maximumBytes: Int
  /// The time limit for the whole response to `send`, even if data keeps arriving.
  public var timeLimit: Duration = .seconds(300)
  /// Whether the request may use metered networks, such as cellular ones.
  ///
  /// Otherwise it fails on these with `unreachable`. Apple systems only.
  public var allowsMeteredNetworks = true

  /// Creates a request.
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

/// An HTTP response.
public struct TransportResponse: Sendable, Equatable {
  /// The HTTP status.
  public var status: Int
  /// The header fields; names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A part of a streamed response.
public enum TransportEvent: Sendable, Equatable {
  /// The status and the header fields, names in lower case.
  case opened(status: Int, headers: [String: String])
  /// The next chunk of the body, of any size.
  case bytes([UInt8])
}

/// The error of a failed request.
public struct TransportFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reasons for failures.
  public enum Reason: String, Sendable {
    /// There is no connection, or it broke.
    case unreachable
    /// No data arrived within the request's timeout, or the response took longer than its time
    /// limit.
    case timedOut
    /// The response is larger than the request allows, or arrives faster than it is read.
    case tooLarge
    /// The calling task was cancelled.
    case cancelled
  }

  /// The reason.
  public let reason: Reason
  /// A sentence describing the failure.
  public let description: String

  /// Creates a failure.
  public init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
