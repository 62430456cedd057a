public import FlowCore

/// A step on the navigation path.
///
/// Its identity is stable while it is on the path, so that an interface can keep its view, and a
/// port that a double tap fires twice counts once.
public struct ShownStep: Identifiable, Hashable, Sendable {
  /// Unique for each time that a step is shown.
  public let id: Int
  /// The flow's id.
  public let flow: Name
  /// The step's id.
  public let step: Name
  /// The screen's name.
  public let screen: Name
  /// How the step is presented.
  public let style: Destination.Style
  /// The layer that the step is in.
  package let layer: ScreenLayer.Key
  /// The step's content, with texts in the user's language.
  public internal(set) var content: JSON

  init(
    id: Int, _ presentation: Presentation, content: JSON, layer: ScreenLayer.Key
  ) {
    self.id = id
    flow = presentation.flow
    step = presentation.step
    screen = presentation.screen
    style = presentation.style
    self.layer = layer
    self.content = content
  }

  /// A screen that a `Step` presents.
  init(id: Int, flow: Name, step: Name, screen: Name, layer: ScreenLayer.Key) {
    self.id = id
    self.flow = flow
    self.step = step
    self.screen = screen
    style = .push
    self.layer = layer
    content = .null
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
