import Accounts
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

/// A browser without JavaScript: it keeps cookies by path, follows redirects, and submits forms.
struct YogaBrowser {
  let client: any TestClientProtocol
  var language = "en"
  /// The `Sec-Fetch-Site` of a request; nil for a browser that sends none.
  var fetchSite: String? = "same-origin"
  /// The `Origin` of a request; nil for none.
  var origin: String?
  private var cookies: [String: (value: String, path: String)] = [:]
  private(set) var path = ""
  private(set) var page = ""
  private(set) var status = 0
  private(set) var headers = HTTPFields()

  init(client: any TestClientProtocol, language: String) {
    (self.client, self.language) = (client, language)
  }

  // MARK: Opening

  /// Opens a page, and follows redirects.
  mutating func open(_ path: String) async throws {
    var next = path
    for _ in 0..<6 {
      try await send(.get, next)
      guard status == 303, let location = headers[.location] else {
        self.path = next
        return
      }
      next = location
    }
    Issue.record("Opening \(path) led to too many redirects.")
  }

  /// Opens the flow at the login screen, whichever variant of the welcome screen comes first.
  mutating func openStart() async throws {
    try await open("/yoga")
    try await press("begin")
    if path.hasSuffix("/register") { try await press("back") }
    #expect(path == "/yoga/start")
  }

  /// Logs in.
  mutating func logIn(
    _ email: String = "mira@example.com", _ password: String = YogaSite.password
  ) async throws {
    try await press("logIn", ["email": email, "password": password])
  }

  /// Opens the link in an email, and enters a password there.
  mutating func confirm(_ mail: OutgoingMail, _ password: String? = nil) async throws {
    let link = try #require(mail.link)
    try await open(link)
    try await submit(password.map { ["password": $0] } ?? [:])
  }

  /// Submits the form of a flow's page with a button, and follows redirects.
  mutating func press(_ key: String, _ fields: [String: String] = [:]) async throws {
    let action = attribute("action", after: "<form class=\"fm-form\"") ?? path
    try await post(
      [("fm", attribute("value", after: #"name="fm""#) ?? ""), ("press", key)]
        + fields.map { ("field." + $0.key, $0.value) }, to: action)
  }

  /// Submits the form of a page outside of the flow, with its hidden fields.
  mutating func submit(_ fields: [String: String] = [:], form action: String? = nil) async throws {
    let start = page.firstRange(of: action.map { "action=\"\($0)\"" } ?? "<form ")
    guard let start else {
      Issue.record("There is no such form at \(path).")
      return
    }
    let remainingPage = page[start.lowerBound...]
    let form = String(
      remainingPage[
        ..<(remainingPage.firstRange(of: "</form>")?.lowerBound ?? remainingPage.endIndex)])
    var pairs: [(String, String)] = []
    for part in form.components(separatedBy: "type=\"hidden\"").dropFirst() {
      let name = Self.attribute("name", in: part) ?? ""
      pairs.append((name, Self.attribute("value", in: part) ?? ""))
    }
    let target = Self.attribute("action", in: form) ?? path
    try await post(pairs + fields.map { ($0.key, $0.value) }, to: target)
  }

  /// Submits pairs as a form, and follows redirects.
  mutating func post(_ pairs: [(String, String)], to path: String) async throws {
    let body = pairs.map { Self.encoded($0.0) + "=" + Self.encoded($0.1) }.joined(separator: "&")
    try await send(
      .post, path, type: "application/x-www-form-urlencoded", body: ByteBuffer(string: body))
    if status == 303, let location = headers[.location] { try await open(location) }
  }

  /// Sends one request.
  mutating func send(
    _ method: HTTPRequest.Method, _ path: String, type: String? = nil, body: ByteBuffer? = nil
  ) async throws {
    var fields: HTTPFields = [.acceptLanguage: language, .userAgent: "Test"]
    fields[.contentType] = type
    fields[.origin] = origin
    if let name = HTTPField.Name("Sec-Fetch-Site") { fields[name] = fetchSite }
    let matchingCookies = cookies.filter { path.hasPrefix($0.value.path) }
      .map { "\($0.key.prefix { $0 != "|" })=\($0.value.value)" }
    if !matchingCookies.isEmpty { fields[.cookie] = matchingCookies.joined(separator: "; ") }
    let response = try await client.execute(uri: path, method: method, headers: fields, body: body)
    (status, headers) = (response.status.code, response.headers)
    if status != 303 { page = String(buffer: response.body) }
    for cookie in response.headers[values: .setCookie] { store(cookie) }
  }

  private mutating func store(_ cookie: String) {
    let parts = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
    let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first { $0.hasPrefix("Path=") }.map { String($0.dropFirst(5)) } ?? "/"
    cookies["\(pair[0])|\(path)"] =
      parts.contains("Max-Age=0") ? nil : (value: String(pair[1]), path: path)
  }

  // MARK: State

  /// The first heading.
  var heading: String? {
    guard let start = page.firstRange(of: "<h1"), let end = page.firstRange(of: "</h1>"),
      start.upperBound < end.lowerBound
    else { return nil }
    let inner = page[start.upperBound..<end.lowerBound]
    return inner.firstIndex(of: ">").map { String(inner[inner.index(after: $0)...]) }
  }

  /// The texts of all alerts.
  var alerts: [String] {
    page.components(separatedBy: "role=\"alert\"").dropFirst().map { part in
      let text = part.drop { $0 != ">" }.dropFirst()
      return String(text.prefix { $0 != "<" }).replacing("&amp;", with: "&")
    }
  }

  /// The value of a cookie.
  func cookie(_ name: String) -> String? {
    cookies.first { $0.key.hasPrefix(name + "|") }?.value.value
  }

  /// Sets a cookie.
  mutating func setCookie(_ name: String, _ value: String, path: String = "/") {
    cookies["\(name)|\(path)"] = (value, path)
  }

  private func attribute(_ name: String, after marker: String) -> String? {
    guard let start = page.firstRange(of: marker) else { return nil }
    return Self.attribute(name, in: String(page[start.upperBound...]))
  }

  private static func attribute(_ name: String, in text: String) -> String? {
    guard let start = text.firstRange(of: name + "=\"") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}
