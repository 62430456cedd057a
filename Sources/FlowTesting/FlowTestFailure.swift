public import Testing

/// What a tester found wrong, where.
public struct FlowTestFailure: Error, Sendable, CustomStringConvertible {
  /// What was expected and what was there.
  public let message: String
  /// The line of the test that expected it.
  public let sourceLocation: SourceLocation

  /// What a failed expectation does.
  public typealias Handler = @Sendable (FlowTestFailure) -> Void

  /// The message.
  public var description: String { message }

  /// Records an issue of Swift Testing at the line of the test.
  ///
  /// For another framework, hand a tester a handler of its own, such as
  /// `{ XCTFail($0.message, line: UInt($0.sourceLocation.line)) }`.
  ///
  /// - Parameter failure: The failure.
  public static func record(_ failure: FlowTestFailure) {
    Issue.record(Comment(rawValue: failure.message), sourceLocation: failure.sourceLocation)
  }
}
