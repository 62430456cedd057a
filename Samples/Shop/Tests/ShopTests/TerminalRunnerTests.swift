import FlowMagic
import Foundation
import Testing

@testable import Shop

@Suite @MainActor struct TerminalRunnerTests {
  @Test func `users see a message, and the details are kept for the developer`() async throws {
    let navigator = try Navigator(
      screens: ShopFlows.screens(), default: ShopFlows.document())
    let runner = try TerminalRunner("Shop", navigator, ShopPages.host(navigator))
    await navigator.start()

    #expect(!navigator.open("nowhere"))

    let message = try #require(runner.message)
    #expect(!message.contains("nowhere") && !message.contains("("))
    #expect(runner.problems.count == 1)
    #expect(runner.problems.first?.contains("nowhere") == true)
  }

  @Test func `a wrong URL or key is reported to the developer`() throws {
    let options = try ShopOptions(["--server", "127.0.0.1:8080", "--key", "pk_1"])
    let server = try #require(options.server)
    #expect {
      try FlowMagic.start(
        server: server.url, key: server.key, screens: ShopFlows.screens(),
        default: ShopFlows.document())
    } throws: {
      ($0 as? FlowMagicError)?.code == .invalidServer
    }
  }
}
