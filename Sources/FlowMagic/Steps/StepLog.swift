package import FlowCore

/// The answers and effects of a step in code, so that it can be replayed.
///
/// A replay runs the step from its start, and screens that were answered before return the answers
/// in the log. When the user changes an answer, the effects after it are discarded; while the
/// answers stay the same, the effects are kept, even if an app update has changed the step itself.
package struct StepLog: Sendable, Equatable {
  /// A recorded exit of a screen.
  package struct Answer: Sendable, Equatable {
    package let screen: Name
    package let exit: AnyScreenExit
  }

  /// An effect that runs once.
  package struct Effect: Sendable, Equatable {
    package let name: Name
    /// The index among the effects of the same name in one run.
    package let occurrence: Int
    /// The same for each attempt, so that a server can recognize a repeated request.
    package let key: String
    /// The number of answers before it.
    package let answerCount: Int
    /// The result; nil if the effect has not finished.
    package var result: JSON?
  }

  package private(set) var answers: [Answer] = []
  package private(set) var effects: [Effect] = []
  /// The number of answers that the current run has replayed or added.
  package private(set) var position = 0
  /// The answers that were removed by going back, by the number of answers before them.
  private var enteredValues: [Int: Answer] = [:]
  /// The number of effects that the current run has reached, by name.
  private var occurrences: [Name: Int] = [:]

  package init() {}

  /// Starts a replay.
  package mutating func rewind() {
    position = 0
    occurrences = [:]
  }

  /// The earlier answer to the screen that the step presents now, if one matches.
  package mutating func replay(_ request: ScreenRequest) -> AnyScreenExit? {
    guard position < answers.count else { return nil }
    let answer = answers[position]
    guard answer.screen == request.screen.name, request.accepts(answer.exit) else {
      // The step takes another branch than in the last run: later answers no longer apply.
      answers.removeSubrange(position...)
      return nil
    }
    position += 1
    return answer.exit
  }

  /// Adds the answer of the screen that the step presents now.
  package mutating func recordAnswer(_ screen: Name, _ exit: AnyScreenExit) {
    let answer = Answer(screen: screen, exit: exit)
    answers.removeSubrange(position...)
    if let enteredValue = enteredValues.removeValue(forKey: position), enteredValue != answer {
      effects.removeAll { $0.answerCount > position }
    }
    answers.append(answer)
    position += 1
  }

  /// The output that the current screen had before the user went back.
  package var enteredValue: JSON? { enteredValues[position]?.exit.output }

  /// Removes the latest answer; the effects after it are kept until the answer changes.
  ///
  /// - Returns: Whether there was an answer.
  @discardableResult
  package mutating func undo() -> Bool {
    guard let last = answers.popLast() else { return false }
    enteredValues[answers.count] = last
    position = min(position, answers.count)
    return true
  }

  /// The effect that the step runs now, or its record from an earlier run.
  ///
  /// - Parameters:
  ///   - name: The effect's name; an effect without a name is identified by its order among those.
  ///   - key: The key of a new effect.
  /// - Returns: The effect.
  package mutating func beginEffect(_ name: Name, key: @autoclosure () -> String) -> Effect {
    let occurrence = occurrences[name, default: 0]
    occurrences[name] = occurrence + 1
    let recorded = effects.first { $0.name == name && $0.occurrence == occurrence }
    if let recorded { return recorded }
    let new = Effect(name: name, occurrence: occurrence, key: key(), answerCount: position)
    effects.append(new)
    return new
  }

  /// Stores the result of an effect.
  package mutating func finish(_ effect: Effect, _ result: JSON) {
    for index in effects.indices
    where effects[index].name == effect.name && effects[index].occurrence == effect.occurrence
      && effects[index].key == effect.key
    {
      effects[index].result = result
    }
  }
}

extension StepLog {
  /// The log as JSON, for a saved state.
  package var json: JSON {
    let enteredValues = enteredValues.sorted { $0.key < $1.key }.map { index, answer -> JSON in
      var json = answer.json
      json["at"] = .number(JSONNumber(index))
      return .object(json)
    }
    return [
      "answers": .array(answers.map { .object($0.json) }),
      "effects": .array(effects.map { .object($0.json) }), "enteredValues": .array(enteredValues),
    ]
  }

  /// Reads what ``json`` has written.
  ///
  /// - Throws: `session-mismatch` if the JSON is invalid.
  package init(_ json: JSON) throws(FlowError) {
    guard let answers = json["answers"]?.array, let effects = json["effects"]?.array,
      let enteredValues = json["enteredValues"]?.array
    else { throw StepLog.mismatch }
    for answer in answers { self.answers.append(try Answer(answer)) }
    for effect in effects { self.effects.append(try Effect(effect)) }
    for enteredValue in enteredValues {
      guard let index = enteredValue["at"]?.count else { throw StepLog.mismatch }
      self.enteredValues[index] = try Answer(enteredValue)
    }
  }

  fileprivate static let mismatch = FlowError(
    .sessionMismatch, "The saved answers of a step in code have an invalid format.")
}

extension StepLog.Answer {
  fileprivate var json: JSONObject {
    var json: JSONObject = ["screen": .string(screen.string), "port": .string(exit.port.string)]
    json["output"] = exit.output
    return json
  }

  fileprivate init(_ json: JSON) throws(FlowError) {
    guard let screen = json["screen"]?.string, let port = json["port"]?.string else {
      throw StepLog.mismatch
    }
    self.init(
      screen: Name(screen), exit: AnyScreenExit(port: Name(port), output: json["output"]))
  }
}

extension StepLog.Effect {
  fileprivate var json: JSONObject {
    var json: JSONObject = [
      "name": .string(name.string), "occurrence": .number(JSONNumber(occurrence)),
      "key": .string(key), "answers": .number(JSONNumber(answerCount)),
    ]
    json["result"] = result
    return json
  }

  fileprivate init(_ json: JSON) throws(FlowError) {
    guard let name = json["name"]?.string, let occurrence = json["occurrence"]?.count,
      let key = json["key"]?.string, let answerCount = json["answers"]?.count
    else { throw StepLog.mismatch }
    self.init(
      name: Name(name), occurrence: occurrence, key: key, answerCount: answerCount,
      result: json["result"])
  }
}

extension JSON {
  /// A count in a saved state; nil if the number is negative, fractional or too large.
  var count: Int? {
    guard let count = number?.int.flatMap({ Int(exactly: $0) }), count >= 0 else { return nil }
    return count
  }
}
