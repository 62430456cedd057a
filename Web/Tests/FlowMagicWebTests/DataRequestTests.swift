import FlowCore
import FlowMagicWeb
import Testing

/// The request that the app's closures for live data receive.
@Suite struct DataRequestTests {
  private func document() throws -> FlowDocument {
    try Documents.make(
      """
      {"schema": 1, "flows": [{"id": "shop", "start": "list", "steps": [
         {"id": "list", "screen": "List", "ports": {"open": [{"to": "product"}]}},
         {"id": "product", "screen": "Product", "content": {"side": "front"},
          "ports": {"out": [{"finish": "done"}]}}]}],
       "screens": [
        {"name": "List", "title": "List", "root": {"type": "column", "children": [
         {"type": "text", "text": "List", "role": "heading1"},
         {"type": "text", "text": "{data.product.about}"},
         {"type": "card", "id": "lamp", "do": [
           {"call": "choose", "with": {"id": "lamp"}, "then": {"chosen": {"fire": "open"}}}],
          "children": [{"type": "text", "text": "Lamp"}]}]}},
        {"name": "Product", "title": "Product", "root": {"type": "column", "children": [
         {"type": "text", "text": "Product", "role": "heading1"},
         {"type": "text", "text": "{data.product.about}"},
         {"type": "button", "id": "out", "title": "Out", "do": [{"fire": "out"}]}]}}]}
      """)
  }

  @Test func `data is read for a screen, its outputs and its visitor`() async throws {
    try await Site.run(
      document(), TestClock(),
      {
        $0.attributes = { _ in ["name": "Ada"] }
        $0.actions["choose"] = WebAction(outcomes: ["chosen"], provides: ["chosen": ["product"]]) {
          .init("chosen", outputs: ["product": $0.arguments["id"] ?? .null])
        }
        $0.data["product"] = { request in
          let about = [
            request.screen.string, request.outputs["product"]?.string ?? "none",
            request.content["side"]?.string ?? "no side", request.attributes["name"]?.string ?? "",
            request.language,
          ]
          return ["about": .string(about.joined(separator: "/"))]
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/shop")
      #expect(browser.page.contains("List/none/no side/Ada/en"))
      try await browser.press("lamp")
      #expect(browser.path == "/shop/product")
      #expect(browser.page.contains("Product/lamp/front/Ada/en"))
    }
  }
}
