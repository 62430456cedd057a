public import FlowCore

/// One step on the path that a person can see or go back to.
///
/// Its identity lasts as long as it is on the path, so that an interface can keep a view for it and
/// a port fired twice by a double tap counts once.
public struct ShownStep: Identifiable, Hashable, Sendable {
  /// Different for each time a step is shown.
  public let id: Int
  /// The flow's id.
  public let flow: Name
  /// The step's id.
  public let step: Name
  /// The screen's name.
  public let screen: Name
  /// How it appears.
  public let style: Destination.Style
  /// What the step hands to its screen, with texts in the person's language.
  public internal(set) var content: JSON

  init(id: Int, _ presentation: Presentation, content: JSON) {
    self.id = id
    flow = presentation.flow
    step = presentation.step
    screen = presentation.screen
    style = presentation.style
    self.content = content
  }

  /// A screen that a `Step` asks for.
  init(id: Int, flow: Name, step: Name, screen: Name) {
    self.id = id
    self.flow = flow
    self.step = step
    self.screen = screen
    style = .push
    content = .null
  }

  /// Feeds the identity to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }

  /// The step as an event's details.
  var detail: JSONObject {
    ["flow": .string(flow.string), "step": .string(step.string), "screen": .string(screen.string)]
  }
}
