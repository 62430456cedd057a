/// The values of a flow for a step in code, for work and for a decision.
public struct StepContext<S: Screen>: Sendable {
  /// The step's content.
  public let content: S.Content
  /// The metadata of the step.
  public let metadata: S.Metadata
  /// The values that the step needs: a single value, or a tuple of several.
  public let needs: S.Needed
  /// The outputs of the session so far.
  public let outputs: S.Outputs

  /// Creates a context for a unit test of the code.
  ///
  /// - Parameters:
  ///   - content: The step's content.
  ///   - metadata: The members that the flow adds to the step.
  ///   - needs: The values that the step needs.
  ///   - outputs: Further outputs of the session so far.
  public init(
    content: S.Content, metadata: S.Metadata, needs: S.Needed, outputs: S.Outputs = S.Outputs()
  ) {
    self.content = content
    self.metadata = metadata
    self.needs = needs
    self.outputs = S.needs.outputs(outputs, with: needs)
  }

  init(_ values: StepValues, _ state: NavigatorState) throws(FlowMagicError) {
    guard let content = values.content as? S.Content,
      let metadata = values.metadata as? S.Metadata,
      let needed = values.neededValues as? NeededValues<S>
    else {
      throw FlowMagicError(.contentMismatch, "The content of \(S.name) was not decoded.")
    }
    self.content = content
    self.metadata = metadata
    needs = needed.values
    outputs = state.outputs()
  }
}

extension StepContext where S.Metadata == NoMetadata {
  /// Creates a context for a unit test of the code.
  ///
  /// - Parameters:
  ///   - content: The step's content.
  ///   - needs: The values that the step needs.
  ///   - outputs: Further outputs of the session so far.
  public init(content: S.Content, needs: S.Needed, outputs: S.Outputs = S.Outputs()) {
    self.init(content: content, metadata: NoMetadata(), needs: needs, outputs: outputs)
  }
}

extension StepContext where S.Content == NoContent, S.Metadata == NoMetadata {
  /// Creates a context without content, for a unit test of the code.
  ///
  /// - Parameters:
  ///   - needs: The values that the step needs.
  ///   - outputs: Further outputs of the session so far.
  public init(needs: S.Needed, outputs: S.Outputs = S.Outputs()) {
    self.init(content: NoContent(), metadata: NoMetadata(), needs: needs, outputs: outputs)
  }
}

extension StepContext where S.Needed == Void {
  /// Creates a context of a step that needs nothing, for a unit test of the code.
  ///
  /// - Parameters:
  ///   - content: The step's content.
  ///   - metadata: The members that the flow adds to the step.
  ///   - outputs: The outputs of the session so far.
  public init(content: S.Content, metadata: S.Metadata, outputs: S.Outputs = S.Outputs()) {
    self.init(content: content, metadata: metadata, needs: (), outputs: outputs)
  }
}

extension StepContext where S.Metadata == NoMetadata, S.Needed == Void {
  /// Creates a context of a step that needs nothing, for a unit test of the code.
  ///
  /// - Parameters:
  ///   - content: The step's content.
  ///   - outputs: The outputs of the session so far.
  public init(content: S.Content, outputs: S.Outputs = S.Outputs()) {
    self.init(content: content, metadata: NoMetadata(), needs: (), outputs: outputs)
  }
}

extension StepContext where S.Content == NoContent, S.Metadata == NoMetadata, S.Needed == Void {
  /// Creates a context without content of a step that needs nothing, for a unit test of the code.
  ///
  /// - Parameter outputs: The outputs of the session so far.
  public init(outputs: S.Outputs = S.Outputs()) {
    self.init(content: NoContent(), metadata: NoMetadata(), needs: (), outputs: outputs)
  }
}
