package import FlowCore
package import HTTPTypes

/// An error response: a problem (RFC 9457) with a stable code.
package struct Problem: Error, Sendable {
  package let code: Code
  /// A message about this occurrence for users, without secrets; at most `maximumDetailBytes`.
  package let detail: String
  /// The extension members, such as the findings.
  package let members: JSONObject
  package let headers: HTTPFields

  /// The maximum size of a detail in bytes; a message might otherwise quote a body of 16 MiB.
  package static let maximumDetailBytes = 4096

  package init(
    _ code: Code, _ detail: String, members: JSONObject = JSONObject(),
    headers: HTTPFields = HTTPFields()
  ) {
    self.code = code
    self.detail = Self.clipped(detail)
    self.members = members
    self.headers = headers
  }

  /// The text, truncated to the maximum size of a detail.
  package static func clipped(_ text: String) -> String {
    guard text.utf8.count > maximumDetailBytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: maximumDetailBytes - 3)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }

  /// The problem document.
  package func json(requestID: String) -> JSON {
    var object: JSONObject = [
      "type": .string("/docs#problem-\(code.rawValue)"), "title": .string(code.title),
      "status": .number(JSONNumber(code.status)), "detail": .string(detail),
      "code": .string(code.rawValue), "requestId": .string(requestID),
    ]
    for member in members.members { object[member.key] = member.value }
    return .object(object)
  }

  /// The error document of the legacy routes.
  package var legacyJSON: JSON {
    var object: JSONObject = [
      "status": "Failure", "message": .string(detail), "code": .string(code.rawValue),
    ]
    for member in members.members { object[member.key] = member.value }
    return .object(object)
  }
}

extension Problem {
  /// Creates a problem for an invalid request body.
  package static func malformedBody(_ detail: String) -> Problem {
    Problem(.malformedBody, detail)
  }

  /// The problem for a body above its route's limit.
  static var bodyTooLarge: Problem {
    Problem(.bodyTooLarge, "The body is larger than this route accepts.")
  }

  /// The problem for a request that neither a token nor a signed-in user has sent.
  static var needsTokenOrUser: Problem {
    Problem(.notSignedIn, "This requires an API token or a signed-in user.")
  }
}
