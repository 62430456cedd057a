import FlowMagic
import FlowMagicUI
import SwiftUI
import YogaClient

/// Mythic Yoga Flow for iPhone and iPad: the flow and the logic of the web app with native views.
@main
struct MythicYogaApp: App {
  @State private var launch = Result { try YogaLaunch.start() }

  var body: some Scene {
    WindowGroup {
      switch launch {
      case .success(let app): YogaRootView(app: app)
      case .failure:
        Text(verbatim: ClientText.updateApp.text(in: YogaLaunch.language)).padding(24)
      }
    }
    // The system relaunches the app when downloads have ended while it was not running.
    .backgroundTask(.urlSession(AssetDownloader.sessionIdentifier)) {
      await AssetDownloader.shared.waitForEvents()
    }
  }
}
