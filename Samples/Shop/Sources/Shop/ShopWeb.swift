import FlowMagic
import FlowMagicWeb
import Foundation
import Hummingbird
import Logging

/// The shop in a browser, with the same screens and flows as in the terminal.
///
/// `SHOP_WEB_KEY` is the key that encrypts visits' states; without it, a restart loses all visits.
enum ShopWeb {
  static func run(_ options: ShopOptions, port: Int) async throws {
    let document = try ShopFlows.document()
    let host = try FlowHost(document, settings: settings())
    let router = Router(options: .autoGenerateHeadEndpoints)
    host.addRoutes(to: router)
    router.get("/") { _, _ in Response.redirect(to: "/shop") }
    var logger = Logger(label: "shop")
    logger.logLevel = .notice
    var app = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? port
        FileHandle.standardOutput.write(Data("http://localhost:\(port)/shop\n".utf8))
      }, logger: logger)
    if let server = options.server {
      let updates = try host.updates(
        from: server.url, key: server.key, environment: server.environment, of: document,
        cache: FileReleaseCache(
          application: "shop-web-\(port)", environment: server.environment.string))
      await updates.prepare()
      app.addServices(updates)
    }
    try await app.runService()
  }

  private static func settings() throws -> FlowHostSettings {
    let key = ProcessInfo.processInfo.environment["SHOP_WEB_KEY"]
    var settings = FlowHostSettings(
      keys: try key.map { try SealingKeys(current: $0) } ?? .ephemeral())
    settings.screens = try ShopFlows.screens().composedScreens
    settings.version = Name(ShopFlows.version)
    settings.buildNumber = Name(ShopFlows.build)
    settings.attributes = { _ in
      [
        "platform": "web", "appVersion": .string(ShopFlows.version),
        "build": .string(ShopFlows.build),
      ]
    }
    return settings
  }
}
