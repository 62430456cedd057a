import FlowCore
import FlowMagic
import Testing

struct ScreenStepTests {
  func main() throws -> Flow {
    try Flow("main") {
      ScreenStep(Home.self, content: .init(headline: "Hello"))
        .on(.signUp, when: ["country": "DE"], to: "legal", style: .sheet)
        .on(.signUp, to: Email.self)
        .on(.login, to: Login.self)
      ScreenStep(Login.self).on(.next, finish: "in").on(.forgot, flow: "help")
      ScreenStep(Age.self, id: "legal").shown(when: ["old": false]).on(.next, to: Email.self)
      ScreenStep(Email.self, json: ["title": "Your email"])
        .on(.next, to: Summary.self)
        .on(.skip, to: Home.self, style: .root)
      ScreenStep(Summary.self).on(.next, finish: "done")
    }
  }

  @Test func `a flow written in Swift equals the document`() throws {
    let expected = try FlowDocument(
      parsing: """
        { "schema": 1, "flows": [ { "id": "main", "start": "home", "steps": [
          { "id": "home", "screen": "Home", "content": { "headline": "Hello" }, "ports": {
            "signUp": [{ "when": { "country": "DE" }, "to": "legal", "style": "sheet" },
                       { "to": "email" }],
            "login": [{ "to": "login" }] } },
          { "id": "login", "screen": "Login",
            "ports": { "next": [{ "finish": "in" }], "forgot": [{ "flow": "help" }] } },
          { "id": "legal", "screen": "Age", "showWhen": { "old": false },
            "ports": { "next": [{ "to": "email" }] } },
          { "id": "email", "screen": "Email", "content": { "title": "Your email" }, "ports": {
            "next": [{ "to": "summary" }], "skip": [{ "to": "home", "style": "root" }] } },
          { "id": "summary", "screen": "Summary",
            "ports": { "next": [{ "finish": "done" }] } } ] } ] }
        """)
    #expect(try main() == expected.flows[0])
  }

  @Test func `a flow written in Swift is part of the manifest`() throws {
    let manifest = try shopScreens().manifest(application: "shop", flows: [main()])
    #expect(try Manifest(parsing: manifest.json.text(.compact)).flows == [main()])
  }

  @Test func `a duplicate step, no step and a missing target are rejected with their names`() {
    func message(@FlowBuilder _ steps: () -> [FlowStep]) -> String? {
      do throws(FlowMagicError) {
        _ = try Flow("main", steps)
        return nil
      } catch {
        return error.code == .invalidFlow ? error.message : nil
      }
    }
    #expect(message { ScreenStep(Home.self).on(.login, to: Login.self) }?.contains("login") == true)
    #expect(message {}?.contains("main") == true)
    let twice = message {
      ScreenStep(Home.self)
      ScreenStep(Home.self)
    }
    #expect(twice?.contains("home") == true)
  }

  @MainActor
  @Test(
    arguments: [
      [], [Continuation(outcome: nil, destination: Destination(.flow("lost", then: [])))],
    ] as [[Continuation]])
  func `a route to a flow that the document lacks is rejected with both names`(
    then: [Continuation]
  ) throws {
    let target: Name = then.isEmpty ? "lost" : "main"
    let flow = try Flow("main") {
      ScreenStep(Login.self).on(.next, finish: "in").on(.forgot, flow: target, then: then)
    }
    #expect {
      try Navigator(screens: shopScreens(), default: FlowDocument(flows: [flow]))
    } throws: {
      let error = $0 as? FlowMagicError
      return error?.code == .invalidFlow
        && error?.message.contains("Step login of the app's own flow main") == true
        && error?.message.contains("the flow lost") == true
    }
  }
}
