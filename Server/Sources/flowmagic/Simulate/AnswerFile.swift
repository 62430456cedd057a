package import FlowCore

/// The answers of a scripted simulation, read from a file.
package struct AnswerFile {
  /// An answer to a step: the port to fire and the output.
  package struct Answer: Equatable {
    /// The port; nil for the default port.
    package var port: Name?
    package var output: JSON?

    package init(port: Name? = nil, output: JSON? = nil) {
      self.port = port
      self.output = output
    }
  }

  /// A user action.
  package enum Event: Equatable {
    case fire(Answer)
    case back
  }

  package enum Script: Equatable {
    /// An answer for each step, whenever it is shown; `*` applies to all other steps.
    case byStep([Name: Answer])
    /// A sequence of actions.
    case events([Event])
  }

  package var context: JSONObject?
  package var flow: Name?
  package var script: Script

  /// Parses an answer file.
  package init(_ source: SourceText) throws(InputProblem) {
    let root = source.root
    do throws(FlowError) {
      try root.requireObject()
      for member in root.members where !["context", "flow", "answers"].contains(member.key) {
        throw member.value.error(
          .invalidValue, "is not a key of an answer file; the keys are context, flow and answers")
      }
      context = try root.optionalObject("context")?.value.object
      flow = try root.optionalName("flow")
      let answers = try root.required("answers")
      if answers.isArray {
        var events: [Event] = []
        for element in try answers.requireArray() { events.append(try AnswerFile.event(element)) }
        script = .events(events)
      } else {
        script = .byStep(try AnswerFile.answersByStep(answers))
      }
    } catch {
      throw source.problem(error)
    }
  }

  private static func answersByStep(_ view: JSONView) throws(FlowError) -> [Name: Answer] {
    guard view.isObject else {
      throw view.wrongType(expected: "an object of answers by step, or an array of events")
    }
    var answers: [Name: Answer] = [:]
    for member in view.members { answers[member.key] = try answer(member.value) }
    return answers
  }

  /// An answer: `{"port", "output"}`, or the output alone; `{}` and `null` mean no output.
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
      throw member.value.error(
        .invalidValue, "is not a key of an event; the keys are fire and output")
    }
    return .fire(Answer(port: try view.requiredName("fire"), output: view["output"]?.value))
  }
}
