public import FlowMagic
public import YogaDomain

extension YogaModel {
  /// A place of the app in the sidebar: a step of the flow.
  public struct Place: Hashable, Sendable {
    /// The step's id.
    public let step: Name
    /// The name of the SF Symbol.
    public let symbol: String
    /// The title.
    public let title: LocalizedText
  }

  /// The places in the sidebar of a user.
  public static let places: [Place] = [
    Place(step: "menu", symbol: "square.grid.2x2", title: ClientText.menu.texts),
    Place(step: "myths", symbol: "flame", title: ClientText.myths.texts),
    Place(step: "history", symbol: "calendar", title: ClientText.history.texts),
    Place(step: "settings", symbol: "gearshape", title: ClientText.settings.texts),
  ]

  /// Opens a place; its step decides what a guest sees.
  ///
  /// - Returns: Whether the flow has the step: a product owner may have removed it.
  @discardableResult
  public func open(_ place: Place) -> Bool {
    guard !isWorking, !isCurrent(place) else { return true }
    return navigator.open(place.step)
  }

  /// Whether a place is shown, or a step that was opened from it.
  public func isCurrent(_ place: Place) -> Bool { navigator.current?.step == place.step }

  /// Whether a screen has the player.
  public func showsPlayer(on screen: ResolvedScreen) -> Bool {
    screen.root.map { Self.has(Name(YogaBlocks.Player.name), $0) } ?? false
  }

  private static func has(_ name: Name, _ block: ResolvedBlock) -> Bool {
    if block.type == .custom, block.name(.name) == name { return true }
    return block.children.contains { has(name, $0) }
  }
}

extension YogaBlocks.Action.Properties {
  /// The title in a language such as `de-AT`.
  public func title(in language: String) -> String {
    let key = String(language.lowercased().prefix { $0 != "-" && $0 != "_" })
    return titles?[key] ?? titles?["en"] ?? title ?? ""
  }

  /// The name of the SF Symbol for the icon.
  public var symbol: String {
    switch icon {
    case "myths": "flame"
    case "camera": "camera.fill"
    case "gallery": "photo.on.rectangle"
    case "history": "calendar"
    case "account": "person.crop.circle"
    case "log-out": "rectangle.portrait.and.arrow.right"
    default: "circle"
    }
  }
}
