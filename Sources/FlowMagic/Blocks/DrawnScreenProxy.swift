public import FlowBlocks
public import FlowCore
public import Foundation

/// Access to a drawn screen on the path: what to draw, and how to report what the user does.
///
/// ```swift
/// if let drawn = navigator.drawnScreen {
///   drawn.enter("mira@example.com", in: "email")
///   drawn.press("continue")
/// }
/// ```
@MainActor
public struct DrawnScreenProxy {
  /// The step; its identity is stable while it is on the path.
  public nonisolated let step: ShownStep
  /// The navigator.
  public nonisolated let navigator: Navigator
  /// The state when the proxy was created, for a view that is animated out after the step has left
  /// the path.
  private let lastState: DrawnScreenState

  /// Creates the proxy of a step; nil if the step shows no drawn screen.
  init?(_ step: ShownStep, in navigator: Navigator) {
    guard let state = navigator.drawnScreens[step.id] else { return nil }
    self.step = step
    self.navigator = navigator
    lastState = state
  }

  private var state: DrawnScreenState { navigator.drawnScreens[step.id] ?? lastState }

  /// The screen's current contents; observed like the navigator's other properties.
  public var screen: ResolvedScreen { state.model.screen }

  /// The theme of the release.
  public var theme: ScreenTheme {
    ScreenTheme(navigator.state.session?.release.drawnScreens?.theme)
  }

  /// A picture of the release: its sizes, its variants and its focal point.
  ///
  /// - Parameter name: The name in the document's `assets`.
  /// - Returns: The picture; nil if the release has none with the name.
  public func picture(_ name: Name) -> PictureAsset? {
    PictureAsset(navigator.state.session?.release.drawnScreens?.assets?[name])
  }

  /// The file of a picture on the device, downloaded if necessary.
  ///
  /// - Parameters:
  ///   - name: The name in the document's `assets`.
  ///   - isDark: Whether the appearance is dark.
  /// - Returns: The file; nil if it is not available. `onError` reports the reason, unless the
  ///   server cannot be reached or the release has no such picture.
  public func pictureFile(_ name: Name, isDark: Bool) async -> URL? {
    guard let asset = picture(name), let pictures = navigator.pictures else { return nil }
    do throws(FlowMagicError) {
      return try await pictures.url(
        of: asset, locale: navigator.context["locale"]?.string, isDark: isDark)
    } catch {
      // Being offline is not an error: the alternative text is shown until the picture can be
      // loaded.
      if error.code != .unreachable { navigator.report(error) }
      return nil
    }
  }

  /// Whether an action called by a button is running; buttons do nothing meanwhile.
  public var isBusy: Bool { state.call != nil }

  /// The key of the block that called the running action; nil if none is running.
  public var busyBlock: Name? { state.call?.screenCall.block }

  /// The number of presses that were rejected because the form is incomplete.
  ///
  /// When it changes, focus the field of the screen's first error.
  public var rejectedPressCount: Int { state.rejectedPressCount }

  /// Whether this step is the current one, rather than below it on the path.
  public var isCurrent: Bool { navigator.current?.id == step.id }

  /// Sets the value of a field; its error is not shown yet.
  ///
  /// - Parameters:
  ///   - value: The text as typed, the chosen value, or an array of chosen values; null resets the
  ///     field.
  ///   - field: The field's name.
  public func enter(_ value: JSON, in field: Name) {
    navigator.edit(step.id) { $0.enter(value, in: field) }
  }

  /// Reports that a field has lost focus: from now on its error is shown.
  ///
  /// - Parameter field: The field's name.
  public func endEditing(_ field: Name) {
    navigator.edit(step.id) { $0.endEditing(field) }
    navigator.saveState()
  }

  /// Presses a button, a card or a link.
  ///
  /// If the screen has already been left, nothing changes; `onError` is called unless a press has
  /// left it, as for a double tap.
  ///
  /// - Parameter key: The key of the block.
  public func press(_ key: Name) {
    navigator.interact(with: step.id) { $0.press(key) }
  }

  /// The effects that a press would have now, for an app that does something before them, such as
  /// signing a user in.
  ///
  /// The app performs its work, then calls ``fire(_:output:)`` with the port and the output.
  ///
  /// - Parameter key: The key of the block.
  /// - Returns: The effects in order; the screen does not change.
  public func effects(ofPressing key: Name) -> [ScreenEffect] {
    var model = state.model
    return model.press(key)
  }

  /// Fires a port of the step without validating the screen's form.
  ///
  /// If no route of the port applies, nothing changes and `onError` is called, and also if the
  /// screen has already been left, unless by a press with this port, as for a double tap.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - output: The step's output, as ``effects(ofPressing:)`` returns it; nil writes nothing.
  public func fire(_ port: Name, output: JSON? = nil) {
    navigator.fire(port, output: output, from: step.id)
  }

  /// Selects an option, a tab or a slide, and performs its actions.
  ///
  /// - Parameters:
  ///   - value: The chosen value, an array of several, or the index of a tab or slide.
  ///   - key: The key of the block.
  public func choose(_ value: JSON, in key: Name) {
    navigator.interact(with: step.id) { $0.choose(value, in: key) }
  }

  /// Reports that a video has ended, and performs its actions.
  ///
  /// - Parameter key: The key of the block.
  public func endVideo(_ key: Name) {
    navigator.interact(with: step.id) { $0.endVideo(key) }
  }

  /// Goes back one step.
  ///
  /// - Returns: Whether there was a step to go back to.
  @discardableResult
  public func back() -> Bool {
    isCurrent ? navigator.back() : false
  }
}
