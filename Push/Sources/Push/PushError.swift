/// An invalid key, device or message, or a rejected request for an access token.
///
/// No message has been sent.
public struct PushError: Error, Hashable, Sendable {
  /// Stable identifiers of the reasons.
  public enum Code: String, Sendable {
    /// A key, its id, the team's id or a subject is invalid.
    case invalidKey = "invalid-key"
    /// A token, an installation id or a subscription is invalid.
    case invalidDevice = "invalid-device"
    /// The message cannot be encoded, or has a key in its data that the service reserves.
    case invalidMessage = "invalid-message"
    /// The payload is larger than the service accepts.
    case payloadTooLarge = "payload-too-large"
    /// Messages may not be sent to this endpoint.
    case endpointNotAllowed = "endpoint-not-allowed"
    /// Google rejected the service account.
    case accessTokenRejected = "access-token-rejected"
  }

  /// The reason's identifier.
  public let code: Code
  /// A sentence for the log that describes the problem.
  ///
  /// Contains neither keys nor tokens.
  public let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension PushError: CustomStringConvertible {
  /// The message and the code.
  public var description: String { "\(message) [\(code.rawValue)]" }
}
