import FlowCore

/// The kinds of screens that an app registers.
///
/// A step of a document refers to each of them by name, as its `screen`.
public enum ScreenKind: String, Sendable, CaseIterable {
  /// A screen with an interface.
  case screen
  /// Work without an interface, such as a request, a notification or a calculation: ``Work``.
  case work
  /// A step in code, which presents screens: ``RoutedStep``.
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
  /// The ``NeededValues`` of the screen.
  package internal(set) var neededValues: any Sendable
}

extension StepValues {
  /// The values of a drawn screen, which reads the step's raw content.
  static var drawn: StepValues {
    StepValues(content: NoContent(), metadata: NoMetadata(), neededValues: NoOutput())
  }
}

/// The values that a screen needs, decoded when its step was shown.
struct NeededValues<S: Screen>: Sendable {
  let values: S.Needed

  init(_ values: S.Needed) {
    self.values = values
  }
}

extension RegisteredScreen {
  /// Decodes the values that a step passes to the screen.
  ///
  /// - Parameters:
  ///   - subject: Names the step at the beginning of an error message.
  ///   - content: The step's content.
  ///   - metadata: The members that the flow adds to the step.
  ///   - outputs: The outputs before the step.
  /// - Returns: The decoded values.
  /// - Throws: `content-mismatch`, `need-mismatch`.
  func decode(
    _ subject: String, content: JSON, metadata: JSONObject, outputs: JSONObject
  ) throws(FlowMagicError) -> StepValues {
    let (content, metadata) = try decode(subject, content: content, metadata: metadata)
    return StepValues(
      content: content, metadata: metadata, neededValues: try neededValues(subject, from: outputs))
  }

  /// Reads the values that the screen needs.
  ///
  /// - Parameters:
  ///   - subject: Names the step at the beginning of an error message.
  ///   - outputs: The outputs before the step.
  /// - Returns: The ``NeededValues`` of the screen.
  /// - Throws: `need-mismatch`.
  func neededValues(
    _ subject: String, from outputs: JSONObject
  ) throws(FlowMagicError) -> any Sendable {
    do {
      return try readNeeds(outputs)
    } catch {
      throw FlowMagicError(
        .needMismatch,
        "\(subject) shows the screen \(name), which needs \(error.name), but no value of its type "
          + "has been entered. Put a step that provides it on every path.")
    }
  }

  /// Decodes the content and metadata that a step passes to the screen.
  ///
  /// - Parameters:
  ///   - subject: Names the step at the beginning of an error message.
  ///   - content: The step's content.
  ///   - metadata: The members that the flow adds to the step.
  /// - Returns: The decoded content and metadata.
  /// - Throws: `content-mismatch`.
  func decode(
    _ subject: String, content: JSON, metadata: JSONObject
  ) throws(FlowMagicError) -> (content: any Sendable, metadata: any Sendable) {
    var part = "content"
    do {
      let content = try decodeContent(content)
      part = "metadata"
      return (content, try decodeMetadata(metadata))
    } catch {
      throw FlowMagicError(
        .contentMismatch,
        "\(subject) has \(part) that the screen \(name) cannot decode: ", decoding: error)
    }
  }
}
