#if canImport(SwiftUI) && canImport(WatchConnectivity)
  import Foundation
  import PriceClient
  import PriceDomain
  import WatchConnectivity

  extension WatchModel {
    /// The model of this watch.
    static func device() async -> WatchModel {
      let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
      let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
      let folder = (caches ?? FileManager.default.temporaryDirectory)
        .appendingPathComponent("responses")
      let server = Bundle.main.object(forInfoDictionaryKey: "PriceServer") as? String ?? ""
      let language = Language(preferred: Locale.preferredLanguages)
      let api = await PriceAPI(
        server: server, transport: URLSessionClientTransport(),
        session: ClientSession(store: EmptySessionVault(), now: now),
        cache: ResponseCache(folder: folder, capacity: 50, now: now), language: language)
      let model = WatchModel(api, language: language)
      let connection = PhoneConnection(model)
      connection.activate()
      model.connection = connection
      return model
    }
  }

  /// Receives the tracked products from the phone.
  final class PhoneConnection: NSObject, WCSessionDelegate {
    private let model: WatchModel

    init(_ model: WatchModel) { self.model = model }

    func activate() {
      WCSession.default.delegate = self
      WCSession.default.activate()
    }

    nonisolated func session(
      _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
      error: (any Error)?
    ) {
      // The context that arrived while the app was closed.
      receive(session.receivedApplicationContext)
    }

    nonisolated func session(
      _ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]
    ) {
      receive(applicationContext)
    }

    private nonisolated func receive(_ dictionary: [String: Any]) {
      guard let context = WatchContext(dictionary) else { return }
      let model = model
      Task { await model.receive(context) }
    }

    #if os(iOS)
      nonisolated func sessionDidBecomeInactive(_ session: WCSession) {}
      nonisolated func sessionDidDeactivate(_ session: WCSession) {}
    #endif
  }
#endif
