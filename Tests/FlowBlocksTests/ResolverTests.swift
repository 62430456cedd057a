import FlowBlocks
import FlowCore
import Testing

@Suite struct ResolverTests {
  private func texts(_ screen: ResolvedScreen) -> [String] {
    (screen.root?.blocks(.children) ?? []).map { $0.text(.text) ?? $0.text(.title) ?? "" }
  }

  @Test func `texts are in the user's language, with placeholders filled`() throws {
    let resolved = try screen(#"{"type": "text", "text": {"$text": "hello"}}"#).resolved(
      ScreenValues(outputs: ["name": "Ada"], attributes: ["locale": "de-AT"]),
      in: """
        {"strings": {"en": {"hello": "Hello, {name}"}, "de": {"hello": "Hallo, {output.name}"}}}
        """)
    #expect(texts(resolved) == ["Hallo, Ada"])
  }

  @Test func `bindings are replaced by values or fallbacks`() throws {
    let resolved = try screen(
      """
      {"type": "text", "text": {"$": "output.name", "else": "you"}},
      {"type": "text", "text": {"$": "content.title"}},
      {"type": "text", "text": {"$": "state.plan"}},
      {"type": "text", "text": {"$": "account.plan"}}
      """, state: #"{"plan": {"type": "string", "default": "year"}}"#
    ).resolved(
      ScreenValues(
        attributes: ["account": ["plan": "free"]], content: ["title": "Welcome"]))
    #expect(texts(resolved) == ["you", "Welcome", "year", "free"])
  }

  @Test func `a block is shown while its condition is true`() throws {
    let screen = try screen(
      #"{"type": "text", "text": "Yes", "showIf": {"state.open": true, "country": "DE"}}"#,
      state: #"{"open": {"type": "boolean", "default": false}}"#)
    let program = try screen.program()
    var values = ScreenValues(attributes: ["country": "DE"])
    #expect(texts(program.resolve(values)) == [])
    values.state = ["open": true]
    #expect(texts(program.resolve(values)) == ["Yes"])
  }

  @Test(arguments: [
    ("number", "1234.5", "1.234,5"), ("currency:EUR", "1234.5", "1.234,50 €"),
    ("currency:JPY", "1234.5", "1.235 ¥"), ("percent", "0.254", "25 %"),
    ("count", "[1, 2]", "2"), ("date", "\"2026-03-05\"", "5.3.2026"),
    ("time", "\"2026-03-05T07:05:00Z\"", "07:05"), ("duration", "3661", "1:01:01"),
    ("duration", "-1e300", "0:00"), ("duration", "-1", "0:00"),
    ("currency:EUR", "-0.001", "0,00 €"), ("date", "\"2026-02-30\"", "2026-02-30"),
  ])
  func `values are formatted for the language`(
    _ format: String, _ value: String, _ text: String
  ) throws {
    let resolved = try screen(
      #"{"type": "text", "text": {"$": "data.a", "as": "\#(format)"}}"#
    ).resolved(
      ScreenValues(attributes: ["locale": "de-DE"], data: ["a": json(value)]),
      in: """
        {"formats": {"de": {"decimal": ",", "group": ".", "currency": "n ¤", "percent": "n %",
          "date": "d.M.y", "time": "HH:mm", "plural": "one-other"}}}
        """)
    #expect(texts(resolved) == [text])
  }

  @Test(arguments: [
    (0, "0 Tage"), (1, "1 Tag"), (2, "2 Tage"), (1000, "1.000 Tage"),
  ])
  func `a text has the plural form of its number`(_ count: Int, _ text: String) throws {
    let resolved = try screen(#"{"type": "text", "text": {"$text": "days", "count": "data.n"}}"#)
      .resolved(
        ScreenValues(
          attributes: ["locale": "de"], data: ["n": .number(JSONNumber(count))]),
        in: """
          {"strings": {"de": {"days.one": "{count} Tag", "days.other": "{count} Tage"}},
           "formats": {"de": {"group": ".", "decimal": ",", "plural": "one-other"}}}
          """)
    #expect(texts(resolved) == [text])
  }

  @Test func `a list has a block for each element, with its key`() throws {
    let list = """
      {"type": "list", "id": "prices", "from": "data.watchlist", "key": "item.id", "limit": 2,
       "item": {"type": "text", "text": {"$": "item.name"}},
       "empty": {"type": "text", "text": "Nothing yet"}}
      """
    let program = try screen(list).program()
    let rows = try json(
      #"[{"id": "b", "name": "Bike"}, {"id": "a", "name": "Ants"}, {"id": "c", "name": "C"}]"#)
    let full = program.resolve(ScreenValues(data: ["watchlist": rows]))
    let children = try #require(full.root?.blocks(.children).first).blocks(.children)
    #expect(children.map { $0.text(.text) } == ["Bike", "Ants"])
    #expect(
      children.map(\.key) == [
        "prices[b]/root/children/0/item", "prices[a]/root/children/0/item",
      ])
    let empty = program.resolve(ScreenValues())
    #expect(
      empty.root?.blocks(.children).first?.blocks(.children).map { $0.text(.text) }
        == ["Nothing yet"])
  }

  @Test(arguments: [(-1, [BlockType.spacer]), (1_000, [BlockType.text, .text])])
  func `a list composed in code may have any limit`(limit: Int, shown: [BlockType]) throws {
    let text = Block(.text, [.init(.text, .text(.literal("Row")))])
    let list = Block(
      .list,
      [
        .init(.from, .path(BindingPath(.data, ["rows"]))),
        .init(.key, .path(BindingPath(.item, []))), .init(.item, .block(text)),
        .init(.empty, .block(Block(.spacer))), .init(.limit, .number(JSONNumber(limit))),
      ])
    let resolved = try BlockScreen(name: "Rows", root: list)
      .resolved(ScreenValues(data: ["rows": [1, 2]]))
    #expect(resolved.root?.blocks(.children).map(\.type) == shown)
  }

  @Test func `offers show the products of the store`() throws {
    let offer = """
      {"type": "offer", "name": "plan", "products": ["year", "month", "gone"], "default": "year",
       "title": "{product.name}", "price": "{product.price} a {product.period}",
       "badge": {"year": "Best"}}
      """
    let resolved = try screen(offer).resolved(
      ScreenValues(products: [
        "year": ["name": "Yearly", "price": "€ 60", "period": "year"],
        "month": ["name": "Monthly", "price": "€ 6", "period": "month"],
      ]))
    let items = try #require(resolved.root?.blocks(.children).first).items(.options)
    #expect(items.map { $0.text(.title) } == ["Yearly", "Monthly"])
    #expect(items.map { $0.text(.price) } == ["€ 60 a year", "€ 6 a month"])
    #expect(items.map { $0.text(.badge) } == ["Best", nil])
  }
}
