import ArgumentParser
import Hummingbird
import Logging
import PriceShop

/// `priceshop`: serves the demo shop on this machine.
@main
struct PriceShopCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "priceshop",
    abstract: "Serve a fictional local shop with changing prices.")

  @Option(help: "The port on 127.0.0.1.") var port = 8100
  @Option(help: "The seconds between price changes; 0 for never.") var step = 15

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be a number from 0 to 65535.")
    }
    guard step >= 0 else { throw ValidationError("--step must be 0 or more seconds.") }
  }

  func run() async throws {
    let router = Router()
    try Shop(prices: ShopPrices(step: Int64(step))).addRoutes(to: router)
    var logger = Logger(label: "priceshop")
    logger.logLevel = .notice
    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        print("The shop is at http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
      }, logger: logger)
    try await app.runService()
  }
}
