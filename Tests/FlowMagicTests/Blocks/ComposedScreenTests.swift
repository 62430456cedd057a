import FlowBlocks
import FlowCore
import FlowMagic
import Testing

struct SignUp: FlowOutput {
  var email: String?
  var pin: String?
  var age: Int?
  var plan: Plan?
  enum Plan: String, Codable, Sendable, CaseIterable { case free, plus }
}

struct EmailForm: ComposedScreen {
  enum Port: String, ActionPort { case next, skip }
  typealias Outputs = SignUp

  static var body: [Block] {
    text("Your email", .title)
    input(\.email, "Email", .email).required()
    input(\.pin, "PIN", .password)
    row {
      button("Skip", fire: .skip, style: .plain, submits: false)
      button("Continue", fire: .next).id("next")
    }
  }
}

struct PlanForm: ComposedScreen {
  enum Port: String, ActionPort { case next }
  typealias Outputs = SignUp

  static var body: [Block] {
    text(\.email).id("email")
    number(\.age, "Age", in: 18...120)
    choice(\.plan, "Plan", [.free: "Free", .plus: "Plus"]).required()
    card {
      custom(Stars.self, Stars.Properties(count: 4)).id("stars")
    }
    button(.localized("next"), fire: .next).id("next")
  }
}

struct Stars: CustomBlock {
  struct Properties: Codable, Sendable, Equatable { var count: Int }

  static func preview(_ stars: BoundValue<Properties>) -> Block? {
    row(gap: 1) {
      icon("star", alt: nil)
      text(stars.count, as: .count)
    }
  }
}

/// A screen with state that calls an action of the app.
struct Offer: ComposedScreen {
  enum Port: String, ActionPort { case next }
  typealias Outputs = Trip
  struct LocalState: ScreenState { var isYearly = true }

  static var body: [Block] {
    text("Every year", .headline).shown(when: state.isYearly, is: true).id("yearly")
    button("Monthly", do: .set(\.isYearly, to: false)).id("monthly")
    button(
      "Pay", do: .call(pay, with: [.set(\.product, to: "year")], then: [.paid: .fire(.next)])
    ).id("pay")
  }
}

@MainActor struct ComposedScreenTests {
  let events = RecordedEvents()

  static func screens() throws -> ScreenRegistry {
    try ScreenRegistry {
      EmailForm.self
      PlanForm.self
    } blocks: {
      Stars.self
    }
  }

  static func document() throws -> FlowDocument {
    try FlowDocument(
      parsing: """
        { "schema": 1, "defaultLocale": "en", "strings": {
            "en": { "next": "Continue" }, "de": { "next": "Weiter" } },
          "flows": [ { "id": "main", "start": "account", "steps": [
            { "id": "account", "screen": "EmailForm",
              "ports": { "next": [{ "to": "subscription" }], "skip": [{ "finish": "skipped" }] } },
            { "id": "subscription", "screen": "PlanForm",
              "ports": { "next": [{ "finish": "done" }] } }
          ] } ] }
        """)
  }

  func navigator() async throws -> Navigator {
    let navigator = try Navigator(
      screens: Self.screens(), default: Self.document(), context: ["locale": "de"],
      events: events)
    await navigator.start()
    return navigator
  }

  @Test func `blocks in code declare what the screen provides and needs`() throws {
    let manifest = try Self.screens().manifest()
    let email = manifest.screens[0]
    #expect(email.ports.map(\.name) == ["skip", "next"])
    #expect(email.provides.map(\.key) == ["email", "pin"])
    #expect(email.ports.map(\.provides) == [[], ["email"]])
    let plan = manifest.screens[1]
    #expect(plan.needs.map(\.key) == ["email"])
    #expect(plan.provides.map(\.key) == ["age", "plan"])
    #expect(Verifier(try Self.document(), manifests: [manifest]).findings() == [])
    #expect(BlockSupport(manifest).customBlocks == ["Stars"])
  }

  @Test func `composed screens are shown, filled and left`() async throws {
    let navigator = try await navigator()
    let host = try ScreenHost(navigator) { ForDrawn { drawn in drawn.screen.name } }
    #expect(host.view == "EmailForm")
    let email = try #require(navigator.drawnScreen)
    email.press("next")
    #expect(email.screen.errors.map(\.field) == ["email"])
    email.enter("mira@example.com", in: "email")
    email.press("next")
    let plan = try #require(navigator.drawnScreen)
    #expect(plan.screen.block("email")?.text(.text) == "mira@example.com")
    #expect(plan.screen.block("next")?.text(.title) == "Weiter")
    #expect(
      plan.screen.block("stars")?.properties(of: Stars.self) == Stars.Properties(count: 4))
    plan.enter("42", in: "age")
    plan.enter("plus", in: "plan")
    plan.press("next")
    #expect(navigator.outcome == "done")
    #expect(navigator.outputs(SignUp.self).age == 42)
    #expect(navigator.outputs(SignUp.self).plan == .plus)
    #expect(events.problems == [])
  }

  @Test func `secrets of a composed screen are not saved`() async throws {
    let navigator = try await navigator()
    let email = try #require(navigator.drawnScreen)
    email.enter("mira@example.com", in: "email")
    email.enter("12345678", in: "pin")
    #expect(navigator.state.saved?.text().contains("12345678") == false)
    email.press("next")
    #expect(navigator.outputs(SignUp.self).pin == "12345678")
    #expect(navigator.state.saved?.text().contains("12345678") == false)
  }

  @Test func `a port that no block fires is reported at launch`() throws {
    struct Dead: ComposedScreen {
      enum Port: String, ActionPort { case next, never }
      static var body: [Block] { button("Continue", fire: .next) }
    }
    #expect {
      try ScreenRegistry { Dead.self }
    } throws: {
      ($0 as? FlowMagicError)?.message.contains("port never") == true
    }
  }

  @Test func `two fields with one output are reported at launch`() throws {
    struct Twice: ComposedScreen {
      enum Port: String, ActionPort { case next }
      typealias Outputs = SignUp
      static var body: [Block] {
        input(\.email, "Email", .email)
        input(\.email, "Email again", .email)
        button("Continue", fire: .next)
      }
    }
    #expect {
      try ScreenRegistry { Twice.self }
    } throws: {
      ($0 as? FlowMagicError)?.code == .invalidScreen
    }
  }

  @Test func `a call in code declares what its action provides`() throws {
    let screens = try ScreenRegistry {
      Offer.self
    } blocks: {
      pay
    }
    let offer = screens.manifest().screens[0]
    #expect(offer.ports.map(\.provides) == [["receipt"]])
    #expect(offer.provides.map(\.key) == ["receipt"])
  }

  @Test func `a button of a composed screen sets its state`() async throws {
    let screens = try ScreenRegistry {
      Offer.self
    } blocks: {
      pay
    }
    let document = try FlowDocument(
      parsing: """
        { "schema": 1, "flows": [ { "id": "main", "start": "offer", "steps": [
          { "id": "offer", "screen": "Offer", "ports": { "next": [{ "finish": "done" }] } } ] } ] }
        """)
    let navigator = try Navigator(screens: screens, default: document, events: events)
    await navigator.start()
    let offer = try #require(navigator.drawnScreen)
    #expect(offer.screen.block("yearly") != nil)
    offer.press("monthly")
    #expect(offer.screen.block("yearly") == nil)
  }

  @Test func `an action that the registry does not declare is reported at launch`() throws {
    #expect {
      try ScreenRegistry { Offer.self }
    } throws: {
      ($0 as? FlowMagicError)?.message.contains("button /root/children/2") == true
    }
  }

  @Test func `a property without a coding key is reported at launch`() throws {
    struct Computed: ComposedScreen {
      typealias Port = NoPort
      struct LocalState: ScreenState {
        var count = 0
        var double: Int { count * 2 }
      }
      static var body: [Block] { text(state.double, as: .number) }
    }
    #expect {
      try ScreenRegistry { Computed.self }
    } throws: {
      ($0 as? FlowMagicError)?.code == .unknownOutput
    }
  }
}
