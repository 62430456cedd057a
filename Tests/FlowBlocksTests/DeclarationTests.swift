import FlowBlocks
import FlowCore
import Testing

@Suite struct DeclarationTests {
  private let email =
    #"{"type": "input", "kind": "email", "name": "email", "label": "E", "required": true}"#
  private let next = #"{"type": "button", "title": "N", "do": [{"fire": "next"}]}"#

  private func declaration(
    _ blocks: String, in build: BlockSupport = fullSupport
  ) throws -> ScreenDeclaration {
    try #require(try screen(blocks).declaration(in: build))
  }

  @Test func `a port provides the required fields of the form`() throws {
    let result = try declaration(
      email + "," + #"{"type": "date", "name": "birthday", "label": "B"}"# + "," + next)
    #expect(result.ports == [PortDeclaration(name: "next", provides: ["email"])])
    #expect(result.provides.map(\.key) == ["email", "birthday"])
    #expect(result.provides.map(\.type) == [.string, .date])
  }

  @Test func `a conditional field is guaranteed only for a button with its condition`() throws {
    let condition = #"{"output.wantsMail": true}"#
    let hidden = """
      {"type": "input", "kind": "email", "name": "email", "label": "E", "required": true,
       "showIf": \(condition)}
      """
    #expect(try declaration(hidden + "," + next).ports[0].provides == [])
    let inside = """
      {"type": "column", "showIf": \(condition), "children": [\(email), \(next)]}
      """
    #expect(try declaration(inside).ports[0].provides == ["email"])
    #expect(try declaration(inside + "," + next).ports[0].provides == [])
  }

  @Test func `a button that does not submit provides nothing`() throws {
    let skip = #"{"type": "button", "title": "S", "submits": false, "do": [{"fire": "skip"}]}"#
    let result = try declaration(email + "," + next + "," + skip)
    #expect(result.ports.map(\.provides) == [["email"], []])
  }

  @Test func `a binding without else is a need unless a condition guarantees it`() throws {
    #expect(
      try declaration(#"{"type": "text", "text": {"$": "output.name"}}"#).needs.map(\.key)
        == ["name"])
    #expect(
      try declaration(#"{"type": "text", "text": {"$": "output.name", "else": "you"}}"#).needs
        == [])
    for condition in [
      #"{"output.name": {"$exists": true}}"#, #"{"output.name": {"$exists": 1}}"#,
      #"{"output.name": "Ada"}"#,
      #"{"$and": [{"country": "DE"}, {"output.name": {"$in": ["Ada", "Grace"]}}]}"#,
    ] {
      let text =
        #"{"type": "text", "showIf": \#(condition), "text": {"$": "output.name"}}"#
      #expect(try declaration(text).needs == [])
    }
    for condition in [
      #"{"output.name": {"$ne": "Ada"}}"#, #"{"output.name": {"$gt": 1}}"#,
      #"{"$or": [{"output.name": "Ada"}, {"country": "DE"}]}"#, #"{"output.age": "9"}"#,
    ] {
      let text =
        #"{"type": "text", "showIf": \#(condition), "text": {"$": "output.name"}}"#
      #expect(try declaration(text).needs.map(\.key) == ["name"])
    }
  }

  @Test func `a build that does not support blocks lacks the screen`() throws {
    #expect(try screen(next).declaration(in: BlockSupport()) == nil)
  }

  @Test func `a block that the build lacks is replaced by its else`() throws {
    let stars = #"{"type": "custom", "name": "Stars", "else": \#(next)}"#
    #expect(try declaration(stars).ports == [])
    #expect(try declaration(stars, in: BlockSupport(level: 1)).ports.map(\.name) == ["next"])
    var missing: [BlockType] = []
    _ = try screen(#"{"type": "custom", "name": "Stars"}"#)
      .declaration(in: BlockSupport(level: 1)) { missing.append($0.type) }
    #expect(missing == [.custom])
  }

  @Test func `a button whose action the build lacks is omitted`() throws {
    let buy = """
      {"type": "button", "title": "Buy", "do": [{"call": "purchase",
        "then": {"bought": {"fire": "done"}, "cancelled": {"back": true}}}], "else": \(next)}
      """
    let result = try declaration(buy)
    #expect(result.ports == [PortDeclaration(name: "done", provides: ["receipt"])])
    #expect(try declaration(buy, in: BlockSupport(level: 1)).ports.map(\.name) == ["next"])
  }

  @Test func `a button whose action reads data that the build lacks is omitted`() throws {
    func buy(_ key: String) -> String {
      """
      {"type": "button", "title": "Buy", "do": [{"call": "purchase",
        "with": {"product": {"$": "data.\(key)"}}, "then": {"bought": {"fire": "done"}}}],
       "else": \(next)}
      """
    }
    #expect(try declaration(buy("watchlist")).ports.map(\.name) == ["done"])
    #expect(try declaration(buy("offers")).ports.map(\.name) == ["next"])
    let blockScreen = try screen(buy("offers"))
    let shown = blockScreen.declaration(in: BlockSupport(showing: blockScreen))
    #expect(shown?.ports.map(\.name) == ["done"])
  }

  @Test func `a screen without its button or a needed field is an error`() throws {
    let document = try FlowDocument(
      parsing: Array(
        """
        {"schema": 1, "flows": [{"id": "main", "start": "email", "steps": [
          {"id": "email", "screen": "Screen", "ports": {"next": [{"to": "end"}]}},
          {"id": "end", "screen": "End"}]}]}
        """.utf8))
    func codes(_ blocks: String) throws -> [FindingCode] {
      let end = ScreenDeclaration(name: "End", needs: [KeyDeclaration(key: "email", type: .string)])
      let manifest = Manifest(screens: [try declaration(blocks), end])
      return Verifier(document, manifests: [manifest]).findings()
        .filter { $0.severity == .error }.map(\.code)
    }
    #expect(try codes(email + "," + next) == [])
    #expect(try codes(email) == [.unknownPort, .needNotProvided])
    #expect(try codes(next) == [.needNotProvided])
  }
}
