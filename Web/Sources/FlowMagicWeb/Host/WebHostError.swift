/// A configuration error of a host, for its developer.
public struct WebHostError: Error, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable, CaseIterable {
    /// A sealing key is not 32 bytes in base64.
    case weakKey = "weak-key"
    /// The site's origin is neither https nor the local machine.
    case unsafeOrigin = "unsafe-origin"
    /// The path, an allowed host or a media host is invalid.
    case invalidSetting = "invalid-setting"
    /// The address of a FlowMagic server is invalid, or the document names no application.
    case invalidServer = "invalid-server"
    /// The document has errors in which visitors would get stuck.
    case brokenDocument = "broken-document"
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that says what to do.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message.
  public var description: String { code.rawValue + ": " + message }
}
