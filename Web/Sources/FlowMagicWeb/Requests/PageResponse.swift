import FlowCore

/// The response of a page or a form, before its headers are written.
struct PageResponse: Sendable {
  var status: Int
  var body: [UInt8] = []
  /// The address to redirect to.
  var location: String?
  var cookies: [String] = []
  /// The cookies that only the sender of a press gets, and no request that repeats it.
  var senderOnlyCookies: [String] = []
  /// The response for a page with the script; if nil, the script goes to `location`.
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
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - ticket: The ticket of the sender, who was sent a progress page first; nil if the sender
  ///     gets the response itself.
  /// - Returns: JSON for the store of repeated presses.
  func storedText(at address: String, for ticket: String?) -> String {
    var parts: [JSON] = [.string(location ?? address), .array(cookies.map { .string($0) })]
    if let ticket {
      parts += [.string(ticket), .array(senderOnlyCookies.map { .string($0) })]
    }
    return JSON.array(parts).text()
  }

  /// Parses the stored response to a press; nil if the text is not one.
  ///
  /// It has the cookies for the sender only if `ticket` is the sender's.
  init?(repeating text: String, for ticket: String?) {
    guard let parts = try? ParsedJSON(text).root.value.array, [2, 4].contains(parts.count),
      let location = parts[0].string
    else { return nil }
    self = .redirect(location)
    cookies = Self.strings(parts[1])
    if parts.count == 4, let ticket, parts[2].string == ticket {
      senderOnlyCookies = Self.strings(parts[3])
    }
  }

  private static func strings(_ json: JSON) -> [String] {
    (json.array ?? []).compactMap { $0.string }
  }

  /// The response for a request that repeats the press.
  var forRepeatedPress: PageResponse {
    var response = self
    response.senderOnlyCookies = []
    return response
  }
}
