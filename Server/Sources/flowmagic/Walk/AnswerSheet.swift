package import FlowCore

/// What a walk without a person does: a file of answers.
package struct AnswerSheet {
  /// One answer: by which port a step is left, and with what output.
  package struct Answer: Equatable {
    /// The port; the default one when nil.
    package var port: Name?
    package var output: JSON?

    package init(port: Name? = nil, output: JSON? = nil) {
      self.port = port
      self.output = output
    }
  }

  /// One thing that happens.
  package enum Event: Equatable {
    case fire(Answer)
    case back
  }

  package enum Script: Equatable {
    /// An answer for each step, whenever it is shown; `*` stands for all others.
    case bySteps([Name: Answer])
    /// What happens, one after the other.
    case events([Event])
  }

  package var context: JSONObject?
  package var flow: Name?
  package var script: Script

  /// Reads a file of answers.
  package init(_ source: Source) throws(InputProblem) {
    let root = source.root
    do throws(FlowError) {
      try root.requireObject()
      for member in root.members where !["context", "flow", "answers"].contains(member.key) {
        throw member.value.error(
          .invalidValue, "is none of the keys that answers have: context, flow and answers")
      }
      context = try root.optionalObject("context")?.value.object
      flow = try root.optionalName("flow")
      let answers = try root.required("answers")
      if answers.isArray {
        var events: [Event] = []
        for element in try answers.requireArray() { events.append(try AnswerSheet.event(element)) }
        script = .events(events)
      } else {
        script = .bySteps(try AnswerSheet.steps(answers))
      }
    } catch {
      throw source.problem(error)
    }
  }

  private static func steps(_ view: JSONView) throws(FlowError) -> [Name: Answer] {
    guard view.isObject else {
      throw view.wrongType(expected: "an object of answers by step, or an array of events")
    }
    var answers: [Name: Answer] = [:]
    for member in view.members { answers[member.key] = try answer(member.value) }
    return answers
  }

  /// An answer by step: `{"port", "output"}`, or the output alone; `{}` and `null` give none.
  private static func answer(_ view: JSONView) throws(FlowError) -> Answer {
    if view.isNull { return Answer() }
    let keys: [Name] = ["port", "output"]
    guard view.isObject, view.members.allSatisfy({ keys.contains($0.key) }) else {
      return Answer(output: view.value)
    }
    return Answer(port: try view.optionalName("port"), output: view["output"]?.value)
  }

  /// An event: `{"fire": "next", "output": …}` or `{"back": true}`.
  private static func event(_ view: JSONView) throws(FlowError) -> Event {
    try view.requireObject()
    if let back = view["back"] {
      guard back.bool == true, view.count == 1 else {
        throw view.error(.invalidValue, #"must be {"back": true} or {"fire": "a port"}"#)
      }
      return .back
    }
    for member in view.members where member.key != "fire" && member.key != "output" {
      throw member.value.error(.invalidValue, "is none of the keys of an event: fire and output")
    }
    return .fire(Answer(port: try view.requiredName("fire"), output: view["output"]?.value))
  }
}
