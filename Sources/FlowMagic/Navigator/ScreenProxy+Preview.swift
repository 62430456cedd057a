import FlowCore

/// The values of a screen in a preview.
struct ScreenSample<S: Screen> {
  let outputs: S.Outputs
  let enteredValue: S.Output?
  let onFire: (S.Port, S.Output?) -> Void
}

extension ScreenProxy {
  /// A proxy for a preview or a test of one view, without a flow.
  ///
  /// ```swift
  /// #Preview { HomeView(home: .preview(.init(headline: "Hi"))) }
  /// ```
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - needs: The values that the screen needs.
  ///   - metadata: The members that a flow adds to the step; if nil, decoded from an empty object.
  ///   - outputs: Further outputs of earlier screens.
  ///   - enteredValue: The value entered on the screen earlier.
  ///   - onFire: Called for each port that the view fires, with the output; there is no navigation.
  /// - Returns: The proxy.
  public static func preview(
    _ content: S.Content, needs: S.Needed, metadata: S.Metadata? = nil,
    outputs: S.Outputs = S.Outputs(), enteredValue: S.Output? = nil,
    onFire: @escaping (S.Port, S.Output?) -> Void = { _, _ in }
  ) -> ScreenProxy {
    let sample = ScreenSample<S>(
      outputs: S.needs.outputs(outputs, with: needs), enteredValue: enteredValue, onFire: onFire)
    let step = ShownStep(id: 1, Name(S.name))
    do {
      let screens = try ScreenRegistry([RegisteredScreen(S.self)])
      return ScreenProxy(
        sample, step, content, try metadata ?? JSON.object([:]).decoded(as: S.Metadata.self), needs,
        in: try Navigator(screens: screens, default: FlowDocument()))
    } catch {
      // The screen's declaration is wrong or its metadata is missing; the preview canvas shows why.
      preconditionFailure("\(error)")
    }
  }

  /// A proxy for a preview of a screen without content.
  ///
  /// - Parameters:
  ///   - needs: The values that the screen needs.
  ///   - outputs: Further outputs of earlier screens.
  ///   - enteredValue: The value entered on the screen earlier.
  ///   - onFire: Called for each port that the view fires, with the output; there is no navigation.
  /// - Returns: The proxy.
  public static func preview(
    needs: S.Needed, outputs: S.Outputs = S.Outputs(), enteredValue: S.Output? = nil,
    onFire: @escaping (S.Port, S.Output?) -> Void = { _, _ in }
  ) -> ScreenProxy where S.Content == NoContent {
    preview(NoContent(), needs: needs, outputs: outputs, enteredValue: enteredValue, onFire: onFire)
  }
}

extension ScreenProxy where S.Needed == Void {
  /// A proxy for a preview or a test of one view that needs nothing, without a flow.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - metadata: The members that a flow adds to the step; if nil, decoded from an empty object.
  ///   - outputs: The outputs of earlier screens.
  ///   - enteredValue: The value entered on the screen earlier.
  ///   - onFire: Called for each port that the view fires, with the output; there is no navigation.
  /// - Returns: The proxy.
  public static func preview(
    _ content: S.Content, metadata: S.Metadata? = nil, outputs: S.Outputs = S.Outputs(),
    enteredValue: S.Output? = nil, onFire: @escaping (S.Port, S.Output?) -> Void = { _, _ in }
  ) -> ScreenProxy {
    preview(
      content, needs: (), metadata: metadata, outputs: outputs, enteredValue: enteredValue,
      onFire: onFire)
  }

  /// A proxy for a preview of a screen without content that needs nothing.
  ///
  /// - Parameters:
  ///   - outputs: The outputs of earlier screens.
  ///   - enteredValue: The value entered on the screen earlier.
  ///   - onFire: Called for each port that the view fires, with the output; there is no navigation.
  /// - Returns: The proxy.
  public static func preview(
    outputs: S.Outputs = S.Outputs(), enteredValue: S.Output? = nil,
    onFire: @escaping (S.Port, S.Output?) -> Void = { _, _ in }
  ) -> ScreenProxy where S.Content == NoContent {
    preview(NoContent(), needs: (), outputs: outputs, enteredValue: enteredValue, onFire: onFire)
  }
}
