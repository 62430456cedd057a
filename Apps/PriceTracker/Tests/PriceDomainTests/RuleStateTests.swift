import PriceDomain
import Testing

/// An event at an hour, and the expected decision.
struct Step: Sendable {
  enum Event: Sendable {
    /// A price in cents.
    case costs(Int64)
    case outOfStock
    case failed
    /// The rule is evaluated without a new reading.
    case noReading
  }

  let hour: Double
  let event: Event
  let decision: String
}

struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  let trigger: PriceRule.Trigger
  var notifiesAtLowest = false
  var notifiesBackInStock = false
  var quietHours: (begin: Int, end: Int)?
  var limit = 5
  var initialCents: Int64? = 3000
  let steps: [Step]
  var testDescription: String { name }
}

private func step(_ hour: Double, _ event: Step.Event, _ decision: String) -> Step {
  Step(hour: hour, event: event, decision: decision)
}

struct RuleStateTests {
  static let euros25 = PriceRule.Trigger.value(Price(2500, .euro))

  static let scenarios: [Scenario] = [
    Scenario(
      name: "never: nothing is notified", trigger: .never, notifiesAtLowest: true,
      notifiesBackInStock: true,
      steps: [
        step(24, .costs(2000), "never"), step(48, .outOfStock, "never"),
        step(72, .costs(1600), "never"),
      ]),
    Scenario(
      name: "always: every drop is notified, and no rise", trigger: .always,
      steps: [
        step(24, .costs(2900), "notify drop"), step(48, .costs(2900), "notMet"),
        step(72, .costs(3100), "notMet"), step(96, .costs(3000), "notify drop"),
        step(120, .costs(2800), "notify drop"),
      ]),
    Scenario(
      name: "a price that flaps is notified once", trigger: .always,
      steps: [
        step(24, .costs(2900), "notify drop"), step(24.25, .costs(3000), "notMet"),
        step(24.5, .costs(2900), "notMet"), step(24.75, .costs(3000), "notMet"),
        step(25, .costs(2900), "notMet"),
      ]),
    Scenario(
      name: "small steps add up and are notified when they are one percent", trigger: .always,
      steps: [
        step(1, .costs(2990), "notMet"), step(2, .costs(2980), "notMet"),
        step(3, .costs(2970), "notify drop"),
        step(4, .costs(2965), "notMet"),
      ]),
    Scenario(
      name: "value: below or equal, once, again when it has been above for long", trigger: euros25,
      steps: [
        step(24, .costs(2501), "notMet"), step(48, .costs(2500), "notify targetReached"),
        step(72, .costs(2500), "notMet"), step(73, .costs(2600), "notMet"),
        step(74, .costs(2500), "notMet"), step(96, .costs(2600), "notMet"),
        step(120, .costs(2500), "notify targetReached"),
      ]),
    Scenario(
      name: "value: a further drop is notified", trigger: euros25,
      steps: [
        step(24, .costs(2400), "notify targetReached"), step(48, .costs(2390), "notMet"),
        step(72, .costs(2300), "notify furtherDrop"), step(96, .costs(2400), "notMet"),
        step(120, .costs(2300), "notMet"),
      ]),
    Scenario(
      name: "value: already below when the rule is saved", trigger: euros25, initialCents: 2400,
      steps: [
        step(0, .noReading, "notify alreadyBelow"), step(24, .costs(2400), "notMet"),
      ]),
    Scenario(
      name: "percentage of the price when the rule was saved", trigger: .percentage(35),
      steps: [
        step(24, .costs(1951), "notMet"), step(48, .costs(1950), "notify targetReached"),
      ]),
    Scenario(
      name: "percentage without a price begins with the first", trigger: .percentage(10),
      initialCents: nil,
      steps: [
        step(0, .noReading, "noPrice"), step(24, .costs(1000), "notMet"),
        step(48, .costs(901), "notMet"),
        step(72, .costs(900), "notify targetReached"),
      ]),
    Scenario(
      name: "every change is notified, a return soon after waits", trigger: .everyChange,
      steps: [
        step(24, .costs(3300), "notify rise"), step(24.25, .costs(3000), "wait settling 30"),
        step(24.5, .costs(3300), "notMet"), step(48, .costs(3000), "notify drop"),
      ]),
    Scenario(
      name: "a new lowest price, and the same one again after a long rise", trigger: euros25,
      notifiesAtLowest: true,
      steps: [
        step(24, .costs(2900), "notify lowest"), step(48, .costs(2950), "notMet"),
        step(72, .costs(2900), "notify lowest"), step(73, .costs(2950), "notMet"),
        step(74, .costs(2900), "notMet"), step(96, .costs(2450), "notify targetReached lowest"),
      ]),
    Scenario(
      name: "back in stock, at whatever price", trigger: euros25, notifiesBackInStock: true,
      steps: [
        step(24, .outOfStock, "outOfStock"), step(48, .outOfStock, "outOfStock"),
        step(72, .costs(3500), "notify backInStock"),
        step(96, .costs(3500), "notMet"),
      ]),
    Scenario(
      name: "no price is notified while it is out of stock", trigger: .always,
      steps: [
        step(24, .outOfStock, "outOfStock"), step(48, .costs(2500), "notify drop"),
      ]),
    Scenario(
      name: "failed checks notify nobody and lose nothing", trigger: euros25,
      steps: [
        step(1, .failed, "notMet"), step(2, .failed, "notMet"),
        step(3, .costs(2400), "notify targetReached"),
        step(4, .failed, "notMet"), step(5, .costs(2400), "notMet"),
      ]),
    Scenario(
      name: "an implausible price is notified only after the second check", trigger: euros25,
      steps: [
        step(1, .costs(150), "notMet"), step(2, .costs(3000), "notMet"),
        step(3, .costs(150), "notMet"),
        step(4, .costs(150), "notify targetReached"),
      ]),
    Scenario(
      name: "quiet hours: notified afterwards if the rule is still met", trigger: euros25,
      quietHours: (1320, 420),
      steps: [
        step(23, .costs(2400), "wait quietHours 31"), step(26, .costs(2400), "wait quietHours 31"),
        step(31, .noReading, "notify targetReached"),
      ]),
    Scenario(
      name: "quiet hours: a price only during the night is not notified", trigger: euros25,
      quietHours: (1320, 420),
      steps: [
        step(23, .costs(2400), "wait quietHours 31"), step(26, .costs(2900), "notMet"),
        step(31, .noReading, "notMet"), step(40, .costs(2400), "notify targetReached"),
      ]),
    Scenario(
      name: "the daily limit applies to any 24 hours", trigger: .always, limit: 2,
      steps: [
        step(20, .costs(2900), "notify drop"), step(22, .costs(2800), "notify drop"),
        step(26, .costs(2700), "wait dailyLimit 44"), step(43, .costs(2600), "wait dailyLimit 44"),
        step(44, .noReading, "notify drop"),
      ]),
    Scenario(
      name: "a clock that was ahead for a year suppresses nothing", trigger: euros25,
      steps: [
        step(8760, .costs(2400), "notify targetReached"), step(1, .costs(2600), "notMet"),
        step(8, .costs(2400), "notify targetReached"), step(9, .costs(2400), "notMet"),
      ]),
    Scenario(
      name: "a clock that is set back notifies nobody twice", trigger: euros25,
      steps: [
        step(24, .costs(2400), "notify targetReached"), step(2, .costs(2400), "notMet"),
        step(3, .noReading, "notMet"),
      ]),
    Scenario(
      name: "an old price is not notified", trigger: euros25, quietHours: (1320, 420),
      steps: [
        step(23, .costs(2400), "wait quietHours 31"), step(100, .noReading, "stale"),
      ]),
  ]

  @Test(arguments: scenarios)
  func `each step of a scenario has its decision, and nothing is notified twice`(
    scenario: Scenario
  ) throws {
    // Midnight in UTC, so that the scenario's hours are hours of the day.
    let start = Timestamp(1_777_766_400)
    var history = PriceHistory()
    if let cents = scenario.initialCents {
      _ = history.record(.price(Price(cents, .euro)), at: start)
    }
    let rule = try PriceRule(
      scenario.trigger, notifiesAtLowest: scenario.notifiesAtLowest,
      notifiesBackInStock: scenario.notifiesBackInStock)
    var ruleState = RuleState(rule, history: history)
    var preferences = NotificationPreferences()
    preferences.dailyLimit = scenario.limit
    preferences.quietHours = scenario.quietHours.flatMap {
      QuietHours(begin: $0.begin, end: $0.end)
    }
    var budget = NotificationBudget()

    for step in scenario.steps {
      let now = start + Int64(step.hour * 3600)
      switch step.event {
      case .costs(let cents): _ = history.record(.price(Price(cents, .euro)), at: now)
      case .outOfStock: _ = history.record(.unavailable, at: now)
      case .failed: _ = history.record(.failed(.captcha), at: now)
      case .noReading: break
      }
      let decision = ruleState.decide(history, preferences: preferences, budget: &budget, at: now)
      #expect(text(decision, since: start) == step.decision, "\(scenario.name), hour \(step.hour)")
      // A sent notification is recorded: evaluating again, as after a crash, sends nothing.
      if case .notify = decision {
        let secondDecision = ruleState.decide(
          history, preferences: preferences, budget: &budget, at: now)
        #expect(text(secondDecision, since: start) == "notMet")
      }
    }
  }

  private func text(_ decision: RuleState.Decision, since start: Timestamp) -> String {
    switch decision {
    case .notify(let notice): "notify " + notice.reasons.map(\.rawValue).joined(separator: " ")
    case .wait(let until, let delay): "wait \(delay.rawValue) \((until - start) / 3600)"
    case .skip(let reason): reason.rawValue
    }
  }

  @Test func `all products of a user share one budget`() throws {
    let start = Timestamp(1_777_766_400)
    var preferences = NotificationPreferences()
    preferences.dailyLimit = 3
    var budget = NotificationBudget()
    var notified = 0
    for _ in 0..<10 {
      var history = PriceHistory()
      _ = history.record(.price(Price(3000, .euro)), at: start)
      var ruleState = RuleState(try PriceRule(.always), history: history)
      _ = history.record(.price(Price(2000, .euro)), at: start + 60)
      let decision = ruleState.decide(
        history, preferences: preferences, budget: &budget, at: start + 60)
      if case .notify = decision { notified += 1 }
    }
    #expect(notified == 3)
  }

  @Test func `a percentage of 0 or 100 and a target of zero are invalid`() {
    #expect(throws: PriceRule.ValidationError.percentageOutOfRange) {
      try PriceRule(.percentage(0))
    }
    #expect(throws: PriceRule.ValidationError.percentageOutOfRange) {
      try PriceRule(.percentage(100))
    }
    #expect(throws: PriceRule.ValidationError.targetNotPositive) {
      try PriceRule(.value(Price(0, .euro)))
    }
  }

  @Test func `rules are explained in plain words`() throws {
    var preferences = NotificationPreferences()
    preferences.quietHours = QuietHours(begin: 1320, end: 420)
    let value = try PriceRule(
      .value(Price(2499, .euro)), notifiesAtLowest: true, notifiesBackInStock: true)
    #expect(
      value.explanation(
        in: .english, base: nil, preferences: preferences, isReachable: true) == [
          "You will hear from us when it costs €24.99 or less.",
          "Once, then again when it falls further, or has cost more for 6 hours.",
          "Also at the lowest price since we began to watch it.",
          "Also when it is back in stock.",
          "No notifications between 22:00 and 7:00; those that still apply follow afterwards.",
          "At most 5 notifications in 24 hours.",
        ])
    let percentage = try PriceRule(.percentage(35))
    #expect(
      percentage.explanation(
        in: .german, base: Price(3000, .euro), preferences: preferences, isReachable: true)[0]
        == "Du hörst von uns, wenn es 19,50\u{A0}€ oder weniger kostet:"
        + " 35\u{A0}% unter 30,00\u{A0}€."
    )
    #expect(
      try PriceRule(.never).explanation(
        in: .german, base: nil, preferences: preferences, isReachable: false)
        == ["Du hörst nichts von uns."])
  }

  @Test func `without a device and email, the explanation begins with that`() throws {
    let rule = try PriceRule(.always)
    for (language, beginning) in [
      (Language.english, "No device and no email is set up."),
      (.german, "Kein Gerät und keine E-Mail ist eingerichtet."),
    ] {
      let reachable = rule.explanation(
        in: language, base: nil, preferences: NotificationPreferences(), isReachable: true)
      let unreachable = rule.explanation(
        in: language, base: nil, preferences: NotificationPreferences(), isReachable: false)
      #expect(unreachable.first?.hasPrefix(beginning) == true)
      #expect(Array(unreachable.dropFirst()) == reachable)
    }
  }

  @Test(arguments: [
    (3600, 1, " for 1 hour.", "At most 1 notification in 24 hours."),
    (1800, 2, " for 30 minutes.", "At most 2 notifications in 24 hours."),
    (0, 0, " has cost more.", "But your daily limit is 0, so you get no price notifications."),
  ])
  func `the explanation states short durations and low limits`(
    _ seconds: Int, _ limit: Int, _ duration: String, _ lastSentence: String
  ) throws {
    var preferences = NotificationPreferences()
    (preferences.settleSeconds, preferences.dailyLimit) = (Int64(seconds), limit)
    let rule = try PriceRule(.value(Price(2499, .euro)))
    let sentences = rule.explanation(
      in: .english, base: nil, preferences: preferences, isReachable: true)
    #expect(sentences[1].hasSuffix(duration))
    #expect(sentences.last == lastSentence)
  }

  @Test func `a notification states the drop, and since when the price is the lowest`() throws {
    let start = Timestamp(1_777_766_400)
    var history = PriceHistory()
    _ = history.record(.price(Price(2499, .euro)), at: start)
    var ruleState = RuleState(try PriceRule(.always, notifiesAtLowest: true), history: history)
    _ = history.record(.price(Price(1999, .euro)), at: start + 3600)
    var budget = NotificationBudget()

    let decision = ruleState.decide(
      history, preferences: NotificationPreferences(), budget: &budget, at: start + 3600)

    guard case .notify(let notice) = decision else {
      Issue.record("not notified: \(decision)")
      return
    }
    #expect(
      notice.text(in: .english)
        == "Now €19.99, 20% less than €24.99."
        + " The lowest price since we began to watch it on 3 May 2026.")
    #expect(
      notice.text(in: .german)
        == "Jetzt 19,99\u{A0}€, 20\u{A0}% weniger als 24,99\u{A0}€."
        + " Der niedrigste Preis, seit wir ihn beobachten (3. Mai 2026).")
  }

  @Test func `random prices, times and failures never exceed the budget`() throws {
    for seed in 0..<300 {
      var random = SeededRandom(seed: UInt64(seed))
      var history = PriceHistory()
      _ = history.record(.price(Price(3000, .euro)), at: Timestamp(0))
      let trigger: PriceRule.Trigger = [.always, .everyChange, .percentage(10), Self.euros25][
        seed % 4]
      var ruleState = RuleState(
        try PriceRule(trigger, notifiesAtLowest: true, notifiesBackInStock: true), history: history)
      var budget = NotificationBudget()
      var now = Timestamp(0)
      var notified: [Timestamp] = []
      for _ in 0..<200 {
        now = now + Int64.random(in: 0...20_000, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: _ = history.record(.failed(.blocked), at: now)
        case 1: _ = history.record(.unavailable, at: now)
        default:
          let cents = Int64.random(in: 1...6000, using: &random)
          _ = history.record(.price(Price(cents, .euro)), at: now)
        }
        let decision = ruleState.decide(
          history, preferences: NotificationPreferences(), budget: &budget, at: now)
        if case .notify(let notice) = decision {
          notified.append(now)
          #expect(notice.price == history.current)
          #expect(history.stock == .inStock)
        }
      }
      for (first, sixth) in zip(notified, notified.dropFirst(5)) {
        #expect(sixth - first >= 86_400)
      }
    }
  }
}
