import FlowMagicWeb
import Testing

/// A browser without JavaScript: it keeps cookies by path, follows redirects, and submits forms.
struct TestBrowser {
  let client: RawClient
  /// The cookies by name and path.
  private(set) var cookies: [String: (value: String, path: String)] = [:]
  /// The path of the page that is shown.
  private(set) var path = ""
  private(set) var page = ""
  private(set) var status = 0
  private(set) var lastResponse: RawResponse?
  var language = "en"
  /// The `Sec-Fetch-Site` of a request; nil for a browser that does not send it.
  var secFetchSite: String? = "same-origin"
  /// The `Sec-Fetch-Mode` of a request; nil for a client that does not send it.
  var secFetchMode: String? = "navigate"
  /// The `Sec-Purpose` of a request, such as `prefetch`.
  var secPurpose: String?
  var origin: String?
  /// The requested media type, as sent by the script; nil for a page.
  var accept: String?

  init(_ client: RawClient) { self.client = client }

  /// Opens a path, and follows redirects.
  mutating func open(_ path: String) async throws {
    var next = path
    for _ in 0..<5 {
      let response = try await send("GET", next)
      guard response.status == 303, let location = response.header("location") else {
        self.path = next
        return
      }
      guard location.hasPrefix("/") else {
        self.path = location
        return
      }
      next = location
    }
    Issue.record("There are too many redirects at \(path).")
  }

  /// Submits the form of the current page with a button, and follows redirects.
  mutating func press(_ key: String, _ fields: KeyValuePairs<String, String> = [:]) async throws {
    try await post(
      [("fm", state), ("press", key)] + fields.map { ("field." + $0.key, $0.value) })
  }

  /// Submits a form, by default to the URL of the current page's form, and follows redirects.
  mutating func post(_ pairs: [(String, String)], to url: String? = nil) async throws {
    let body = pairs.map { Self.encoded($0.0) + "=" + Self.encoded($0.1) }.joined(separator: "&")
    let target = url ?? action ?? path
    let response = try await send("POST", target, body: body)
    if response.status == 303, let location = response.header("location") {
      if location.hasPrefix("/") { try await open(location) } else { path = location }
    }
  }

  mutating func send(_ method: String, _ path: String, body: String? = nil) async throws
    -> RawResponse
  {
    var request = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n"
    request += "Connection: close\r\nAccept-Language: \(language)\r\n"
    if let secFetchSite { request += "Sec-Fetch-Site: \(secFetchSite)\r\n" }
    if let secFetchMode { request += "Sec-Fetch-Mode: \(secFetchMode)\r\n" }
    if let secPurpose { request += "Sec-Purpose: \(secPurpose)\r\n" }
    if let accept { request += "Accept: \(accept)\r\n" }
    if let origin { request += "Origin: \(origin)\r\n" }
    let sentCookies = cookies.filter { path.hasPrefix($0.value.path) }
      .map { "\($0.key.split(separator: "|")[0])=\($0.value.value)" }
    if !sentCookies.isEmpty { request += "Cookie: \(sentCookies.joined(separator: "; "))\r\n" }
    if let body {
      request += "Content-Type: application/x-www-form-urlencoded\r\n"
      request += "Content-Length: \(body.utf8.count)\r\n"
    }
    let response = try await client.send(request + "\r\n" + (body ?? ""))
    receive(response)
    return response
  }

  private mutating func receive(_ response: RawResponse) {
    lastResponse = response
    status = response.status
    if response.status != 303 { page = response.body }
    for cookie in response.headerValues("set-cookie") {
      let parts = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
      let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts.first { $0.hasPrefix("Path=") }.map { String($0.dropFirst(5)) } ?? "/"
      let key = "\(pair[0])|\(path)"
      cookies[key] =
        parts.contains("Max-Age=0") ? nil : (value: String(pair[1]), path: path)
    }
  }

  // MARK: The page

  /// The sealed state of the page.
  var state: String { attribute("value", after: #"name="fm""#) ?? "" }
  /// The URL to which the form is submitted.
  var action: String? { attribute("action", after: "<form class=\"fm-form\"") }
  /// The first heading.
  var heading: String? {
    guard let start = page.firstRange(of: "<h1"), let end = page.firstRange(of: "</h1>") else {
      return nil
    }
    let element = page[start.upperBound..<end.lowerBound]
    return element.firstIndex(of: ">").map { String(element[element.index(after: $0)...]) }
  }

  func attribute(_ name: String, after marker: String) -> String? {
    guard let start = page.firstRange(of: marker) else { return nil }
    let tail = page[start.upperBound...]
    guard let from = tail.firstRange(of: name + "=\"") else { return nil }
    return String(tail[from.upperBound...].prefix { $0 != "\"" })
  }

  /// Copies the cookies and the page of a browser that was connected to another process.
  mutating func copyState(of other: TestBrowser) {
    (cookies, path, page, status) = (other.cookies, other.path, other.page, other.status)
  }
  mutating func forgetCookies() { cookies = [:] }
  mutating func setCookie(_ name: String, _ value: String, path: String = "/") {
    cookies["\(name)|\(path)"] = (value, path)
  }
  func cookie(_ name: String) -> String? {
    cookies.first { $0.key.hasPrefix(name + "|") }?.value.value
  }

  static func encoded(_ text: String) -> String { FlowAddress.encoded(text) }
}
