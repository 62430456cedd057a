import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A simulated browser: keeps cookies, follows redirects, fills in forms and presses a button,
/// until a page leads back to the site under test.
actor TestBrowser {
  /// The request with which a provider sends the browser back to the site under test.
  struct Callback: Sendable {
    let path: String
    let parameters: [String: String]
    let isPost: Bool
  }

  private struct Page {
    let url: URL
    let status: Int
    let location: String?
    let text: String
  }

  private let session: URLSession
  private var cookies: [String: String] = [:]

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    session = URLSession(
      configuration: configuration, delegate: RedirectBlocker(), delegateQueue: nil)
  }

  /// Opens a URL and continues from there, filling in fields with these names, and pressing
  /// the button with this value if there are several.
  func visit(
    _ url: String, typing values: [String: String] = [:], pressing button: String? = nil
  ) async throws -> Callback {
    var page = try await load(try #require(URL(string: url)), form: nil)
    for _ in 0..<15 {
      if let location = page.location {
        if location.hasPrefix(IdentityProviders.site) { return try callback(location, form: nil) }
        page = try await load(
          try #require(URL(string: location, relativeTo: page.url)?.absoluteURL), form: nil)
        continue
      }
      let form = try #require(
        Form.all(in: page.text).last { $0.matches(values, button) },
        "no matching form at \(page.url.path), status \(page.status): \(page.text.prefix(2000))")
      let fields = form.filled(with: values, pressing: button)
      if form.action.hasPrefix(IdentityProviders.site) {
        return try callback(form.action, form: fields)
      }
      let target = form.action.isEmpty ? page.url.absoluteString : form.action
      page = try await load(
        try #require(URL(string: target, relativeTo: page.url)?.absoluteURL), form: fields)
    }
    throw UnexpectedResult(
      "no redirect to the site within 15 pages: the browser is at \(page.url)")
  }

  private func callback(_ url: String, form: [String: String]?) throws -> Callback {
    let parts = try #require(URLComponents(string: url))
    let query = Dictionary(
      (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    ) { first, _ in first }
    return Callback(path: parts.path, parameters: form ?? query, isPost: form != nil)
  }

  private func load(_ url: URL, form: [String: String]?) async throws -> Page {
    var request = URLRequest(url: url)
    request.setValue("text/html", forHTTPHeaderField: "Accept")
    if !cookies.isEmpty {
      let text = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
      request.setValue(text, forHTTPHeaderField: "Cookie")
    }
    if let form {
      request.httpMethod = "POST"
      request.setValue(url.absoluteString, forHTTPHeaderField: "Referer")
      request.setValue(
        "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(
        form.map { "\(Self.percentEncoded($0))=\(Self.percentEncoded($1))" }.joined(separator: "&")
          .utf8)
    }
    let task = session.dataTask(with: request)
    let (received, body) = await RedirectBlocker.response(to: task, in: session)
    let response = try #require(received, "no response from \(url)")
    for (name, value) in response.allHeaderFields where "\(name)".lowercased() == "set-cookie" {
      storeCookies(from: "\(value)")
    }
    let location = response.allHeaderFields.first { "\($0.key)".lowercased() == "location" }
    return Page(
      url: url, status: response.statusCode, location: location.map { "\($0.value)" },
      text: String(decoding: body, as: UTF8.self))
  }

  private func storeCookies(from header: String) {
    for cookie in header.matches(of: /(?:^|, )([A-Za-z_-]+)=([^;,]*)/)
    where !["expires", "path", "domain"].contains(cookie.1.lowercased()) {
      cookies[String(cookie.1)] = String(cookie.2)
    }
  }

  private static func percentEncoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// An HTML form.
private struct Form {
  let action: String
  let inputs: [(name: String, value: String)]
  let buttons: [(name: String, value: String)]

  static func all(in page: String) -> [Form] {
    page.matches(of: /(?s)<form([^>]*)>(.*?)<\/form>/).map { match in
      let inner = String(match.2)
      return Form(
        action: attribute("action", of: String(match.1)) ?? "",
        inputs: tags("input", in: inner), buttons: tags("button", in: inner))
    }
  }

  private static func tags(_ tag: String, in text: String) -> [(name: String, value: String)] {
    text.matches(of: /(?s)<(input|button)\b([^>]*)>/).filter { $0.1 == tag }.compactMap { match in
      attribute("name", of: String(match.2)).map {
        ($0, attribute("value", of: String(match.2)) ?? "")
      }
    }
  }

  private static func attribute(_ name: String, of tag: String) -> String? {
    let match = tag.matches(of: /(?s)([A-Za-z-]+)\s*=\s*"([^"]*)"/).first { $0.1 == name }
    return match.map {
      String($0.2).replacing("&#34;", with: "\"").replacing("&quot;", with: "\"")
        .replacing("&#39;", with: "'").replacing("&#x27;", with: "'")
        .replacing("&amp;", with: "&")
    }
  }

  /// Whether a user would fill in this form: it has one of the fields or the button, or leads to
  /// the site under test.
  func matches(_ values: [String: String], _ button: String?) -> Bool {
    inputs.contains { values[$0.name] != nil } || buttons.contains { $0.value == button }
      || action.hasPrefix(IdentityProviders.site)
  }

  func filled(with values: [String: String], pressing button: String?) -> [String: String] {
    var fields: [String: String] = [:]
    for input in inputs { fields[input.name] = values[input.name] ?? input.value }
    if let pressed = buttons.first(where: { $0.value == button }) {
      fields[pressed.name] = pressed.value
    }
    return fields
  }
}

/// Prevents redirects from being followed.
private final class RedirectBlocker: NSObject, URLSessionDataDelegate {
  private struct PendingResponse {
    let continuation: CheckedContinuation<(HTTPURLResponse?, Data), Never>
    var response: HTTPURLResponse?
    var body = Data()
  }

  private let pendingResponses = Mutex<[Int: PendingResponse]>([:])

  static func response(
    to task: URLSessionTask, in session: URLSession
  ) async -> (HTTPURLResponse?, Data) {
    guard let blocker = session.delegate as? RedirectBlocker else { return (nil, Data()) }
    return await withCheckedContinuation { continuation in
      blocker.pendingResponses.withLock {
        $0[task.taskIdentifier] = PendingResponse(continuation: continuation)
      }
      task.resume()
    }
  }

  private func finish(_ task: URLSessionTask) {
    let pending = pendingResponses.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let pending else { return }
    pending.continuation.resume(returning: (pending.response, pending.body))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let response = response as? HTTPURLResponse
    pendingResponses.withLock { $0[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    pendingResponses.withLock { $0[dataTask.taskIdentifier]?.body += data }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    pendingResponses.withLock { $0[task.taskIdentifier]?.response = response }
    completionHandler(nil)
    finish(task)
    task.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    finish(task)
  }
}
