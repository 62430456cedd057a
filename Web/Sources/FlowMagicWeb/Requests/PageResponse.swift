import FlowCore

/// The response of a page or a form, before its headers are written.
struct PageResponse: Sendable {
  var status: Int
  var body: [UInt8] = []
  /// The address that the browser goes to.
  var location: String?
  var cookies: [String] = []
  /// The response for a page with the script; nil where it only leads to another address.
  var patch: JSON?
  /// The header `Refresh`: the seconds after which the browser asks again, and the address.
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

  /// The response as a text, for requests that repeat a press; it leads to the address if it leads
  /// nowhere by itself.
  func repeated(at address: String) -> String {
    JSON.array([.string(location ?? address), .array(cookies.map { .string($0) })]).text()
  }

  /// Reads the response to a press that is repeated.
  init?(repeating text: String) {
    guard let parts = try? ParsedJSON(text).root.value.array, parts.count == 2,
      let location = parts[0].string
    else { return nil }
    self = .redirect(location)
    cookies = (parts[1].array ?? []).compactMap { $0.string }
  }
}
