#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceClient
  import PriceDomain
  import WatchConnectivity
  import WidgetKit

  /// Sends the data that the watch shows.
  @MainActor
  final class WatchConnection: NSObject, WCSessionDelegate {
    private var latestContext: WatchContext?

    override init() {
      super.init()
      guard WCSession.isSupported() else { return }
      WCSession.default.delegate = self
      WCSession.default.activate()
    }

    func send(_ context: WatchContext) {
      latestContext = context
      guard WCSession.isSupported(), WCSession.default.activationState == .activated else { return }
      // The system keeps the last context for a watch that is out of reach.
      try? WCSession.default.updateApplicationContext(context.dictionary)
    }

    private func sendLatest() {
      if let latestContext { send(latestContext) }
    }

    nonisolated func session(
      _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
      error: (any Error)?
    ) {
      Task { await sendLatest() }
    }

    nonisolated func sessionDidBecomeInactive(_ session: WCSession) {}

    /// Called when the user has switched to another watch.
    nonisolated func sessionDidDeactivate(_ session: WCSession) { session.activate() }
  }

  /// Reloads the widgets.
  enum WidgetReloader {
    static func reloadAll() { WidgetCenter.shared.reloadAllTimelines() }
  }
#endif
