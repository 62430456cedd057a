import FlowCore
import Testing

@Suite struct SplitTests {
  @Test func `a user has one variant in all sessions, and a session records it once`() throws {
    let release = try Release(
      document(
        flow(
          "f",
          step(
            "a", port("next", split("x", ("one", 0.5, "b"), ("two", 0.5, "c")), to("b"))),
          step("b", port("next", to("a"))), step("c", port("next", to("a"))))))
    let context: JSONObject = ["userId": "user-1"]
    var session = Session.start(in: release, context: context).session
    let first = session.fire("next")
    let exposure = try #require(first.exposures.first)
    #expect(exposure.attribute == "userId")
    #expect(first.edges[0].variant == exposure.variant)
    let destination = session.current?.step
    _ = session.fire("next")
    let second = session.fire("next")
    #expect(second.exposures.isEmpty)
    #expect(second.edges[0].variant == exposure.variant)
    #expect(session.current?.step == destination)
    var other = Session.start(in: release, context: context).session
    #expect(other.fire("next").exposures == [exposure])
  }

  @Test func `a user without the attribute takes the next route`() throws {
    let release = try Release(
      document(
        flow(
          "f", step("a", port("next", split("x", ("one", 1, "b")), to("c"))), step("b"),
          step("c"))))
    var anonymous = Session.start(in: release).session
    let transition = anonymous.fire("next")
    #expect(anonymous.steps == ["a", "c"])
    #expect(transition.exposures.isEmpty)
  }

  @Test func `the fallback attribute identifies users without a user id`() throws {
    let experiment = Split(
      experiment: "x", fallbackBy: "deviceId",
      variants: [.init(key: "one", destination: Destination(.step("b")))])
    let release = try Release(
      document(
        flow("f", step("a", port("next", Route(target: .split(experiment)))), step("b"))))
    var session = Session.start(
      in: release, context: JSONObject([.init(key: "deviceId", value: 42)])
    ).session
    let exposure = try #require(session.fire("next").exposures.first)
    #expect(exposure.attribute == "deviceId")
    #expect(exposure.value == "42")
  }

  @Test func `the variants split a million users by their weights`() {
    let weights = [0.1, 0.2, 0.7]
    let ranges = SplitRanges(
      Split(
        experiment: "x",
        variants: weights.map {
          .init(weight: JSONNumber($0), destination: Destination(.finish("completed")))
        }))
    let userCount = 1_000_000
    for version in [1, 2] {
      var counts = [0, 0, 0]
      for user in 0..<userCount {
        let number = BucketHash.number(seed: "x", value: "id-\(user)", version: version) ?? -1
        let variant = ranges.bounds.firstIndex { number >= $0.from && number < $0.to }
        if let variant { counts[variant] += 1 }
      }
      #expect(counts.reduce(0, +) == userCount)
      for (count, weight) in zip(counts, weights) {
        let expected = Double(userCount) * weight
        let deviation = (expected * (1 - weight)).squareRoot()
        #expect(abs(Double(count) - expected) < 5 * deviation, "version \(version), \(weight)")
      }
    }
  }

  @Test func `raising the coverage never moves a user to another variant`() {
    func ranges(_ coverage: Double) -> SplitRanges {
      SplitRanges(
        Split(
          experiment: "x", coverage: JSONNumber(coverage),
          variants: [0.3, 0.7].map {
            .init(weight: JSONNumber($0), destination: Destination(.finish("completed")))
          }))
    }
    let narrow = ranges(0.2)
    let wide = ranges(0.9)
    for step in 0..<10_000 {
      let number = Double(step) / 10_000
      let before = narrow.bounds.firstIndex { number >= $0.from && number < $0.to }
      let after = wide.bounds.firstIndex { number >= $0.from && number < $0.to }
      if let before { #expect(after == before) }
    }
  }

  @Test func `weights that do not add up become equal shares`() {
    let ranges = SplitRanges(
      Split(
        experiment: "x",
        variants: [0.9, 0.9].map {
          .init(weight: JSONNumber($0), destination: Destination(.finish("completed")))
        }))
    #expect(!ranges.addsUp)
    #expect(ranges.bounds.map(\.from) == [0, 0.5])
  }

  @Test func `an unrelated experiment or route does not change anyone's variant`() throws {
    func variants(_ extra: Bool) throws -> [Name?] {
      var routes = [split("x", ("one", 0.5, "b"), ("two", 0.5, "c")), to("b")]
      if extra {
        routes.insert(to("c", when: ["beta": true]), at: 0)
        routes.insert(split("y", coverage: 0, ("one", 1, "c")), at: 1)
      }
      let release = try Release(
        document(
          flow(
            "f", step("z"),
            FlowStep(id: "a", screen: "Sa", ports: [FlowPort(name: "next", routes: routes)]),
            step("b"),
            step("c"))))
      return (0..<500).map { user in
        let context: JSONObject = ["userId": .string("u\(user)")]
        var session = Session.open("a", in: release, context: context).session
        _ = session.fire("next")
        return session.current?.step
      }
    }
    #expect(try variants(false) == variants(true))
  }

  @Test func `a user is in exactly one of two experiments that share a namespace`() throws {
    func experiment(_ key: Name, _ from: JSONNumber, _ to: JSONNumber) -> Route {
      Route(
        target: .split(
          Split(
            experiment: key, namespace: .init(name: "forms", from: from, to: to),
            variants: [.init(key: "in", destination: Destination(.step("b")))])))
    }
    let half = try #require(JSONNumber(0.5))
    let release = try Release(
      document(
        flow(
          "f",
          step(
            "a", port("one", experiment("x", JSONNumber(0), half)),
            port("two", experiment("y", half, JSONNumber(1)))),
          step("b"))))
    for user in 0..<500 {
      let context: JSONObject = ["userId": .string("u\(user)")]
      var first = Session.start(in: release, context: context).session
      var second = first
      let isInFirst = first.fire("one").failure == nil
      let isInSecond = second.fire("two").failure == nil
      #expect(isInFirst != isInSecond)
    }
  }
}
