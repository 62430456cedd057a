import FlowMagic

/// The pages of the shop in a terminal: its own screens and drawn ones, as text.
@MainActor
enum ShopPages {
  static func host(_ navigator: Navigator) throws(FlowMagicError) -> ScreenHost<Page> {
    try ScreenHost(navigator) {
      ForDrawn { Page(title: $0.screen.title ?? "", drawnScreen: $0) }
    }
  }
}
