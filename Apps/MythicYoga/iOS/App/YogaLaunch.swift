import AccountsClient
import FlowMagic
import Foundation
import YogaClient

/// Starts the app with its settings from `Info.plist`.
@MainActor
enum YogaLaunch {
  /// The user's language, such as `de-AT`.
  nonisolated static var language: String { Locale.current.identifier(.bcp47) }

  /// Creates the app.
  ///
  /// - Throws: If the bundled flow is missing or does not fit this build.
  static func start() throws -> YogaModel {
    let navigator = try navigator()
    let api = YogaAPI(
      server: service, transport: URLSessionTransport(),
      vault: KeychainVault<StoredSession>(service: "dev.flowmagic.yoga"),
      deviceSecretVault: KeychainVault<String>(service: "dev.flowmagic.yoga.device")
    ) { language }
    let support = FileManager.default.urls(
      for: .applicationSupportDirectory, in: .userDomainMask)
    let folder = (support.first ?? FileManager.default.temporaryDirectory)
      .appending(path: "MythicYoga")
    return YogaModel(
      navigator: navigator, api: api,
      dependencies: YogaModel.Dependencies(
        engine: AVPlayerEngine(), downloader: AssetDownloader.shared, folder: folder,
        homeFolder: URL(filePath: NSHomeDirectory())))
  }

  /// The flow: that of the FlowMagic server, or only the bundled one if no server is set.
  private static func navigator() throws -> Navigator {
    let (screens, document) = try (YogaFlows.screens(), FlowDocument.bundled("yoga"))
    guard let server = setting("FlowMagicServer"), let key = setting("FlowMagicKey") else {
      let attributes: JSONObject = ["locale": .string(language), "platform": "ios"]
      return try Navigator(screens: screens, default: document, context: attributes)
    }
    return try FlowMagic.start(
      server: server, key: key, environment: Name(setting("FlowMagicEnvironment") ?? "production"),
      screens: screens, default: document,
      application: setting("FlowMagicApplication").map { Name($0) }
    ).navigator
  }

  private static var service: URL {
    setting("YogaService").flatMap { URL(string: $0) } ?? URL(filePath: "/")
  }

  /// A setting of `Info.plist`; nil if it is empty.
  private static func setting(_ name: String) -> String? {
    let value = Bundle.main.object(forInfoDictionaryKey: name) as? String
    return value?.isEmpty == false ? value : nil
  }
}
