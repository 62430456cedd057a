import Foundation
import NIOConcurrencyHelpers

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with `URLSession`: no redirects, no cookies, no cache, bounded size and time.
public final class URLSessionFetcher: HTTPFetcher {
  /// Created with the first request: on Linux even an unused session holds two sockets.
  private let session = NIOLockedValueBox<URLSession?>(nil)
  private let responses = ResponseCollector()
  private let timeout: Int
  private let allowsPlainHTTP: Bool

  /// Creates a fetcher that gives up after `timeout` seconds.
  ///
  /// With `allowsPlainHTTP` it also sends `http` to other machines: only for URLs that the
  /// operator chose, such as a cache in the same network.
  public init(timeout: Int = 10, allowsPlainHTTP: Bool = false) {
    self.timeout = timeout
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  deinit {
    if let session = session.withLockedValue({ $0 }) { responses.invalidate(session) }
  }

  private func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return URLSession(configuration: configuration, delegate: responses, delegateQueue: nil)
  }

  private func task(_ request: URLRequest) -> URLSessionDataTask {
    session.withLockedValue { session in
      let current = session ?? makeSession()
      session = current
      return current.dataTask(with: request)
    }
  }

  /// Sends a request over `https`, or `http` to this machine, or to others if that is allowed.
  public func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchedResponse {
    guard let endpoint = EndpointURL(request.url, allowsPlainHTTP: allowsPlainHTTP),
      let url = URL(string: endpoint.string)
    else {
      throw FetchFailure("The URL is invalid, or it is plain HTTP to another machine.")
    }
    let task = task(urlRequest(request, to: url))
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        responses.expect(task, limit: request.limit, continuation)
        // NB: the session's timeout only measures inactivity, so a response that arrives byte by
        // byte would never end.
        let deadline = Task { [timeout, responses] in
          try await Task.sleep(for: .seconds(timeout))
          responses.complete(task, .failure(FetchFailure("No response within \(timeout) s.")))
          responses.cancel(task)
        }
        responses.setDeadline(deadline, for: task)
        task.resume()
      }
    } onCancel: {
      responses.cancel(task)
    }
    return try outcome.get()
  }

  private func urlRequest(_ request: FetchRequest, to url: URL) -> URLRequest {
    var result = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    result.timeoutInterval = Double(timeout)
    result.setValue("application/json", forHTTPHeaderField: "Accept")
    for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty { result.httpBody = Data(request.body) }
    if let method = request.method { result.httpMethod = method }
    if let form = request.form {
      result.httpMethod = "POST"
      result.setValue(
        "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      result.httpBody = Data(FormField.encode(form).utf8)
    }
    return result
  }
}

/// Collects what the session reports until a response is complete.
private final class ResponseCollector: NSObject, URLSessionDataDelegate {
  typealias Outcome = Result<FetchedResponse, FetchFailure>

  private struct PendingResponse {
    let limit: Int
    let continuation: CheckedContinuation<Outcome, Never>
    var deadline: Task<Void, any Error>?
    var status = 0
    var body: [UInt8] = []
  }

  private let pending = NIOLockedValueBox<[Int: PendingResponse]>([:])
  /// The queue on which tasks are cancelled, because on Linux `cancel()` waits until received data
  /// has been handled.
  private let cancellations = DispatchQueue(label: "URLSessionFetcher.cancel")

  func cancel(_ task: URLSessionTask) { cancellations.async { task.cancel() } }

  func invalidate(_ session: URLSession) {
    cancellations.async { session.invalidateAndCancel() }
  }

  func expect(
    _ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    pending.withLockedValue {
      $0[task.taskIdentifier] = PendingResponse(limit: limit, continuation: continuation)
    }
  }

  func setDeadline(_ deadline: Task<Void, any Error>, for task: URLSessionTask) {
    pending.withLockedValue { $0[task.taskIdentifier]?.deadline = deadline }
  }

  /// Completes a request with this outcome, or with what was received if it is nil; does nothing if
  /// the request is already complete.
  func complete(_ task: URLSessionTask, _ outcome: Outcome?) {
    let completed = pending.withLockedValue { $0.removeValue(forKey: task.taskIdentifier) }
    guard let completed else { return }
    completed.deadline?.cancel()
    let response = FetchedResponse(status: completed.status, body: completed.body)
    completed.continuation.resume(returning: outcome ?? .success(response))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    recordStatus(of: response, for: dataTask)
    completionHandler(.allow)
  }

  private func recordStatus(of response: URLResponse, for task: URLSessionTask) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    pending.withLockedValue { $0[task.taskIdentifier]?.status = status }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let exceedsLimit = pending.withLockedValue { pending in
      guard let response = pending[dataTask.taskIdentifier] else { return false }
      guard response.body.count + data.count <= response.limit else { return true }
      pending[dataTask.taskIdentifier]?.body += data
      return false
    }
    guard exceedsLimit else { return }
    complete(dataTask, .failure(FetchFailure("The response is too large.")))
    cancel(dataTask)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    recordStatus(of: response, for: task)
    completionHandler(nil)
    // NB: on Linux a rejected redirect may never complete; no more data will arrive.
    complete(task, nil)
    cancel(task)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    // NB: the error's own text contains the URL, including any secret in it.
    let code = (error as? URLError)?.code.rawValue ?? 0
    let failure = FetchFailure("The request failed (URLError \(code)).")
    complete(task, error.map { _ in .failure(failure) })
  }
}
