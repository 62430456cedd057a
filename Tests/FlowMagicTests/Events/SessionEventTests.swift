import FlowCore
import FlowMagic
import Testing

/// The events of sessions without a navigator, and what they reveal about a user.
@Suite struct SessionEventTests {
  private func release(by attribute: String, fallback: String? = nil) throws -> Release {
    let fallback = fallback.map { #", "fallbackBy": "\#($0)""# } ?? ""
    return try Release(
      FlowDocument(
        parsing: """
          {"schema": 1, "flows": [{"id": "main", "start": "a", "steps": [
            {"id": "a", "screen": "Info", "ports": {"next": [{"split": {"experiment": "length",
              "by": "\(attribute)"\(fallback), "variants": [
                {"key": "long", "weight": 1, "to": "b"},
                {"key": "short", "weight": 0, "finish": "done"}]}}]}},
            {"id": "b", "screen": "Info", "ports": {"next": [{"finish": "done"}]}}]}]}
          """))
  }

  private func reported(_ attributes: JSONObject, _ release: Release) -> JSON {
    SessionEvents(session: "s", release: release)
      .startEvent(
        flow: "main", attributes: attributes,
        privateAttributes: PrivateAttributes(reporting: ["handle", "card"])
      ).detail["attributes"] ?? .null
  }

  @Test func `an attribute by which a split assigns users is private, whatever its name is`()
    throws
  {
    let context: JSONObject = ["handle": "RAW_88", "card": "RAW_99", "country": "DE"]
    #expect(
      try reported(context, release(by: "handle")) == [
        "handle": ["type": "string", "private": true], "card": "RAW_99", "country": "DE",
      ])
    #expect(
      try reported(context, release(by: "handle", fallback: "card")) == [
        "handle": ["type": "string", "private": true],
        "card": ["type": "string", "private": true], "country": "DE",
      ])
    #expect(
      try reported(["card": 12], release(by: "card.number")) == [
        "card": ["type": "number", "private": true]
      ])
  }

  @Test func `a transition has an event for each edge and exposure, and for the step`() throws {
    let release = try release(by: "handle")
    let events = SessionEvents(session: "s", release: release)
    var (session, transition) = Session.start(
      "main", in: release, context: ["handle": "RAW_88"])
    #expect(events.events(of: transition).map(\.type) == [.stepShown])
    transition = session.fire("next")
    #expect(events.events(of: transition).map(\.type) == [.edge, .exposure, .stepShown])
    transition = session.fire("nothing")
    #expect(events.events(of: transition).map(\.type) == [.problem])
    transition = session.fire("next")
    #expect(events.events(of: transition).map(\.type) == [.edge, .sessionFinished])
    #expect(events.events(of: transition).allSatisfy { $0.session == "s" })
    let error = FlowError(.skipCycle, "The flow goes in circles.")
    let failed = events.events(of: SessionTransition(.fail(error)), status: .failed(error))
    #expect(failed.map(\.type) == [.sessionFailed])
    #expect(failed.first?.detail["code"]?.string == "skip-cycle")
    #expect(events.adoptionEvent(from: 3).detail == ["from": 3])
  }
}
