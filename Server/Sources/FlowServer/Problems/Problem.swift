package import FlowCore
package import HTTPTypes

/// A refusal of a request: an RFC 9457 problem with a stable code.
package struct Problem: Error, Sendable {
  package let code: Code
  /// A message about this occurrence, for people; contains nothing secret.
  package let detail: String
  /// More members, such as the findings.
  package let members: JSONObject
  package let headers: HTTPFields

  package init(
    _ code: Code, _ detail: String, members: JSONObject = JSONObject(),
    headers: HTTPFields = HTTPFields()
  ) {
    self.code = code
    self.detail = detail
    self.members = members
    self.headers = headers
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

  /// The same in the shape of the Flow Magic report's routes.
  package var reportJSON: JSON {
    var object: JSONObject = [
      "status": "Failure", "message": .string(detail), "code": .string(code.rawValue),
    ]
    for member in members.members { object[member.key] = member.value }
    return .object(object)
  }
}

extension Problem {
  /// Something in the body is not as it must be.
  package static func body(_ detail: String) -> Problem { Problem(.malformedBody, detail) }
}
