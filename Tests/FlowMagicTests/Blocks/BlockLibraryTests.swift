import FlowBlocks
import FlowCore
import FlowMagic
import Testing

struct BlockLibraryTests {
  @Test func `the manifest declares the registry's level, data and actions`() throws {
    let manifest = try drawnScreens().manifest()
    let support = BlockSupport(manifest)
    #expect(support.level == BlockVocabulary.level)
    #expect(support.data == ["watchlist"])
    let action = try #require(support.action("purchase"))
    #expect(action.outcomes == ["bought", "failed"])
    #expect(action.keys("bought") == ["receipt"])
    #expect(manifest.unknown["blocks"]?["data"]?.array?.first?["schema"]?["type"] == "array")
  }

  @Test func `the manifest has the previews of custom blocks, and the runtime manifest does not`()
    throws
  {
    let screens = try ScreenRegistry {
      Home.self
    } blocks: {
      Stars.self
    }
    let stars = screens.manifest().unknown["blocks"]?["custom"]?.array?.first
    let preview: JSON = [
      "type": "row", "gap": 1,
      "children": [
        ["type": "icon", "name": "star", "alt": ["decorative": true], "tone": "normal"],
        [
          "type": "text", "text": ["$": "item.count", "as": "count"], "style": "body",
          "tone": "normal",
        ],
      ],
    ]
    #expect(stars?["preview"] == preview)
    let running = screens.runtimeManifest.unknown["blocks"]?["custom"]?.array?.first
    #expect(running == ["name": "Stars"])
  }

  @Test func `a registry without blocks declares none`() throws {
    #expect(try shopScreens().manifest().unknown["blocks"] == nil)
    #expect(try shopScreens().runtimeManifest.unknown["blocks"] == nil)
  }

  @Test func `a document that uses the registry's blocks has no errors`() throws {
    let document = try drawnDocument(
      [emailField, buyButton, nextButton].joined(separator: ","), state: failedState)
    let findings = Verifier(document, manifests: [try drawnScreens().manifest()]).findings()
    #expect(findings.filter { $0.severity == .error } == [])
  }

  @Test func `two actions with one name are rejected at launch`() throws {
    let store = TestStore()
    #expect {
      try ScreenRegistry {
        Home.self
      } blocks: {
        store.purchase
        store.purchase
      }
    } throws: {
      ($0 as? FlowMagicError)?.code == .invalidBlocks
    }
  }

  @Test @MainActor func `the app's own flow may use drawn screens if the registry has blocks`()
    throws
  {
    let document = try drawnDocument(emailField + "," + nextButton)
    _ = try Navigator(screens: drawnScreens(), default: document)
    let withoutBlocks = try ScreenRegistry {
      Home.self
      Account.self
    }
    #expect {
      try Navigator(screens: withoutBlocks, default: document)
    } throws: {
      ($0 as? FlowMagicError)?.message.contains("blocks: {}") == true
    }
  }

  @Test @MainActor func `a screen in code takes precedence over a drawn one with its name`()
    async throws
  {
    struct Form: Screen { enum Port: String, ActionPort { case next } }
    let screens = try ScreenRegistry {
      Home.self
      Form.self
      Account.self
    } blocks: {
    }
    let navigator = try Navigator(
      screens: screens, default: drawnDocument(emailField + "," + nextButton))
    await navigator.start()
    navigator.screen(Home.self)?.fire(.signUp)
    #expect(navigator.screen(Form.self) != nil)
    #expect(navigator.drawnScreen == nil)
  }

  @Test @MainActor func `a host needs a view for drawn screens if there may be any`() async throws {
    let document = try drawnDocument(emailField + "," + nextButton)
    let navigator = try Navigator(screens: drawnScreens(), default: document)
    #expect {
      try ScreenHost(navigator) {
        For(Home.self) { _ in "home" }
        For(Account.self) { _ in "account" }
      }
    } throws: {
      ($0 as? FlowMagicError)?.message.contains("ForDrawn") == true
    }
    let host = try ScreenHost(navigator) {
      For(Home.self) { _ in "home" }
      For(Account.self) { _ in "account" }
      ForDrawn { drawn in "drawn: \(drawn.screen.name)" }
    }
    await navigator.start()
    navigator.screen(Home.self)?.fire(.signUp)
    #expect(host.view == "drawn: Form")
    #expect(host.views == ["home", "drawn: Form"])
  }

  @Test @MainActor func `a view for drawn screens that are never shown is reported at launch`()
    throws
  {
    let navigator = try Navigator(screens: shopScreens(), default: shopDocument())
    #expect {
      try ScreenHost(navigator) {
        For(Home.self) { _ in "" }
        For(Login.self) { _ in "" }
        For(Email.self) { _ in "" }
        For(Age.self) { _ in "" }
        For(Summary.self) { _ in "" }
        ForDrawn { _ in "" }
      }
    } throws: {
      ($0 as? FlowMagicError)?.code == .screenWithoutView
    }
  }
}
