/// A part of a drawn screen that is invalid.
public struct ScreenIssue: Sendable, Equatable {
  /// The code of the issue.
  public var code: FindingCode { id.code ?? .invalidProperty }
  /// The JSON Pointer of that part in the screen.
  public let pointer: String
  /// The values for the placeholders of the message.
  public let arguments: JSONObject

  let id: FindingMessageID

  init(_ id: FindingMessageID, at pointer: String, _ arguments: JSONObject = JSONObject()) {
    self.id = id
    self.pointer = pointer
    self.arguments = arguments
  }

  /// Whether both are equal, byte by byte.
  public static func == (left: ScreenIssue, right: ScreenIssue) -> Bool {
    left.id == right.id && UTF8Bytes.equal(left.pointer, right.pointer)
      && left.arguments == right.arguments
  }
}
