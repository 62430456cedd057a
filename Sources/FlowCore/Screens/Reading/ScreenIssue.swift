/// Something in a drawn screen that cannot be shown as it is.
public struct ScreenIssue: Sendable, Equatable {
  /// The code of the issue.
  public var code: FindingCode { id.code ?? .invalidProperty }
  /// The JSON Pointer of the place in the screen.
  public let pointer: String
  /// The values for the placeholders of the message.
  public let arguments: JSONObject

  let id: FindingMessageID

  init(_ id: FindingMessageID, at pointer: String, _ arguments: JSONObject = JSONObject()) {
    self.id = id
    self.pointer = pointer
    self.arguments = arguments
  }

  /// Whether both are the same, byte by byte.
  public static func == (left: ScreenIssue, right: ScreenIssue) -> Bool {
    left.id == right.id && UTF8Bytes.equal(left.pointer, right.pointer)
      && left.arguments == right.arguments
  }
}
