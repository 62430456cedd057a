import FlowCore

/// The kinds of steps.
///
/// In a document, all of them are the `screen` of a step.
public enum ScreenKind: String, Sendable, CaseIterable {
  /// A screen with an interface.
  case screen
  /// A request, a notification, a calculation: ``Work``.
  case work
  /// A step in code, which shows screens of its own: ``RoutedStep``.
  case step
  /// A decision, whose cases are its ports: ``RoutedDecision``.
  case decision
}

/// Code that runs in place of a view, with the step's values and its navigator's state.
enum RegisteredCode: Sendable {
  typealias Body = @Sendable (StepValues, NavigatorState) async throws -> AnyScreenExit

  case work(Body)
  case step(Body)
  case decision(@Sendable (StepValues, NavigatorState) throws -> FlowCore.Name)
}

/// The decoded values of a step for its screen.
package struct StepValues: Sendable {
  package let content: any Sendable
  package let metadata: any Sendable
}

extension RegisteredScreen {
  /// Decodes what a step hands to the screen.
  ///
  /// - Parameters:
  ///   - place: Names the step in an error, at the beginning of the sentence.
  ///   - content: The step's content.
  ///   - metadata: What the flow adds to the step.
  /// - Returns: The decoded values.
  /// - Throws: `content-mismatch`.
  func decode(
    _ place: String, content: JSON, metadata: JSONObject
  ) throws(FlowMagicError) -> StepValues {
    var part = "content"
    do {
      let content = try self.content(content)
      part = "metadata"
      return StepValues(content: content, metadata: try self.metadata(metadata))
    } catch {
      throw FlowMagicError(
        .contentMismatch,
        "\(place) has \(part) that the screen \(name) cannot decode: "
          + "\(DecodingErrorDescription(error))")
    }
  }
}

/// The values of a flow for a step in code, for work and for a decision.
public struct StepContext<S: Screen>: Sendable {
  /// The step's content.
  public let content: S.Content
  /// The metadata of the step.
  public let metadata: S.Metadata
  /// The outputs of the session so far.
  public let outputs: S.Outputs

  /// Creates a context, for a test of the code on its own.
  ///
  /// - Parameters:
  ///   - content: The step's content.
  ///   - metadata: What the flow adds to the step.
  ///   - outputs: The outputs of the session so far.
  public init(content: S.Content, metadata: S.Metadata, outputs: S.Outputs = S.Outputs()) {
    self.content = content
    self.metadata = metadata
    self.outputs = outputs
  }

  init(_ values: StepValues, _ state: NavigatorState) throws(FlowMagicError) {
    guard let content = values.content as? S.Content,
      let metadata = values.metadata as? S.Metadata
    else {
      throw FlowMagicError(.contentMismatch, "The content of \(S.name) was not decoded.")
    }
    self.init(content: content, metadata: metadata, outputs: state.outputs())
  }
}

extension StepContext where S.Content == NoContent, S.Metadata == NoMetadata {
  /// Creates a context without content, for a test of the code on its own.
  ///
  /// - Parameter outputs: The outputs of the session so far.
  public init(outputs: S.Outputs = S.Outputs()) {
    self.init(content: NoContent(), metadata: NoMetadata(), outputs: outputs)
  }
}

extension StepContext where S.Metadata == NoMetadata {
  /// Creates a context, for a test of the code on its own.
  ///
  /// - Parameters:
  ///   - content: The step's content.
  ///   - outputs: The outputs of the session so far.
  public init(content: S.Content, outputs: S.Outputs = S.Outputs()) {
    self.init(content: content, metadata: NoMetadata(), outputs: outputs)
  }
}
