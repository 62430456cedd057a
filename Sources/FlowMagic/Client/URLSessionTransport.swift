import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over `URLSession`, on every platform.
///
/// A stream uses one connection; requests reuse others. Nothing is stored on disk and cookies are
/// ignored. Redirects are not followed but returned as responses, because a key must not be sent to
/// another server.
public final class URLSessionTransport: Transport {
  /// The maximum number of chunks, of about 16 KiB each, that are buffered for a slow reader.
  private static let eventBufferLimit = 2048

  private let session: URLSession
  private let canceller = TaskCanceller()
  private let router: TaskRouter

  /// Creates a transport with its own `URLSession`.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    router = TaskRouter(canceller)
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
  }

  deinit { canceller.invalidate(session) }

  /// Sends a request and waits for the whole response.
  public func send(
    _ request: TransportRequest
  ) async throws(TransportFailure) -> TransportResponse {
    var response = TransportResponse(status: 0)
    let began = ContinuousClock.now
    do {
      for try await event in stream(request) {
        // Checked when data arrives; while none does, the request's timeout applies.
        guard ContinuousClock.now - began <= request.timeLimit else {
          throw TransportFailure(
            .timedOut,
            "\(request.url.host() ?? "The server") takes longer than \(request.timeLimit) for one "
              + "response.")
        }
        switch event {
        case .opened(let status, let headers):
          response.status = status
          response.headers = headers
        case .bytes(let bytes):
          guard response.body.count + bytes.count <= request.maximumBytes else {
            throw TransportFailure(
              .tooLarge,
              "\(request.url.host() ?? "The server") sends more than \(request.maximumBytes) bytes."
            )
          }
          response.body += bytes
        }
      }
    } catch {
      throw error as? TransportFailure ?? TransportFailure(.unreachable, "\(error)")
    }
    // NB: for a cancelled task the stream ends as if the server had ended it.
    guard !Task.isCancelled else {
      throw TransportFailure(.cancelled, "The request was cancelled.")
    }
    guard response.status != 0 else {
      throw TransportFailure(.unreachable, "The server closed the connection without a response.")
    }
    return response
  }

  /// Sends a request and streams the response.
  public func stream(
    _ request: TransportRequest
  ) -> AsyncThrowingStream<TransportEvent, any Error> {
    let task = session.dataTask(with: URLRequest(request))
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: TransportEvent.self, bufferingPolicy: .bufferingOldest(Self.eventBufferLimit))
    router.route(task, to: continuation)
    continuation.onTermination = { [canceller] _ in canceller.cancel(task) }
    task.resume()
    return stream
  }
}

extension URLRequest {
  fileprivate init(_ request: TransportRequest) {
    self.init(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    // NB: on Linux the initializer's timeout is ignored, and a timeout below one second disables
    // it.
    timeoutInterval = max(request.timeout.inSeconds.rounded(.up), 1)
    httpMethod = request.method.rawValue
    #if canImport(Darwin)
      allowsExpensiveNetworkAccess = request.allowsMeteredNetworks
      allowsConstrainedNetworkAccess = request.allowsMeteredNetworks
    #endif
    for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    switch request.method {
    case .post, .put, .patch: httpBody = Data(request.body)
    case .get, .delete: break
    }
  }
}

extension Duration {
  /// The duration in seconds, with fractions.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

/// Cancels tasks without waiting.
///
/// On Linux, cancelling waits until the session has handled all received data, which takes seconds
/// on a busy machine while the server keeps sending.
private final class TaskCanceller: Sendable {
  private let queue = DispatchQueue(label: "FlowMagic.URLSessionTransport.cancel")

  func cancel(_ task: URLSessionTask) { queue.async { task.cancel() } }

  func invalidate(_ session: URLSession) { queue.async { session.invalidateAndCancel() } }
}

/// Routes the session's callbacks to the stream of each task.
private final class TaskRouter: NSObject, URLSessionDataDelegate {
  typealias Continuation = AsyncThrowingStream<TransportEvent, any Error>.Continuation

  private let continuations = Locked<[Int: Continuation]>([:])
  private let canceller: TaskCanceller

  init(_ canceller: TaskCanceller) { self.canceller = canceller }

  func route(_ task: URLSessionTask, to continuation: Continuation) {
    continuations.withLock { $0[task.taskIdentifier] = continuation }
  }

  private func continuation(of task: URLSessionTask) -> Continuation? {
    continuations.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    yieldOpened(dataTask, response)
    completionHandler(.allow)
  }

  private func yieldOpened(_ task: URLSessionTask, _ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      headers["\(name)".lowercased()] = "\(value)"
    }
    continuation(of: task)?.yield(.opened(status: response.statusCode, headers: headers))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard case .dropped? = continuation(of: dataTask)?.yield(.bytes([UInt8](data))) else { return }
    // A gap would corrupt the response, so the stream fails and the reader retries.
    let continuation = continuations.withLock { $0.removeValue(forKey: dataTask.taskIdentifier) }
    continuation?.finish(
      throwing: TransportFailure(.tooLarge, "The server sends faster than the app reads."))
    canceller.cancel(dataTask)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    yieldOpened(task, response)
    completionHandler(nil)
    // NB: on Linux a refused redirect may never complete, so it is completed here.
    finish(task, nil)
    canceller.cancel(task)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    finish(task, error)
  }

  private func finish(_ task: URLSessionTask, _ error: (any Error)?) {
    let continuation = continuations.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let error else {
      continuation?.finish()
      return
    }
    continuation?.finish(throwing: TransportFailure(error))
  }
}

extension TransportFailure {
  fileprivate init(_ error: any Error) {
    let reason: Reason =
      switch (error as? URLError)?.code {
      case .timedOut?: .timedOut
      case .cancelled?: .cancelled
      default: .unreachable
      }
    self.init(reason, error.localizedDescription)
  }
}
