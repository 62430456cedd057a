import FlowCore
import Testing

@Suite struct ChangeTests {
  /// An edit of the document `onboarding` and its expected description.
  struct Edit: Sendable, CustomTestStringConvertible {
    let kind: ChangeKind
    let sentence: String
    let apply: @Sendable (inout FlowDocument) -> Void
    var testDescription: String { sentence }
    init(
      _ kind: ChangeKind, _ sentence: String,
      _ apply: @escaping @Sendable (inout FlowDocument) -> Void
    ) {
      self.kind = kind
      self.sentence = sentence
      self.apply = apply
    }
  }

  static let edits: [Edit] = [
    Edit(.application, "The application is now “store” instead of “shop”.") {
      $0.application = "store"
    },
    Edit(.start, "Flow “onboarding” now starts at “done” instead of “welcome”.") {
      $0.flows[0].start = "done"
    },
    Edit(.flowAdded, "Flow “checkout” is new, with 1 step.") {
      $0.flows.append(Flow(id: "checkout", start: "a", steps: [FlowStep(id: "a", screen: "A")]))
    },
    Edit(.flowRemoved, "Flow “onboarding” was removed.") { $0.flows = [] },
    Edit(.stepAdded, "Step “legal” is new; it shows screen “Info”.") {
      $0.flows[0].steps.insert(FlowStep(id: "legal", screen: "Info"), at: 0)
    },
    Edit(.stepRemoved, "Step “done” was removed.") { $0.flows[0].steps.removeLast() },
    Edit(.screen, "“welcome” now shows screen “Hello” instead of “Info”.") {
      $0.flows[0].steps[0].screen = "Hello"
    },
    Edit(
      .content,
      "On “welcome”, the content changed: “title” is now “Hi” instead of “Welcome”, “body” is new"
        + " and “image.url” is new."
    ) {
      $0.flows[0].steps[0].content = ["title": "Hi", "body": "", "image.url": 1]
    },
    Edit(.content, "On “welcome”, the content was removed.") {
      $0.flows[0].steps[0].content = .none
    },
    Edit(.content, "On “done”, the content is new.") { $0.flows[0].steps[1].content = .null },
    Edit(
      .showWhen, "“done” is now always shown; before, only when the output of “email” exists."
    ) {
      $0.flows[0].steps[1].showWhen = .none
    },
    Edit(.showWhen, "“welcome” is now shown only when country is DE.") {
      $0.flows[0].steps[0].showWhen = ["country": "DE"]
    },
    Edit(
      .showWhen,
      "“done” is now shown only when a is 1; before, when the output of “email” exists."
    ) {
      $0.flows[0].steps[1].showWhen = ["a": 1]
    },
    Edit(.portAdded, "On “done”, port “skip” is new: it leads to “welcome” as a sheet.") {
      let back = Route(target: .destination(Destination(.step("welcome"), style: .sheet)))
      $0.flows[0].steps[1].ports.insert(FlowPort(name: "skip", routes: [back]), at: 0)
    },
    Edit(.portRemoved, "On “done”, port “next” was removed.") {
      $0.flows[0].steps[1].ports = []
    },
    Edit(
      .routeAdded, "On “welcome”, “next” now ends the flow with “left” when plan is one of a or b."
    ) {
      let end = Route(
        when: ["plan": ["$in": ["a", "b"]]], target: .destination(Destination(.finish("left"))))
      $0.flows[0].steps[0].ports[0].routes.insert(end, at: 1)
    },
    Edit(
      .routeRemoved,
      "On “welcome”, “next” no longer leads to “legal” when country is one of DE or AT."
    ) {
      $0.flows[0].steps[0].ports[0].routes.removeFirst()
    },
    Edit(
      .destination,
      "On “welcome”, “next” now leads to “terms” when country is one of DE or AT; before, it led to"
        + " “legal”."
    ) {
      $0.flows[0].steps[0].ports[0].routes[0].target = .destination(Destination(.step("terms")))
    },
    Edit(
      .destination,
      "On “welcome”, “next” now leads to “email” covering the screen; before, it led"
        + " to “email”."
    ) {
      let route = Destination(.step("email"), style: .cover)
      $0.flows[0].steps[0].ports[0].routes[2].target = .destination(route)
    },
    Edit(
      .destination,
      "On “done”, “next” now enters flow “pay”, where “paid” ends the flow with “completed” and"
        + " any other outcome leads to “welcome”; before, it ended the flow with “completed”."
    ) {
      let then = [
        Continuation(outcome: "paid", destination: Destination(.finish("completed"))),
        Continuation(outcome: nil, destination: Destination(.step("welcome"))),
      ]
      $0.flows[0].steps[1].ports[0].routes[0].target = .destination(
        Destination(.flow("pay", then: then)))
    },
    Edit(
      .condition,
      "On “welcome”, “next” now leads to “legal” when country is DE; before, when country is one of"
        + " DE or AT."
    ) {
      $0.flows[0].steps[0].ports[0].routes[0].when = ["country": "DE"]
    },
    Edit(
      .routeOrder,
      "On “welcome”, “next” now tries its routes in another order: “email”, experiment"
        + " “short-form” and “legal”."
    ) {
      $0.flows[0].steps[0].ports[0].routes.reverse()
    },
    Edit(
      .splitShares,
      "On “welcome”, “next” runs experiment “short-form”, which now gives 70.5% “long” and"
        + " 50% “short”; before, 50% “long” and 50% “short”."
    ) {
      $0.editSplit { $0.variants[0].weight = JSONNumber(0.705) }
    },
    Edit(
      .splitVariants,
      "On “welcome”, “next” runs experiment “short-form”, which now has its variants in another "
        + "order: “short” and “long”; users may get another variant."
    ) {
      $0.editSplit { $0.variants.reverse() }
    },
    Edit(
      .destination,
      "On “welcome”, “next” runs experiment “short-form”, which now sends “short” elsewhere:"
        + " it ends the flow with “x”; before, it led to “done”."
    ) {
      $0.editSplit { $0.variants[1].destination = Destination(.finish("x")) }
    },
    Edit(
      .splitSettings,
      "On “welcome”, “next” runs experiment “short-form”, which now includes 10% of the users"
        + " instead of 100%."
    ) {
      $0.editSplit { $0.coverage = JSONNumber(0.1) }
    },
    Edit(
      .splitSettings,
      "On “welcome”, “next” runs experiment “short-form”, which now identifies users by"
        + " “deviceId” instead of “userId”."
    ) {
      $0.editSplit { $0.by = "deviceId" }
    },
    Edit(
      .splitSettings,
      "On “welcome”, “next” runs experiment “short-form”, which now reassigns its users;"
        + " they may get another variant."
    ) {
      $0.editSplit { $0.seed = "2" }
    },
    Edit(
      .destination,
      "On “done”, “next” now runs experiment “exit”, which gives 50% “stay” and 50% “leave”;"
        + " before, it ended the flow with “completed”."
    ) {
      let split = Split(
        experiment: "exit",
        variants: [
          Split.Variant(
            key: "stay", weight: JSONNumber(0.5), destination: Destination(.step("welcome"))),
          Split.Variant(
            key: "leave", weight: JSONNumber(0.5), destination: Destination(.finish("completed"))),
        ])
      $0.flows[0].steps[1].ports[0].routes[0].target = .split(split)
    },
    Edit(
      .splitSettings,
      "On “welcome”, “next” now runs experiment “long-form” instead of “short-form”."
    ) {
      $0.editSplit { $0.experiment = "long-form" }
    },
    Edit(.section, "Section “First steps” is new, with welcome and done.") {
      $0.flows[0].unknown["sections"] = ["first": ["title": "First steps", "color": "blue"]]
      for index in 0..<2 { $0.flows[0].steps[index].unknown["section"] = "first" }
    },
    Edit(.language, "“de” is a new language with 1 text.") {
      $0.strings = [StringTable(locale: "de", entries: [.init(key: "a", text: "b")])]
    },
    Edit(.language, "The application now supports the language “de”.") { $0.locales = ["de"] },
    Edit(.language, "The default language is now “de”.") { $0.defaultLocale = "de" },
    Edit(.segment, "Segment “beta” is new, with 2 values.") {
      $0.segments = [Segment(name: "beta", values: [1, 2])]
    },
    Edit(.attribute, "Attribute “plan” is new; its type is string.") {
      $0.attributes = [AttributeDeclaration(name: "plan", type: .string)]
    },
    Edit(.unknown, "The additional member “note” of step “done” is new.") {
      $0.flows[0].steps[1].unknown["note"] = 1
    },
  ]

  @Test func `attack: differences in content are limited in number and size`() throws {
    func sentence(_ old: JSON, _ new: JSON) throws -> String {
      func document(_ content: JSON) -> FlowDocument {
        FlowDocument(flows: [
          Flow(id: "f", start: "a", steps: [FlowStep(id: "a", screen: "A", content: content)])
        ])
      }
      return try #require(document(old).changes(to: document(new)).first).sentence
    }
    func object(_ count: Int, _ value: JSON) -> JSON {
      .object(JSONObject((0..<count).map { .init(key: Name("m\($0)"), value: value) }))
    }
    #expect(
      try sentence(object(101, 1), object(101, 2))
        == "On “a”, the content changed: it is different.")
    #expect(try sentence(object(100, 1), object(100, 2)).contains("“m99” is now 2 instead of 1"))
    let long = Name(String(repeating: "k", count: 600))
    func nested(_ value: JSON) -> JSON {
      ["around": .object(JSONObject([.init(key: long, value: object(50, value))]))]
    }
    #expect(
      try sentence(nested(1), nested(2))
        == "On “a”, the content changed: “around.\(long)” is different.")
  }

  @Test(arguments: edits)
  func `an edit is described by one sentence`(_ edit: Edit) throws {
    let old = try FlowDocument(parsing: onboarding)
    var new = old
    edit.apply(&new)
    let changes = old.changes(to: new)
    #expect(changes.map(\.sentence) == [edit.sentence])
    #expect(changes.first?.kind == edit.kind)
  }

  @Test func `texts, segments and attributes are compared by name`() {
    let old = FlowDocument(
      strings: [
        StringTable(
          locale: "en",
          entries: [.init(key: "a", text: "A"), .init(key: "b", text: "B")]),
        StringTable(locale: "fr", entries: []),
      ], locales: ["en", "fr"],
      segments: [Segment(name: "beta", values: [1, "x y"]), Segment(name: "gone", values: [])],
      attributes: [.init(name: "plan", type: .string), .init(name: "gone", type: .any)])
    let new = FlowDocument(
      strings: [
        StringTable(
          locale: "en",
          entries: [.init(key: "c", text: "C"), .init(key: "a", text: "AA")])
      ], locales: ["en"],
      segments: [Segment(name: "beta", values: [1, 2, 3, 4, 5, 6, 7])],
      attributes: [.init(name: "plan", type: .number)])
    #expect(
      old.changes(to: new).map(\.sentence) == [
        "In “en”, text “c” is new: “C”.",
        "In “en”, text “a” now reads “AA” instead of “A”.",
        "In “en”, text “b” was removed.",
        "The texts in “fr” were removed.",
        "The application no longer supports the language “fr”.",
        "Segment “beta” now has 2, 3, 4, 5, 6 and 1 more and no longer has “x y”.",
        "Segment “gone” was removed.",
        "Attribute “plan” is now of type number instead of string.",
        "Attribute “gone” was removed.",
      ])
  }

  @Test func `a change names its location`() throws {
    let old = try FlowDocument(parsing: onboarding)
    var new = old
    new.flows[0].steps[0].ports[0].routes.removeLast()
    new.flows[0].steps[1].content = 1
    #expect(
      old.changes(to: new).map(\.location) == [
        FlowLocation(flow: "onboarding", step: "welcome", port: "next", route: 2),
        FlowLocation(flow: "onboarding", step: "done"),
      ])
  }

  @Test func `a destination that another route or variant still has is not reported as removed`()
    throws
  {
    let shop = """
      { "schema": 1, "flows": [{ "id": "shop", "start": "a", "steps": [
        { "id": "a", "screen": "A", "ports": { "go": [ROUTES] } } ] }] }
      """
    func sentences(_ old: String, _ new: String) throws -> [String] {
      try FlowDocument(parsing: shop.replacing("ROUTES", with: old))
        .changes(to: FlowDocument(parsing: shop.replacing("ROUTES", with: new))).map(\.sentence)
    }
    let german = #"{ "when": { "country": "DE" }, "to": "legal" }, "#
    #expect(
      try sentences(german + #"{ "to": "home" }"#, #"{ "to": "legal" }"#) == [
        "On “a”, “go” now leads to “legal”; before, it led to “home”.",
        "On “a”, “go” lost a route that led to “legal” when country is DE; another one still does.",
      ])
    let split =
      #"{ "split": { "experiment": "e", "variants": "#
      + #"[{ "key": "A", "to": "legal" }, { "key": "B", "to": "home" }] } }"#
    #expect(
      try sentences(german + #"{ "to": "home" }"#, split) == [
        "On “a”, “go” now runs experiment “e”, which gives an equal share “A” and an equal share "
          + "“B”; before, it led to “home”.",
        "On “a”, “go” lost a route that led to “legal” when country is DE; another one still does.",
      ])
    #expect(
      try sentences(german + #"{ "to": "home" }"#, #"{ "to": "home" }"#) == [
        "On “a”, “go” no longer leads to “legal” when country is DE."
      ])
  }

  @Test func `a document has no changes compared with itself`() {
    for seed in 0..<300 {
      var random = SeededRandom(seed: seed)
      let document = random.document()
      #expect(document.changes(to: document).isEmpty, "seed \(seed)")
    }
  }

  @Test func `an insignificant order is not a change`() {
    for seed in 0..<300 {
      var random = SeededRandom(seed: seed)
      var document = random.document()
      document.makeIDsUnique()
      var other = document
      for index in other.flows.indices {
        other.flows[index].steps.shuffle(using: &random)
        for step in other.flows[index].steps.indices {
          other.flows[index].steps[step].ports.shuffle(using: &random)
        }
      }
      for index in other.strings.indices { other.strings[index].entries.shuffle(using: &random) }
      other.strings.shuffle(using: &random)
      other.locales.shuffle(using: &random)
      for index in other.segments.indices { other.segments[index].values.shuffle(using: &random) }
      other.segments.shuffle(using: &random)
      other.attributes.shuffle(using: &random)
      other.number = 7
      #expect(document.changes(to: other).map(\.sentence) == [], "seed \(seed)")
    }
  }

  @Test func `two documents have no changes exactly if they are equal`() {
    for seed in 0..<2000 {
      var random = SeededRandom(seed: seed)
      let old = FlowDocument(flows: [Flow(id: "f", start: "s", steps: [random.smallStep()])])
      let new = FlowDocument(flows: [Flow(id: "f", start: "s", steps: [random.smallStep()])])
      let changes = old.changes(to: new)
      #expect(
        changes.isEmpty == (old.json.text() == new.json.text()), "seed \(seed): \(changes)")
      #expect(changes == old.changes(to: new))
      for change in changes {
        #expect(change.sentence.hasSuffix("."))
        #expect(change.location.flow == "f")
      }
    }
  }
}

extension FlowDocument {
  /// Edits the split of the document `onboarding`.
  fileprivate mutating func editSplit(_ edit: (inout Split) -> Void) {
    guard case .split(var split) = flows[0].steps[0].ports[0].routes[1].target else { return }
    edit(&split)
    flows[0].steps[0].ports[0].routes[1].target = .split(split)
  }

  fileprivate mutating func makeIDsUnique() {
    for index in flows.indices {
      flows[index].id = Name("flow" + index.description)
      for step in flows[index].steps.indices {
        flows[index].steps[step].id = Name("step" + step.description)
      }
    }
  }
}

extension SeededRandom {
  /// A step with few possibilities, so that two are often equal.
  fileprivate mutating func smallStep() -> FlowStep {
    let routes = list(2) { random -> Route in
      let step = Destination(.step(random.pick(["a", "b"])))
      return Route(when: random.maybe(50) { ["x": $0.pick([1, 2])] }, target: .destination(step))
    }
    return FlowStep(
      id: "s", screen: "S", content: maybe(30) { ["a": $0.pick([1, 2])] },
      ports: [FlowPort(name: "next", routes: routes)])
  }
}
