import FlowCore

/// The documents and sessions to measure.
enum Workloads {
  /// A port with three conditional routes that do not apply, then a split that always does, before
  /// the last route.
  static let routing = """
    { "schema": 1, "application": "shop",
      "flows": [ { "id": "onboarding", "start": "welcome", "steps": [
        { "id": "welcome", "screen": "Info", "ports": { "next": [
          { "when": { "country": { "$in": ["DE", "AT", "CH"] } }, "to": "legal" },
          { "when": { "appVersion": { "$vgte": "3.0.0" } }, "to": "legal" },
          { "when": { "plan": "pro", "age": { "$gte": 18 } }, "to": "legal" },
          { "split": { "experiment": "short-form", "by": "userId", "variants": [
            { "key": "long", "weight": 0.5, "to": "legal" },
            { "key": "short", "weight": 0.5, "to": "legal" } ] } },
          { "to": "legal" } ] } },
        { "id": "legal", "screen": "Text", "ports": { "next": [ { "to": "welcome" } ] } } ] } ] }
    """

  /// Ten attributes, as an app passes them.
  static let context = JSONObject([
    .init(key: "userId", value: "123e4567-e89b-12d3-a456-426614174000"),
    .init(key: "country", value: "FR"), .init(key: "locale", value: "fr-FR"),
    .init(key: "platform", value: "ios"), .init(key: "appVersion", value: "2.14.3"),
    .init(key: "build", value: 451), .init(key: "plan", value: "basic"),
    .init(key: "age", value: 36), .init(key: "beta", value: false),
    .init(key: "city", value: "Lyon"),
  ])

  static func session() throws -> Session {
    let release = try Release(try FlowDocument(try ParsedJSON(routing).root))
    return Session.start(in: release, context: context).session
  }

  /// A Flow Magic document of 3.5 KB: 40 ports of 10 screens.
  static let screenFlow: String = {
    let screens = [
      "Home", "Login", "SignUp", "Catalogue", "Product", "Cart", "Address", "Payment", "Summary",
      "Orders",
    ]
    var entries: [String] = []
    for (index, screen) in screens.enumerated() {
      for offset in 1...4 {
        let target = screens[(index + offset) % screens.count]
        entries.append(
          """
          {"screenName": "\(screen)", "portName": "\(screen).\(target)", \
          "destinationView": "\(target)"}
          """)
      }
    }
    return """
      {"id": "66ceb688-a2b3-11ed-a8fc-0242ac120002", \
      "screenFlow": [\(entries.joined(separator: ", "))]}
      """
  }()

  /// A chain of two-way branches in FlowKit's format, with 2ⁿ paths.
  static func branches(_ count: Int) -> String {
    var steps: [String] = []
    for index in 0..<count {
      steps.append(
        """
        {"id": "ask\(index)", "type": "CHOICE", "content": {"title": "Question \(index)"}, \
        "nextSteps": [{"nextStepId": "yes\(index)", "conditions": [{"type": "TEXT", \
        "condition": {"answerStepId": "ask\(index)", "values": ["yes"]}}]}, \
        {"nextStepId": "no\(index)"}]}
        """)
      for answer in ["yes", "no"] {
        let next = index + 1 < count ? "\"nextStep\": \"ask\(index + 1)\"," : ""
        steps.append(
          """
          {"id": "\(answer)\(index)", "type": "INFO", \(next) "content": {"title": "\(answer)"}}
          """)
      }
    }
    return
      """
      {"id": "branches", "initialStepId": "ask0", "steps": [\(steps.joined(separator: ","))]}
      """
  }

  /// A native document with `count` steps with conditions, content, and routes forward and back.
  static func chain(_ count: Int) -> String {
    var steps: [String] = []
    for index in 0..<count {
      let next =
        index + 1 < count ? "{ \"to\": \"step\(index + 1)\" }" : "{ \"finish\": \"completed\" }"
      let jump = (index + 7) % count
      steps.append(
        """
        {"id": "step\(index)", "screen": "Question", "content": {"title": "Question \(index)", \
        "placeholder": "Your answer", "limit": 120}, "ports": {"next": [{"when": {"country": \
        {"$in": ["DE", "AT"]}, "output.step\(index / 2)": {"$exists": true}}, \
        "to": "step\(jump)"}, \(next)], "skip": [{ "finish": "skipped" }]}}
        """)
    }
    return """
      {"schema": 1, "application": "large", "flows": [{"id": "main", "start": "step0", \
      "steps": [\(steps.joined(separator: ",\n"))]}]}
      """
  }

  /// The manifest for `chain`.
  static let manifest = """
    {"schema": 1, "application": "large", "platform": "ios", "version": "1.0.0", "build": "1",
     "screens": [{"name": "Question", "ports": [{"name": "next", "provides": ["answer"]},
       {"name": "skip", "provides": []}], "provides": {"answer": "string"},
       "content": {"type": "object", "required": ["title"], "properties": {
         "title": {"type": "string"}, "placeholder": {"type": "string"},
         "limit": {"type": "integer", "minimum": 1}}}}]}
    """
}
