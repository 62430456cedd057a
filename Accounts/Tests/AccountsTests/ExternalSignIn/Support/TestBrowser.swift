import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A simulated browser: keeps cookies, follows redirects, fills in forms and presses a button,
/// until a page leads back to our site.
actor TestBrowser {
  /// The parameters that come back to our site.
  struct Arrival: Sendable {
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

  /// Opens an address and continues from there, filling in fields with these names, and pressing
  /// the button with this value if there are several.
  func visit(
    to address: String, typing words: [String: String] = [:], pressing press: String? = nil
  ) async throws -> Arrival {
    var page = try await load(try #require(URL(string: address)), form: nil)
    for _ in 0..<15 {
      if let location = page.location {
        if location.hasPrefix(IdentityProviders.site) { return try arrival(location, form: nil) }
        page = try await load(
          try #require(URL(string: location, relativeTo: page.url)?.absoluteURL), form: nil)
        continue
      }
      let form = try #require(
        Form.all(in: page.text).last { $0.suits(words, press) },
        "a form at \(page.url.path), status \(page.status): \(page.text.prefix(2000))")
      let fields = form.filled(with: words, pressing: press)
      if form.action.hasPrefix(IdentityProviders.site) {
        return try arrival(form.action, form: fields)
      }
      let target = form.action.isEmpty ? page.url.absoluteString : form.action
      page = try await load(
        try #require(URL(string: target, relativeTo: page.url)?.absoluteURL), form: fields)
    }
    throw Unexpected("to come back to our site, but got lost at \(page.url)")
  }

  private func arrival(_ address: String, form: [String: String]?) throws -> Arrival {
    let parts = try #require(URLComponents(string: address))
    let query = Dictionary(
      (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    ) { first, _ in first }
    return Arrival(path: parts.path, parameters: form ?? query, isPost: form != nil)
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
        form.map { "\(Self.escaped($0))=\(Self.escaped($1))" }.joined(separator: "&").utf8)
    }
    let task = session.dataTask(with: request)
    let (answered, body) = await RedirectBlocker.response(to: task, in: session)
    let response = try #require(answered, "a response from \(url)")
    for (name, value) in response.allHeaderFields where "\(name)".lowercased() == "set-cookie" {
      keep("\(value)")
    }
    let location = response.allHeaderFields.first { "\($0.key)".lowercased() == "location" }
    return Page(
      url: url, status: response.statusCode, location: location.map { "\($0.value)" },
      text: String(decoding: body, as: UTF8.self))
  }

  private func keep(_ header: String) {
    for cookie in header.matches(of: /(?:^|, )([A-Za-z_-]+)=([^;,]*)/)
    where !["expires", "path", "domain"].contains(cookie.1.lowercased()) {
      cookies[String(cookie.1)] = String(cookie.2)
    }
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// A form of a page.
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
    let found = tag.matches(of: /(?s)([A-Za-z-]+)\s*=\s*"([^"]*)"/).first { $0.1 == name }
    return found.map {
      String($0.2).replacing("&#34;", with: "\"").replacing("&quot;", with: "\"")
        .replacing("&#39;", with: "'").replacing("&#x27;", with: "'")
        .replacing("&amp;", with: "&")
    }
  }

  /// Whether it is the form that a user would fill in: it has these fields, or the button.
  func suits(_ words: [String: String], _ press: String?) -> Bool {
    inputs.contains { words[$0.name] != nil } || buttons.contains { $0.value == press }
      || action.hasPrefix(IdentityProviders.site)
  }

  func filled(with words: [String: String], pressing press: String?) -> [String: String] {
    var fields: [String: String] = [:]
    for input in inputs { fields[input.name] = words[input.name] ?? input.value }
    if let button = buttons.first(where: { $0.value == press }) {
      fields[button.name] = button.value
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

  private let waiting = Mutex<[Int: PendingResponse]>([:])

  static func response(
    to task: URLSessionTask, in session: URLSession
  ) async -> (HTTPURLResponse?, Data) {
    guard let here = session.delegate as? RedirectBlocker else { return (nil, Data()) }
    return await withCheckedContinuation { continuation in
      here.waiting.withLock {
        $0[task.taskIdentifier] = PendingResponse(continuation: continuation)
      }
      task.resume()
    }
  }

  private func finish(_ task: URLSessionTask) {
    guard let one = waiting.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    one.continuation.resume(returning: (one.response, one.body))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let response = response as? HTTPURLResponse
    waiting.withLock { $0[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    waiting.withLock { $0[dataTask.taskIdentifier]?.body += data }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    waiting.withLock { $0[task.taskIdentifier]?.response = response }
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
