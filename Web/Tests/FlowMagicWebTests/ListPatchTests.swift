import FlowCore
import FlowMagicWeb
import NIOConcurrencyHelpers
import Testing

/// Lists of prices that a test changes while pages show them, and an action that raises a price.
final class Market: Sendable {
  private let lists: NIOLockedValueBox<[[(id: String, price: Int)]]>

  /// Creates three lists of items, by default of the maximum length.
  init(_ count: Int = 100) {
    lists = NIOLockedValueBox(
      (0..<3).map { list in (0..<count).map { ("\(list)-\($0)", 100 + $0) } })
  }

  func change(_ change: @Sendable (inout [[(id: String, price: Int)]]) -> Void) {
    lists.withLockedValue(change)
  }

  /// The data that the host reads when it renders a page.
  var json: JSON {
    .array(
      lists.withLockedValue { lists in
        lists.map { list in
          .array(
            list.map { ["id": .string($0.id), "price": .number(JSONNumber($0.price))] })
        }
      })
  }

  func configure(_ settings: inout FlowHostSettings) {
    for list in 0..<3 {
      settings.data[Name("list\(list)")] = { _ in
        self.json.array?[list] ?? .null
      }
    }
    settings.actions["raise"] = WebAction(outcomes: ["done"]) { call in
      self.change { lists in
        for index in lists[1].indices where .string(lists[1][index].id) == call.arguments["id"] {
          lists[1][index].price += 1
        }
      }
      return .init("done")
    }
  }

  static func document() throws -> FlowDocument {
    let lists = (0..<3).map { list in
      """
      {"type": "list", "id": "list\(list)", "from": "data.list\(list)", "key": "item.id",
       "empty": {"type": "text", "id": "none\(list)", "text": "Nothing here"},
       "item": {"type": "row", "id": "row\(list)", "children": [
        {"type": "text", "id": "name\(list)", "text": {"$": "item.id"}, "style": "headline"},
        {"type": "text", "id": "price\(list)", "text": {"$": "item.price", "as": "currency:EUR"}},
        {"type": "button", "id": "raise\(list)", "title": "More", "submits": false, "do": [
          {"call": "raise", "with": {"id": {"$": "item.id"}},
           "then": {"done": {"set": "n", "to": 1}}}
        ]}]}}
      """
    }
    return try Documents.make(
      """
      {"schema": 1, "flows": [{"id": "market", "start": "prices", "steps": [
         {"id": "prices", "screen": "Prices", "ports": {"next": [{"finish": "done"}]}}]}],
       "screens": [{"name": "Prices", "title": "Prices",
        "state": {"n": {"type": "number", "default": 0}},
        "root": {"type": "column", "children": [
         {"type": "text", "text": "Prices", "role": "heading1"},
         {"type": "input", "name": "note", "label": "Note", "kind": "text"},
         \(lists.joined(separator: ",\n")),
         {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}}]}
      """)
  }
}

/// The operations that are sent when part of a long list has changed.
@Suite struct ListPatchTests {
  private func patch(_ browser: inout TestBrowser) async throws -> JSON {
    browser.accept = "application/vnd.flowmagic.patch+json"
    defer { browser.accept = nil }
    try await browser.post([("fm", browser.state), ("go", "/market/prices")])
    return try ParsedJSON(try #require(browser.lastResponse).body).root.value
  }

  /// The patch that an open page receives after the prices have changed.
  private func patch(
    after change: @Sendable (inout [[(id: String, price: Int)]]) -> Void
  ) async throws -> (operations: [JSON], bytes: Int) {
    let market = Market()
    var result: (operations: [JSON], bytes: Int)?
    try await Site.run(Market.document(), TestClock(), market.configure) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/market")
      market.change(change)
      let patch = try await patch(&browser)
      result = (try #require(patch["ops"]?.array), patch.utf8().count)
    }
    return try #require(result)
  }

  private func kinds(_ operations: [JSON]) -> [String] {
    operations.compactMap { $0.array?.first?.string }
  }

  @Test func `changing one of three hundred prices sends one block`() async throws {
    let patch = try await patch { $0[1][50].price = 999 }
    #expect(kinds(patch.operations) == ["r"])
    #expect(patch.operations.first?.array?.last?.string?.contains("999") == true)
    #expect(patch.bytes <= 2_560)
  }

  @Test func `a new item is inserted before its neighbor`() async throws {
    let patch = try await patch { $0[2].insert(("new", 1), at: 50) }
    // The last item is now beyond the limit of a list.
    #expect(kinds(patch.operations) == ["d", "i"])
    let inserted = try #require(patch.operations.last?.array)
    #expect(inserted[2].string?.contains("2-50") == true)
    #expect(inserted[3].string?.contains("<li data-item=") == true)
    #expect(patch.bytes <= 2_560)
  }

  @Test func `for a moved item, only the move and its changed block are sent`() async throws {
    let patch = try await patch { lists in
      var item = lists[0].remove(at: 90)
      item.price = 5
      lists[0].insert(item, at: 3)
    }
    #expect(kinds(patch.operations) == ["m", "r"])
    #expect(patch.bytes <= 2_560)
  }

  @Test func `a list that becomes empty sends the removals and the block for an empty list`()
    async throws
  {
    let patch = try await patch { $0[0] = [] }
    #expect(kinds(patch.operations).filter { $0 == "d" }.count == 100)
    #expect(patch.operations.last?.array?.last?.string?.contains("Nothing here") == true)
  }

  @Test func `nothing is sent if nothing has changed`() async throws {
    let patch = try await patch { _ in }
    #expect(patch.operations.isEmpty)
  }

  @Test func `a list with duplicate keys is replaced as a whole`() async throws {
    let patch = try await patch { $0[0] = [("same", 1), ("same", 2)] }
    #expect(kinds(patch.operations) == ["r"])
    #expect(patch.operations.first?.array?[1].string == "list0")
  }

  @Test func `a press that changes data sends the changed blocks`() async throws {
    let market = Market()
    try await Site.run(Market.document(), TestClock(), market.configure) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/market")
      let key = try #require(
        browser.attribute("value", after: "1-7</p>"), "the button of the item")
      browser.accept = "application/vnd.flowmagic.patch+json"
      try await browser.press(key, ["note": "typed"])
      let patch = try ParsedJSON(try #require(browser.lastResponse).body).root.value
      let changes = try #require(patch["ops"]?.array)
      #expect(kinds(changes) == ["r"])
      #expect(changes.first?.array?.last?.string?.contains("108") == true)
      // A page requested without the script shows the change, too.
      browser.accept = nil
      try await browser.open("/market/prices")
      #expect(browser.page.contains("108"))
      #expect(browser.page.contains(#"value="typed""#))
    }
  }

  @Test func `a page that another process rendered is replaced as a whole`() async throws {
    let market = Market(3)
    var otherBrowser: TestBrowser?
    try await Site.run(Market.document(), TestClock(), market.configure) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/market")
      otherBrowser = browser
    }
    market.change { $0[0][0].price = 7 }
    try await Site.run(Market.document(), TestClock(), market.configure) { client, _ in
      var browser = TestBrowser(client)
      browser.copyState(of: try #require(otherBrowser))
      let patch = try await patch(&browser)
      #expect(patch["screen"]?.string?.contains("Prices") == true)
    }
  }
}
