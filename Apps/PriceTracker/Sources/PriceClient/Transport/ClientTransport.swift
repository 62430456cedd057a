/// Sends the requests of the client: with a `URLSession` in apps, to a fake service in tests.
package protocol ClientTransport: Sendable {
  /// Sends a request.
  ///
  /// - Returns: The response, whatever its status.
  /// - Throws: ``TransportError`` if there is no response.
  func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse
}

/// An HTTP request.
package struct ClientRequest: Sendable, Equatable {
  /// The methods that the API has.
  package enum Method: String, Sendable {
    case delete = "DELETE"
    case get = "GET"
    case patch = "PATCH"
    case post = "POST"
    case put = "PUT"
  }

  package var method: Method
  package var url: String
  package var headers: [String: String]
  package var body: [UInt8]

  package init(
    _ method: Method, _ url: String, headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// An HTTP response; the names of its headers are in lower case.
package struct ClientResponse: Sendable, Equatable {
  package var status: Int
  package var headers: [String: String]
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The reason why there was no response.
package enum TransportError: String, Error, Sendable {
  /// There is no connection, or it was lost.
  case offline
  /// The server did not respond in time.
  case timedOut
  /// The request was cancelled, for example because its screen was closed.
  case cancelled
  /// The connection is not secure, the URL is invalid, or the response is not HTTP.
  case failed
}
