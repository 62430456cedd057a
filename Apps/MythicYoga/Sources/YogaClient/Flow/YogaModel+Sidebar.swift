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

  /// Opens an item of the sidebar; its step decides what a guest sees.
  ///
  /// - Returns: False if the step could not be opened: a product owner may have removed it.
  @discardableResult
  public func open(_ item: SidebarItem) -> Bool {
    guard !isWorking, !isCurrent(item) else { return true }
    return navigator.open(item.step)
  }

  /// Whether an item is selected: its step is shown.
  public func isCurrent(_ item: SidebarItem) -> Bool { navigator.current?.step == item.step }

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
