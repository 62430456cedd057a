#if canImport(UIKit) && !os(watchOS)
  import FlowMagic
  import Foundation
  import UIKit

  /// Notifies a navigator when the app, or the host app of an extension, enters the background or
  /// returns.
  ///
  /// NB: uses notifications, because an extension must not use `UIApplication.shared`.
  final class PhaseObserver {
    private let tokens: [any NSObjectProtocol]
    private weak var navigator: Navigator?
    private let id: UUID

    @MainActor init(_ navigator: Navigator) {
      let id = UUID()
      self.id = id
      self.navigator = navigator
      let phases: [(Notification.Name, AppPhase)] = [
        (UIApplication.didEnterBackgroundNotification, .background),
        (UIApplication.willEnterForegroundNotification, .active),
        (.NSExtensionHostDidEnterBackground, .background),
        (.NSExtensionHostWillEnterForeground, .active),
      ]
      tokens = phases.map { name, phase in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
          [weak navigator] _ in
          MainActor.assumeIsolated { navigator?.follow(phase, of: id) }
        }
      }
      // NB: counts as a scene at once: when an observer that this one replaces is deallocated, the
      // navigator must not be left without a scene.
      navigator.follow(newScene: id)
    }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
      // A navigator that nothing shows must not keep a shared client active.
      Task { @MainActor [navigator, id] in navigator?.follow(nil, of: id) }
    }
  }
#endif
