import FlowMagic
import Testing

@testable import Shop

@Suite @MainActor struct DrawnPageTests {
  private static let document = """
    {"schema": 1, "flows": [{"id": "main", "start": "goal", "steps": [
       {"id": "goal", "screen": "Goal", "ports": {"next": [{"finish": "done"}]}}]}],
     "screens": [{"name": "Goal", "root": {"type": "column", "gap": 0, "children": [
       {"type": "text", "text": "Your goal", "role": "heading1"},
       {"type": "input", "kind": "name", "name": "name", "label": "Name", "required": true},
       {"type": "choice", "name": "goal", "label": "Goal", "options": [
         {"value": "run", "title": "Run"}, {"value": "sleep", "title": "Sleep"}]},
       {"type": "button", "title": "Continue", "do": [{"fire": "next"}]}]}}]}
    """

  private func navigator() async throws -> Navigator {
    let navigator = try Navigator(
      screens: ShopFlows.screens(), default: FlowDocument(parsing: Self.document))
    await navigator.start()
    return navigator
  }

  private func lines(_ page: Page, _ state: PageState) -> [String] {
    PageView(columns: 60, rows: 20, hasColor: false).lines(page, state, .init())
      .map { $0.filter { !"│ ".contains($0) } }
  }

  @Test func `the fields, options and buttons of a drawn screen are used with keys`() async throws {
    let navigator = try await navigator()
    let host = try ShopPages.host(navigator)
    var state = PageState()
    let keys: [Key] =
      "Mirra".map { .character($0) } + [.backspace, .backspace, .character("a")]
      + [.enter, .down, .character(" "), .down]
    for key in keys { #expect(state.press(key, on: try #require(host.view)) == nil) }
    let page = try #require(host.view)
    #expect(
      lines(page, state).contains("Mira____________________________"), "\(lines(page, state))")
    #expect(lines(page, state).contains("(•)Sleep"))
    #expect(state.press(.enter, on: page) == nil)
    #expect(navigator.outcome == "done")
  }

  @Test func `an incomplete form is not submitted, and its errors are shown`() async throws {
    let navigator = try await navigator()
    let host = try ShopPages.host(navigator)
    var state = PageState()
    for key in [Key.up, .enter] { _ = state.press(key, on: try #require(host.view)) }
    let page = try #require(host.view)
    #expect(lines(page, state).contains("!Fillthisin."))
    #expect(navigator.outcome == nil)
    #expect(state.press(.escape, on: page) == .back)
  }
}
