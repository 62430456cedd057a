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
    flow.press("Sign up")
    flow.press("Create an account")
    flow.press("Let's go")
    flow.enter("text", "Mira")
    flow.press("Next")
    flow.press("I would rather not say")
    flow.enter("text", "mira@example.com")
    flow.press("Next")
    flow.enter("password", "a long secret")
    flow.press("Next")
    flow.expect(Summary.self)
    flow.expectText(
      """
      Is this right?

      First name  Mira
      Last name   –
      Email       mira@example.com

      [ Yes, register me ]

      [ No, go back ]
      """)
  }

  @Test func `each step has its own output, though three share one screen`() throws {
    let flow = try tester()
    for button: Name in ["Sign up", "Create an account", "Let's go"] { flow.press(button) }
    flow.enter("text", "Mira")
    flow.press("Next")
    flow.enter("text", "Sol")
    flow.back()
    flow.expectText(
      """
      What is your first name?

      This is how we greet you.

      First name *
      Mira____________________________

      [ Next ]
      """)
    flow.press("Next")
    flow.press("I would rather not say")
    flow.expectText(
      """
      Where can we write to you?

      Only what matters.

      you@example.com *
      ________________________________

      [ Next ]
      """)
  }

  @Test func `the published sample equals the shop's code, except for two drawn screens`() throws {
    let published = try file("shop.json")
    let drawnScreens = (published.unknown["screens"]?.array ?? []).compactMap { $0["name"]?.string }
    #expect(drawnScreens == ["Survey", "Offer"])

    var bundled = try ShopFlows.document()
    #expect(try bundled.strings.allSatisfy { try published.has($0) })
    for index in bundled.flows.indices {
      let steps = published.flows[index].steps.filter { !drawnScreens.contains($0.screen.string) }
      // In code, the summary completes the flow; in the document it leads to the survey.
      let equalCount = zip(steps, bundled.flows[index].steps).filter { $0 == $1 }.count
      #expect(equalCount == steps.count - (index == 1 ? 1 : 0), "update it with shop --flows")
      bundled.flows[index].steps = published.flows[index].steps
    }
    #expect(bundled.flows == published.flows)
    let manifest = try ShopFlows.manifest()
    #expect(
      try JSON(parsing: bytes("shop.manifest.json")) == manifest.json,
      "update it with shop --manifest")
    #expect(
      Verifier(published, manifests: [manifest]).findings().filter { $0.severity == .error } == [])
  }

  @Test func `the shop's own flows have no errors`() throws {
    let findings = try Verifier(ShopFlows.document(), manifests: [ShopFlows.manifest()]).findings()

    #expect(findings.filter { $0.severity == .error }.isEmpty)
  }

  private func file(_ name: String) throws -> FlowDocument {
    try FlowDocument(parsing: bytes(name))
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try [UInt8](Data(contentsOf: folder.appending(path: name)))
  }
}

extension FlowDocument {
  /// Whether the document contains all texts of a table.
  fileprivate func has(_ table: StringTable) throws -> Bool {
    let documentTable = try #require(strings.first { $0.locale == table.locale })
    return table.entries.allSatisfy { documentTable.entries.contains($0) }
  }
}
