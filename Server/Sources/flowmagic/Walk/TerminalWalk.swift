import FlowCore

/// A walk that a person takes in a terminal.
final class TerminalWalk {
  /// What a prompt gave.
  private enum Reply {
    case request(WalkRequest)
    case end(Int32)
  }

  /// What asking for the outputs gave.
  private enum Entered {
    case output(JSON?)
    /// Something else was asked for instead.
    case instead(WalkRequest)
    case end(Int32)
  }

  private let guide: WalkGuide
  private let out: Output
  private let reader: LineReader
  private var session: Session
  private var exposures: [Exposure]
  private var moves = 0

  private var glyphs: Glyphs { out.glyphs }
  private var width: Int { WalkLayout.width(out) }

  init(
    guide: WalkGuide, session: Session, exposures: [Exposure], out: Output, reader: LineReader
  ) {
    self.guide = guide
    self.session = session
    self.exposures = exposures
    self.out = out
    self.reader = reader
  }

  /// Walks until the flow ends or the person does not want to go on.
  func run(_ first: Transition) throws(System.Refusal) -> Int32 {
    tell(first)
    if case .active = session.status {
      out.line(StyledText("  b back  \(glyphs.bullet) q quit  \(glyphs.bullet) ? help", .faint))
    }
    var isShown = false
    while case .active = session.status {
      if !isShown { showCard() }
      isShown = true
      switch try takeTurn() {
      case .stay: break
      case .moved: isShown = false
      case .end(let status): return leave(status)
      }
    }
    summarize()
    if case .failed = session.status { return ExitStatus.failed }
    return ExitStatus.ok
  }

  /// What a request led to.
  private enum Outcome {
    case stay, moved
    case end(Int32)
  }

  /// One question and what follows from its answer.
  private func takeTurn() throws(System.Refusal) -> Outcome {
    // With one way out there is nothing to choose: what is asked for is what the step gives.
    if session.ports.count == 1, !guide.fields(session, leavingBy: session.ports[0]).isEmpty {
      return try leaveStep(by: session.ports[0])
    }
    switch try ask(portPrompt()) {
    case .end(let status): return .end(status)
    case .request(let request): return try handle(request)
    }
  }

  private func handle(_ request: WalkRequest) throws(System.Refusal) -> Outcome {
    switch request {
    case .quit: return .end(ExitStatus.ok)
    case .back:
      let transition = session.back()
      tell(transition)
      if case .pop = transition.effect {
        moves += 1
        return .moved
      }
    case .help: showHelp()
    case .session:
      out.line(StyledText(summary.sessionText(glyphs: glyphs)))
    case .context(let change): return changeContext(change)
    case .nothing:
      guard let port = WalkGuide.defaultPort(session) else {
        say("There is no port to leave by. b goes back, q quits.")
        return .stay
      }
      return try leaveStep(by: port)
    case .text(let text):
      guard let port = port(text) else { return .stay }
      return try leaveStep(by: port)
    }
    return .stay
  }

  /// The port of a number or a name; says what would be right if there is none.
  private func port(_ text: String) -> Name? {
    let ports = session.ports
    if let number = Int(text), ports.indices.contains(number - 1) { return ports[number - 1] }
    if let named = ports.first(where: { $0 == Name(text) }) { return named }
    if ports.isEmpty {
      say("There is no port to leave by. b goes back, q quits.")
    } else {
      let range = ports.count == 1 ? "1" : "a number from 1 to \(ports.count)"
      say("There is no such port. Enter \(range), or ? for help.")
    }
    return nil
  }

  private func leaveStep(by port: Name) throws(System.Refusal) -> Outcome {
    switch try enter(guide.fields(session, leavingBy: port)) {
    case .end(let status): return .end(status)
    case .instead(let request): return try handle(request)
    case .output(let output):
      let transition = session.fire(port, output: output)
      exposures += transition.exposures
      tell(transition)
      if case .fail = transition.effect, case .active = session.status { return .stay }
      moves += 1
      return .moved
    }
  }
}

extension TerminalWalk {
  /// Asks for the fields one by one.
  private func enter(_ fields: [OutputField]) throws(System.Refusal) -> Entered {
    var members = JSONObject()
    for field in fields {
      switch try enter(field) {
      case .output(let value):
        guard let key = field.key else { return .output(value) }
        members[key] = value
      case .instead(let request): return .instead(request)
      case .end(let status): return .end(status)
      }
    }
    return .output(members.isEmpty ? nil : .object(members))
  }

  private func enter(_ field: OutputField) throws(System.Refusal) -> Entered {
    let draft = draft(field)
    let prompt = fieldPrompt(field, draft: draft)
    while true {
      switch try ask(prompt, isSecret: field.isSecret) {
      case .end(let status): return .end(status)
      case .request(.nothing): return .output(draft)
      case .request(.text(let text)):
        switch TypedText.read(text, for: field) {
        case .value(let value): return .output(value)
        case .wrong(let advice): say(advice)
        }
      case .request(.help): showHelp()
      case .request(.session): out.line(StyledText(summary.sessionText(glyphs: glyphs)))
      case .request(let request): return .instead(request)
      }
    }
  }

  /// What was entered on this step before.
  private func draft(_ field: OutputField) -> JSON? {
    guard let step = session.current?.step, let whole = session.draft(step) else { return nil }
    return field.key.map { whole[$0] } ?? whole
  }

  private func portPrompt() -> StyledText {
    let ports = session.ports
    guard ports.count > 1 else {
      let hint = ports.isEmpty ? "  b or q " : "  return goes on "
      return StyledText(hint, .faint) + StyledText("\(glyphs.prompt) ", .name)
    }
    let name = WalkGuide.defaultPort(session)
    let number = ports.firstIndex { $0 == name }.map { "[\($0 + 1)] " } ?? ""
    return StyledText("  Which way? ") + StyledText(number, .faint)
      + StyledText("\(glyphs.prompt) ", .name)
  }

  private func fieldPrompt(_ field: OutputField, draft: JSON?) -> StyledText {
    let name = field.key?.string ?? session.current?.step.string ?? ""
    let count = field.options.count
    var kind = count > 0 ? "1 to \(count)" : TypeWords.hint(field.type)
    if field.isSecret { kind = "not shown" }
    var prompt = StyledText("  ") + StyledText(name, .strong) + StyledText(" (\(kind)) ", .faint)
    if let draft {
      let text = field.isSecret ? glyphs.mask : ValueWords.plain(draft)
      prompt += StyledText("[\(text)] ", .faint)
    }
    return prompt + StyledText("\(glyphs.prompt) ", .name)
  }

  private func ask(_ prompt: StyledText, isSecret: Bool = false) throws(System.Refusal) -> Reply {
    let line: LineReader.Line
    if isSecret {
      // Silent before the prompt appears: a fast or pasted answer must not be shown either.
      line = try reader.withoutEcho { () throws(System.Refusal) in
        show(prompt)
        return try reader.next()
      }
    } else {
      show(prompt)
      line = try reader.next()
    }
    switch line {
    case .bytes(let bytes):
      if isSecret || !reader.isTerminal { out.line() }
      return .request(WalkRequest(String(decoding: bytes, as: UTF8.self)))
    case .tooLong:
      say("That is too long.")
      return .request(.help)
    case .end:
      out.line()
      return .end(ExitStatus.ok)
    case .interrupted:
      out.line()
      return .end(ExitStatus.interrupted)
    }
  }
}

extension TerminalWalk {
  private var summary: WalkSummary {
    WalkSummary(session: session, guide: guide, exposures: exposures, moves: moves)
  }

  private func show(_ prompt: StyledText) {
    out.write(prompt)
    out.flush()
  }

  private func showCard() {
    guard let card = guide.card(session, isFirst: moves == 0) else { return }
    out.line()
    out.lines(card.lines(width: width, glyphs: glyphs))
  }

  private func tell(_ transition: Transition) {
    out.lines(TransitionWords(guide: guide, glyphs: glyphs, width: width).lines(transition))
  }

  private func say(_ sentence: String) {
    for line in StyledText(sentence, .warning).wrapped(to: width - 2) { out.line("  " + line) }
  }

  private func showHelp() {
    let rows = WalkRequest.explanations.map { ($0.name, StyledText($0.value)) }
    out.lines(Rows.lines(rows, width: width, indent: 2))
  }

  private func changeContext(_ change: String) -> Outcome {
    guard !change.isEmpty else {
      let rows = session.context.members.map {
        ($0.key.string, StyledText(ValueWords.plain($0.value)))
      }
      if rows.isEmpty { say("The context is empty. c country=DE sets an attribute.") }
      out.lines(Rows.lines(rows, width: width, indent: 2))
      return .stay
    }
    guard let context = ContextChange.apply(change, to: session.context) else {
      say("Write c key=value, such as c country=DE.")
      return .stay
    }
    session.context = context
    return .moved  // the card may show attributes
  }

  private func leave(_ status: Int32) -> Int32 {
    let step = session.current?.step.string ?? "the start"
    let how = status == ExitStatus.interrupted ? "Interrupted" : "Stopped"
    out.line(StyledText("  \(how) at step \(step); the flow has not ended.", .faint))
    summarize()
    return status
  }

  private func summarize() {
    out.line()
    out.lines(summary.lines(width: width, glyphs: glyphs))
    out.line(StyledText("session ", .faint) + StyledText(summary.sessionText(glyphs: glyphs)))
  }
}

/// What is asked for, in a few words.
enum TypeWords {
  static func hint(_ type: ValueType) -> String {
    switch type {
    case .string: "text"
    case .number: "number"
    case .integer: "whole number"
    case .boolean: "yes or no"
    case .date: "date, yyyy-MM-dd"
    case .version: "version"
    case .array: "array in JSON"
    case .object: "object in JSON"
    case .any: "any value"
    }
  }
}
