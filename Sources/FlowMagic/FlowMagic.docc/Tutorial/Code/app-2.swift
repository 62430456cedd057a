import FlowMagic
import FlowMagicUI
import SwiftUI

@main
struct PlansApp: App {
  @State private var app = Result {
    try FlowMagic.start(
      server: "https://flows.example.com", key: "pk_…", environment: "development",
      screens: Flows.screens(), default: Flows.document())
  }

  var body: some Scene {
    WindowGroup {
      switch app {
      case .success(let app): PlansView(navigator: app.navigator)
      case .failure: Text("The app cannot be opened. Please update it.")
      }
    }
  }
}
