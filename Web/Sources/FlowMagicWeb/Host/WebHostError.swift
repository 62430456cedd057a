/// An error in how a host is set up, for its developer.
public struct WebHostError: Error, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable, CaseIterable {
    /// A sealing key is not 32 bytes in base64.
    case weakKey = "weak-key"
    /// The address of the site is neither https nor on this machine.
    case unsafeOrigin = "unsafe-origin"
    /// The path, or a host that may be opened, is not one.
    case invalidSetting = "invalid-setting"
    /// The address of a FlowMagic server is not one, or the document names no application.
    case invalidServer = "invalid-server"
    /// The document has findings that strand a visitor.
    case brokenDocument = "broken-document"
  }

  /// The kind of error.
  public let code: Code
  /// The sentence that says what to do.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the sentence.
  public var description: String { code.rawValue + ": " + message }
}
