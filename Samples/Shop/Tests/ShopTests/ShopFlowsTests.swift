import FlowMagic
import FlowTesting
import Foundation
import Testing

@testable import Shop

@Suite @MainActor struct ShopFlowsTests {
  private func tester() throws -> FlowTester {
    try FlowTester(ShopFlows.screens(), ShopFlows.document(), isExhaustive: false)
  }

  @Test func `signing up leads home again, with everything that was entered`() throws {
    let flow = try tester()
    flow.fire(Home.self, .signUp)
    flow.fire(SignUp.self, .start)
    flow.fire(Info.self, .next)
    flow.fire(TextInput.self, .next, output: "Mira")
    flow.fire(TextInput.self, .next)
    flow.fire(TextInput.self, .next, output: "mira@example.com")
    flow.fire(TextInput.self, .next, output: "a long secret")
    flow.expect(Summary.self)
  }

  @Test func `what the server's sample publishes is what the shop brings`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    for (name, json) in [
      ("shop.json", try ShopFlows.document().json),
      ("shop.manifest.json", try ShopFlows.manifest().json),
    ] {
      let kept = try JSON(parsing: [UInt8](Data(contentsOf: folder.appending(path: name))))

      #expect(kept == json, "write it anew: shop --flows, shop --manifest")
    }
  }

  @Test func `no finding stands against the shop's own flows`() throws {
    let findings = try Verifier(ShopFlows.document(), manifests: [ShopFlows.manifest()]).findings()

    #expect(findings.filter { $0.severity == .error }.isEmpty)
  }
}
