import FlowCore
import FlowMagicWeb
import Testing

/// The values that an action receives, cookies of a failed action, and media hosts.
@Suite struct ActionInputTests {
  private func document() throws -> FlowDocument {
    try Documents.make(
      """
      {"schema": 1, "flows": [{"id": "shop", "start": "add", "steps": [
         {"id": "add", "screen": "Add", "ports": {"added": [{"to": "product"}]}},
         {"id": "product", "screen": "Product", "ports": {"out": [{"finish": "done"}]}}]}],
       "screens": [
        {"name": "Add", "title": "Add", "root": {"type": "column", "children": [
         {"type": "input", "name": "address", "label": "Address", "kind": "text"},
         {"type": "input", "name": "code", "label": "Code", "kind": "password"},
         {"type": "button", "id": "add", "title": "Add", "do": [
           {"call": "add", "then": {"added": {"fire": "added"}}}]}]}},
        {"name": "Product", "title": "Product", "root": {"type": "column", "children": [
         {"type": "text", "text": "{output.found} by {output.address}", "role": "heading1"},
         {"type": "button", "id": "out", "title": "Out", "do": [{"fire": "out"}]}]}}]}
      """)
  }

  @Test func `an action receives the entered values, and its outputs take precedence`() async throws
  {
    try await Site.run(
      document(), TestClock(),
      {
        $0.actions["add"] = WebAction(
          outcomes: ["added"], provides: ["added": ["found", "address"]]
        ) { call in
          let entered = call.enteredValues
          let (address, code) = (entered["address"]?.string, entered["code"]?.string)
          return .init(
            "added", outputs: ["found": .string("\(address ?? "")/\(code ?? "")"), "address": "us"])
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/shop")
      try await browser.press("add", ["address": "lamp", "code": "secret"])
      #expect(browser.page.contains("lamp/secret by us"))
    }
  }

  @Test func `an action that fails keeps the cookies that it has set`() async throws {
    struct Failure: Error {}
    try await Site.run(
      document(), TestClock(),
      {
        $0.actions["add"] = WebAction(
          outcomes: ["added"], provides: ["added": ["found", "address"]]
        ) { call in
          call.reply.setCookie("session=s3cret; Path=/", isRepeated: false)
          throw Failure()
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/shop")
      try await browser.press("add", ["address": "lamp"])
      #expect(browser.path == "/shop/add")
      #expect(browser.cookie("session") == "s3cret")
    }
  }

  @Test func `a media host without https is accepted only on this machine`() throws {
    let makeHost: (String) throws -> FlowHost = { host in
      let settings = try Site.settings(TestClock()) {
        $0.mediaHosts = [host]
        $0.actions["add"] = WebAction(
          outcomes: ["added"], provides: ["added": ["found", "address"]]
        ) { _ in .init("added") }
      }
      return try FlowHost(self.document(), settings: settings)
    }
    _ = try makeHost("http://127.0.0.1:8100")
    #expect(throws: WebHostError.self) { try makeHost("http://example.com") }
    #expect(throws: WebHostError.self) { try makeHost("http://127.0.0.1:8100/path") }
  }
}
