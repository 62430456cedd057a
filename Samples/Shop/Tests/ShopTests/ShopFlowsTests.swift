import FlowMagic
import FlowTesting
import Foundation
import Testing

@testable import Shop

@Suite @MainActor struct ShopFlowsTests {
  private func tester() throws -> FlowTester {
    try FlowTester(ShopFlows.screens(), ShopFlows.document(), isExhaustive: false)
  }

  @Test func `signing up reaches the summary with all outputs`() throws {
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

  @Test func `the published sample equals the shop's compiled flows`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    for (name, json) in [
      ("shop.json", try ShopFlows.document().json),
      ("shop.manifest.json", try ShopFlows.manifest().json),
    ] {
      let published = try JSON(parsing: [UInt8](Data(contentsOf: folder.appending(path: name))))

      #expect(published == json, "update it with shop --flows and shop --manifest")
    }
  }

  @Test func `the shop's own flows have no errors`() throws {
    let findings = try Verifier(ShopFlows.document(), manifests: [ShopFlows.manifest()]).findings()

    #expect(findings.filter { $0.severity == .error }.isEmpty)
  }
}
