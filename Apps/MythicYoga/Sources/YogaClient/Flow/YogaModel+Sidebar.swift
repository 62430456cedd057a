public import FlowMagic
public import YogaDomain

extension YogaModel {
  /// An item of the sidebar: a step of the flow.
  public struct SidebarItem: Hashable, Sendable {
    /// The step's id.
    public let step: Name
    /// The name of the SF Symbol.
    public let symbol: String
    /// The title.
    public let title: LocalizedText
  }

  /// The items of the sidebar.
  public static let sidebarItems: [SidebarItem] = [
    SidebarItem(step: "menu", symbol: "square.grid.2x2", title: ClientText.menu.texts),
    SidebarItem(step: "myths", symbol: "flame", title: ClientText.myths.texts),
    SidebarItem(step: "history", symbol: "calendar", title: ClientText.history.texts),
    SidebarItem(step: "settings", symbol: "gearshape", title: ClientText.settings.texts),
  ]

  /// Opens the step of an item, unless it is shown already or a request is running.
  ///
  /// - Returns: False if the flow has no such step, for example after a product owner removed it.
  @discardableResult
  public func open(_ item: SidebarItem) -> Bool {
    guard !isWorking, !isCurrent(item) else { return true }
    return navigator.open(item.step)
  }

  /// Whether an item is selected: its step is shown.
  public func isCurrent(_ item: SidebarItem) -> Bool { navigator.current?.step == item.step }

  /// Whether a screen has the player.
  public func showsPlayer(on screen: ResolvedScreen) -> Bool {
    screen.root.map { Self.hasCustomBlock(Name(YogaBlocks.Player.name), in: $0) } ?? false
  }

  private static func hasCustomBlock(_ name: Name, in block: ResolvedBlock) -> Bool {
    if block.type == .custom, block.name(.name) == name { return true }
    return block.children.contains { hasCustomBlock(name, in: $0) }
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
    case "path": "map"
    case "camera": "camera.fill"
    case "gallery": "photo.on.rectangle"
    case "history": "calendar"
    case "glossary": "book"
    case "downloads": "arrow.down.circle"
    case "account": "person.crop.circle"
    case "log-out": "rectangle.portrait.and.arrow.right"
    default: "circle"
    }
  }
}
