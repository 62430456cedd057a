#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Sends requests with a `URLSession`.
package struct URLSessionClientTransport: ClientTransport {
  private let session: URLSession

  /// Creates a transport.
  ///
  /// - Parameter session: The session; the default one keeps neither cookies nor responses, because
  ///   the client keeps what it needs itself.
  package init(session: URLSession = URLSession(configuration: Self.configuration)) {
    self.session = session
  }

  /// A configuration without cookies and cache; requests fail after 30 s without data.
  package static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 30
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    return configuration
  }

  package func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
    guard let url = URL(string: request.url) else { throw .failed }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = request.method.rawValue
    for (name, value) in request.headers {
      urlRequest.setValue(value, forHTTPHeaderField: name)
    }
    if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
    do {
      let (data, response) = try await session.data(for: urlRequest)
      guard let response = response as? HTTPURLResponse else { throw TransportError.failed }
      var headers: [String: String] = [:]
      for case (let name as String, let value as String) in response.allHeaderFields {
        headers[name.lowercased()] = value
      }
      return ClientResponse(status: response.statusCode, headers: headers, body: Array(data))
    } catch let error as TransportError {
      throw error
    } catch {
      throw Self.transportError(error)
    }
  }

  private static func transportError(_ error: any Error) -> TransportError {
    if error is CancellationError { return .cancelled }
    switch (error as? URLError)?.code {
    case .cancelled?: return .cancelled
    case .timedOut?: return .timedOut
    case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
      .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?, .badURL?,
      .unsupportedURL?, .appTransportSecurityRequiresSecureConnection?:
      return .failed
    default: return .offline
    }
  }
}
