public import FlowCore

/// A step on the navigation path.
///
/// Its identity is stable while it is on the path, so that an interface can keep its view, and a
/// port fired twice by a double tap counts once.
public struct ShownStep: Identifiable, Hashable, Sendable {
  /// Unique for each time that a step is shown.
  public let id: Int
  /// The flow's id.
  public let flow: Name
  /// The step's id.
  public let step: Name
  /// The screen's name.
  public let screen: Name
  /// The presentation of the step.
  public let style: Destination.Style
  /// The layer that the step is in.
  package let layer: ScreenLayer.Key
  /// The step's content, with texts in the user's language.
  public internal(set) var content: JSON
  /// The metadata of the step, see ``Screen/Metadata``.
  public internal(set) var metadata: JSONObject

  init(
    id: Int, _ presentation: Presentation, content: JSON, metadata: JSONObject,
    layer: ScreenLayer.Key
  ) {
    self.id = id
    flow = presentation.flow
    step = presentation.step
    screen = presentation.screen
    style = presentation.style
    self.layer = layer
    self.content = content
    self.metadata = metadata
  }

  /// Creates a screen that the code of a step presents, or that a preview shows.
  init(id: Int, _ screen: Name, of step: ShownStep? = nil) {
    self.id = id
    flow = step?.flow ?? "preview"
    self.step = step?.step ?? screen
    self.screen = screen
    style = .push
    layer = step?.layer ?? .base
    content = .null
    metadata = step?.metadata ?? JSONObject()
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }

  /// The details of the step for an event.
  var detail: JSONObject {
    ["flow": .string(flow.string), "step": .string(step.string), "screen": .string(screen.string)]
  }
}
