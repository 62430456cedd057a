import FlowMagic
import FlowMagicUI
import SwiftUI

/// The shop as a SwiftUI app: the screens and flows of the terminal version with SwiftUI views.
@main
struct ShopSwiftUIApp: App {
  @State private var shop = Result {
    try FlowMagic.start(
      server: "http://localhost:8080", key: "pk_…", environment: "development",
      screens: ShopFlows.screens(), default: ShopFlows.document())
  }

  var body: some Scene {
    WindowGroup {
      switch shop {
      case .success(let shop): ShopView(navigator: shop.navigator)
      case .failure(let error): Text(error.localizedDescription)
      }
    }
  }
}
