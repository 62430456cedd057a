public import Testing

/// A failed expectation of a tester.
public struct FlowTestFailure: Error, Sendable, CustomStringConvertible {
  /// The failure message, with the expected and the actual value.
  public let message: String
  /// The line of the test at which the failure is reported.
  public let sourceLocation: SourceLocation

  /// Handles a failed expectation.
  public typealias Handler = @Sendable (FlowTestFailure) -> Void

  /// The message.
  public var description: String { message }

  /// Records an issue of Swift Testing at the line of the test.
  ///
  /// For another test framework, pass a custom handler to the tester, such as `{
  /// XCTFail($0.message, line: UInt($0.sourceLocation.line)) }`.
  ///
  /// - Parameter failure: The failure.
  public static func record(_ failure: FlowTestFailure) {
    Issue.record(Comment(rawValue: failure.message), sourceLocation: failure.sourceLocation)
  }
}
