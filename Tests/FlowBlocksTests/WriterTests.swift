import FlowBlocks
import FlowCore
import Testing

@Suite struct WriterTests {
  @Test(arguments: ScreenVector.all)
  func `a screen is equal after a round trip through JSON`(
    _ vector: ScreenVector
  ) throws {
    let read = try #require(ScreenParser.parse(vector.json["screen"] ?? .null).screen)
    let (reread, issues) = ScreenParser.parse(read.json)
    #expect(issues == [])
    #expect(reread == read)
  }

  @Test func `no default is added, and everything else is written unchanged`() throws {
    let source = try json(
      """
      {"name": "S", "title": {"$text": "t", "count": "data.n"}, "params": {"type": "object"},
       "state": {"plan": {"type": "string", "default": "year"}},
       "root": {"type": "column", "a11y": {"label": "All", "hidden": false}, "children": [
         {"type": "text", "text": {"$": "output.price", "as": "currency:EUR", "else": 0},
          "showIf": {"state.plan": "year"}, "else": {"type": "divider"}},
         {"type": "text", "text": {"$": "item", "as": "count"}},
         {"type": "video", "video": "v", "poster": "p", "captions": {"silent": true}},
         {"type": "image", "image": {"$": "data.image"}, "alt": {"decorative": true}},
         {"type": "choice", "name": "c", "label": "C", "required": {"state.plan": "year"},
          "options": {"from": "data.list", "value": "item.id", "title": "item.name"}},
         {"type": "button", "title": "Buy", "do": [
           {"set": "plan", "to": "$value"}, {"open": "https://a.example", "in": "browser"},
           {"call": "buy", "with": {"product": {"$": "state.plan"}, "count": 1},
            "then": {"bought": {"fire": "next"}, "failed": {"back": true}}}]}]}}
      """)
    let screen = try #require(ScreenParser.parse(source).screen)
    #expect(screen.json.text(.canonical) == source.text(.canonical))
  }
}
