#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import AccountsClient
  import FlowCore
  import FlowMagic
  import FlowMagicUI
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  public import SwiftUI
  import UIKit

  /// The app for iPhone and iPad; the project's own target only calls `PriceTrackerApp.main()`.
  public struct PriceTrackerApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate
    @State private var startResult: Result<FlowApp, any Error>
    private let configuration: AppConfiguration

    /// Reads the configuration and starts the flows.
    public init() {
      let configuration = AppConfiguration.bundled
      self.configuration = configuration
      _startResult = State(
        initialValue: Result {
          try FlowMagic.start(
            server: configuration.flowServer, key: configuration.sdkKey,
            environment: Name(configuration.flowEnvironment), screens: AppFlows.screens(),
            default: AppFlows.document(), links: AppFlows.links)
        })
    }

    /// The window.
    public var body: some Scene {
      WindowGroup {
        switch startResult {
        case .success(let app):
          StartView(navigator: app.navigator, configuration: configuration, delegate: delegate)
        case .failure(let error): Text(error.localizedDescription)
        }
      }
    }
  }

  /// Creates the session, which needs an asynchronous call, and then shows the app.
  struct StartView: View {
    let navigator: Navigator
    let configuration: AppConfiguration
    let delegate: AppDelegate
    @State private var session: AppSession?
    @SwiftUI.Environment(\.scenePhase) private var scenePhase

    var body: some View {
      ZStack {
        if let session {
          RootView(session: session)
        } else {
          BusyView()
        }
      }
      .task { await start() }
      .onChange(of: scenePhase) { _, phase in
        guard phase == .active, let session else { return }
        Task {
          await session.addSharedURLs()
          await session.updateSharedData()
        }
      }
    }

    private func start() async {
      guard session == nil, let document = try? AppFlows.document() else { return }
      let (settings, sharedFolder) = (AppSettings.device, configuration.sharedFolder)
      let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
      let language = Language(preferred: Locale.preferredLanguages)
      let api = await PriceAPI(
        server: configuration.server, transport: URLSessionClientTransport(),
        session: ClientSession(
          store: KeychainVault<SessionTokens>(service: "prices.session"),
          deviceSecretVault: KeychainVault<String>(service: "prices.device"), now: now),
        cache: ResponseCache(folder: configuration.cacheFolder, now: now), language: language)
      let newSession = AppSession(
        navigator, api: api, settings: settings,
        texts: AppTexts(language, document: document),
        push: PushRegistration(api, settings: settings, isSandbox: configuration.isSandbox),
        sharedFolder: sharedFolder, now: { Timestamp(now()) })
      let watch = WatchConnection()
      newSession.setSharingHandlers(
        widgets: { WidgetReloader.reloadAll() }, watch: { watch.send($0) })
      delegate.session = newSession
      session = newSession
      await newSession.start()
      await delegate.registerIfAllowed()
    }
  }
#endif
