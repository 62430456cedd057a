public import FlowCore

// NB: not in FlowCore, whose browser build has no English texts.
extension Finding: CustomStringConvertible {
  /// The severity, the message, the fix and the code, for the failures of an app's own tests.
  public var description: String { "\(severity.rawValue): \(message) \(fix) (\(code.rawValue))" }
}
