import FlowCore

/// The response of a page or a form, before its headers are written.
struct PageResponse: Sendable {
  var status: Int
  var body: [UInt8] = []
  /// The address to redirect to.
  var location: String?
  var cookies: [String] = []
  /// The response for a page with the script; nil for a redirect.
  var patch: JSON?
  /// The header `Refresh`: the seconds after which the browser requests the address.
  var refresh: String?

  init(status: Int, body: [UInt8] = []) {
    self.status = status
    self.body = body
  }

  static func redirect(_ address: String) -> PageResponse {
    var response = PageResponse(status: 303)
    response.location = address
    return response
  }

  /// The response as text, for requests that repeat a press.
  ///
  /// It redirects to the address unless it already is a redirect.
  func repeated(at address: String) -> String {
    JSON.array([.string(location ?? address), .array(cookies.map { .string($0) })]).text()
  }

  /// Reads the response to a repeated press.
  init?(repeating text: String) {
    guard let parts = try? ParsedJSON(text).root.value.array, parts.count == 2,
      let location = parts[0].string
    else { return nil }
    self = .redirect(location)
    cookies = (parts[1].array ?? []).compactMap { $0.string }
  }
}
