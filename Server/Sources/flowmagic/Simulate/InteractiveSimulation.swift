import FlowCore

/// A simulation in which the user answers prompts.
final class InteractiveSimulation {
  /// The reply to a prompt.
  private enum Reply {
    case input(PromptInput)
    case end(Int32)
  }

  /// The result of asking for an output.
  private enum OutputReply {
    case output(JSON?)
    /// Another command was entered instead.
    case command(PromptInput)
    case end(Int32)
  }

  private let presenter: SimulationPresenter
  private let out: Output
  private let reader: LineReader
  private var session: Session
  private var exposures: [Exposure]
  private var moves = 0

  private var glyphs: Glyphs { out.glyphs }
  private var width: Int { SimulationLayout.width(out) }

  init(
    presenter: SimulationPresenter, session: Session, exposures: [Exposure], out: Output,
    reader: LineReader
  ) {
    self.presenter = presenter
    self.session = session
    self.exposures = exposures
    self.out = out
    self.reader = reader
  }

  /// Simulates until the flow ends or the user quits.
  func run(_ first: SessionTransition) throws(System.Failure) -> Int32 {
    show(first)
    if case .active = session.status {
      out.writeLine(
        StyledText("  b back  \(glyphs.bullet) q quit  \(glyphs.bullet) ? help", .faint))
    }
    var isCardShown = false
    while case .active = session.status {
      if !isCardShown { showCard() }
      isCardShown = true
      switch try promptOnce() {
      case .stay: break
      case .moved: isCardShown = false
      case .end(let status): return stop(status)
      }
    }
    summarize()
    if case .failed = session.status { return ExitStatus.failed }
    return ExitStatus.ok
  }

  /// What happens after a prompt.
  private enum PromptResult {
    /// Another prompt follows for the same card.
    case stay
    /// A card is shown first, because the step or the context changed.
    case moved
    /// The simulation ends with an exit status.
    case end(Int32)
  }

  /// Prompts once and handles the reply.
  private func promptOnce() throws(System.Failure) -> PromptResult {
    // With only one port there is nothing to choose: ask for the output right away.
    if session.ports.count == 1, !presenter.fields(session, leavingBy: session.ports[0]).isEmpty {
      return try leaveStep(by: session.ports[0])
    }
    switch try ask(portPrompt()) {
    case .end(let status): return .end(status)
    case .input(let input): return try handle(input)
    }
  }

  private func handle(_ input: PromptInput) throws(System.Failure) -> PromptResult {
    switch input {
    case .quit: return .end(ExitStatus.ok)
    case .back:
      let transition = session.back()
      show(transition)
      if case .pop = transition.effect {
        moves += 1
        return .moved
      }
    case .help: showHelp()
    case .session:
      out.writeLine(StyledText(summary.sessionText(glyphs: glyphs)))
    case .context(let change): return changeContext(change)
    case .empty:
      guard let port = SimulationPresenter.defaultPort(session) else {
        warn("This step has no ports. Enter b to go back or q to quit.")
        return .stay
      }
      return try leaveStep(by: port)
    case .text(let text):
      guard let port = port(text) else { return .stay }
      return try leaveStep(by: port)
    }
    return .stay
  }

  /// The port with a number or a name; prints a message if there is none.
  private func port(_ text: String) -> Name? {
    let ports = session.ports
    if let number = Int(text), number > 0, number <= ports.count { return ports[number - 1] }
    if let named = ports.first(where: { $0 == Name(text) }) { return named }
    if ports.isEmpty {
      warn("This step has no ports. Enter b to go back or q to quit.")
    } else {
      warn("No such port. Enter a port's number or name, or ? for help.")
    }
    return nil
  }

  private func leaveStep(by port: Name) throws(System.Failure) -> PromptResult {
    switch try askForOutput(presenter.fields(session, leavingBy: port)) {
    case .end(let status): return .end(status)
    case .command(let input): return try handle(input)
    case .output(let output):
      let transition = session.fire(port, output: output)
      exposures += transition.exposures
      show(transition)
      if case .fail = transition.effect, case .active = session.status { return .stay }
      moves += 1
      return .moved
    }
  }
}

extension InteractiveSimulation {
  /// Asks for the value of each field.
  private func askForOutput(_ fields: [OutputField]) throws(System.Failure) -> OutputReply {
    var members = JSONObject()
    for field in fields {
      switch try askForValue(field) {
      case .output(let value):
        guard let key = field.key else { return .output(value) }
        members[key] = value
      case .command(let input): return .command(input)
      case .end(let status): return .end(status)
      }
    }
    return .output(members.isEmpty ? nil : .object(members))
  }

  private func askForValue(_ field: OutputField) throws(System.Failure) -> OutputReply {
    let previous = enteredValue(field)
    let prompt = fieldPrompt(field, previous: previous)
    while true {
      switch try ask(prompt, isSecret: field.isSecret) {
      case .end(let status): return .end(status)
      case .input(.empty): return .output(previous)
      case .input(.text(let text)):
        switch FieldParser.parse(text, for: field) {
        case .value(let value): return .output(value)
        case .invalid(let message): warn(message)
        }
      case .input(.help): showHelp()
      case .input(.session): out.writeLine(StyledText(summary.sessionText(glyphs: glyphs)))
      case .input(let input): return .command(input)
      }
    }
  }

  /// The value that was entered on this step before.
  private func enteredValue(_ field: OutputField) -> JSON? {
    guard let step = session.current?.step, let whole = session.enteredValue(step) else {
      return nil
    }
    return field.key.map { whole[$0] } ?? whole
  }

  private func portPrompt() -> StyledText {
    let ports = session.ports
    guard ports.count > 1 else {
      let hint = ports.isEmpty ? "  b or q " : "  Return to continue "
      return StyledText(hint, .faint) + StyledText("\(glyphs.prompt) ", .name)
    }
    let name = SimulationPresenter.defaultPort(session)
    let number = ports.firstIndex { $0 == name }.map { "[\($0 + 1)] " } ?? ""
    return StyledText("  Choose a port: ") + StyledText(number, .faint)
      + StyledText("\(glyphs.prompt) ", .name)
  }

  private func fieldPrompt(_ field: OutputField, previous: JSON?) -> StyledText {
    let name = field.key?.string ?? session.current?.step.string ?? ""
    let count = field.options.count
    var hint = count > 0 ? "1 to \(count)" : ValueTypeText.hint(field.type)
    if field.isSecret { hint = "hidden" }
    var prompt = StyledText("  ") + StyledText(name, .strong) + StyledText(" (\(hint)) ", .faint)
    if let previous {
      let text = field.isSecret ? glyphs.mask : ValueText.text(previous)
      prompt += StyledText("[\(text)] ", .faint)
    }
    return prompt + StyledText("\(glyphs.prompt) ", .name)
  }

  private func ask(_ prompt: StyledText, isSecret: Bool = false) throws(System.Failure) -> Reply {
    let line: LineReader.Line
    if isSecret {
      // NB: echo is off before the prompt appears, so that type-ahead is not shown either.
      line = try reader.withoutEcho { () throws(System.Failure) in
        show(prompt)
        return try reader.next()
      }
    } else {
      show(prompt)
      line = try reader.next()
    }
    switch line {
    case .bytes(let bytes):
      if isSecret || !reader.isTerminal { out.writeLine() }
      return .input(PromptInput(String(decoding: bytes, as: UTF8.self)))
    case .tooLong:
      warn("The input is too long.")
      return .input(.help)
    case .end:
      out.writeLine()
      return .end(ExitStatus.ok)
    case .interrupted:
      out.writeLine()
      return .end(ExitStatus.interrupted)
    }
  }
}

extension InteractiveSimulation {
  private var summary: SimulationSummary {
    SimulationSummary(session: session, presenter: presenter, exposures: exposures, moves: moves)
  }

  private func show(_ prompt: StyledText) {
    out.write(prompt)
    out.flush()
  }

  private func showCard() {
    guard let card = presenter.card(session, isFirst: moves == 0) else { return }
    out.writeLine()
    out.writeLines(card.lines(width: width, glyphs: glyphs))
  }

  private func show(_ transition: SessionTransition) {
    let text = TransitionText(presenter: presenter, glyphs: glyphs, width: width)
    out.writeLines(text.lines(transition))
  }

  private func warn(_ message: String) {
    for line in StyledText(message, .warning).wrapped(to: width - 2) { out.writeLine("  " + line) }
  }

  private func showHelp() {
    let rows = PromptInput.explanations.map { ($0.name, StyledText($0.value)) }
    out.writeLines(KeyValueList.lines(rows, width: width, indent: 2))
  }

  private func changeContext(_ change: String) -> PromptResult {
    guard !change.isEmpty else {
      let rows = session.context.members.map {
        ($0.key.string, StyledText(ValueText.text($0.value)))
      }
      if rows.isEmpty {
        warn("The context is empty. Set an attribute with, for example, c country=DE.")
      }
      out.writeLines(KeyValueList.lines(rows, width: width, indent: 2))
      return .stay
    }
    guard let context = ContextChange.apply(change, to: session.context) else {
      warn("Enter c key=value, such as c country=DE.")
      return .stay
    }
    session.context = context
    return .moved  // the card may show attributes
  }

  /// Says where the simulation stopped, and returns its exit status.
  private func stop(_ status: Int32) -> Int32 {
    let step = session.current?.step.string ?? "the start"
    let reason = status == ExitStatus.interrupted ? "Interrupted" : "Stopped"
    out.writeLine(StyledText("  \(reason) at step \(step); the flow is not finished.", .faint))
    summarize()
    return status
  }

  private func summarize() {
    out.writeLine()
    out.writeLines(summary.lines(width: width, glyphs: glyphs))
    out.writeLine(StyledText("session ", .faint) + StyledText(summary.sessionText(glyphs: glyphs)))
  }
}

/// Names value types in prompts.
enum ValueTypeText {
  static func hint(_ type: ValueType) -> String {
    switch type {
    case .string: "text"
    case .number: "number"
    case .integer: "whole number"
    case .boolean: "yes or no"
    case .date: "date, yyyy-MM-dd"
    case .version: "version"
    case .array: "JSON array"
    case .object: "JSON object"
    case .any: "any value"
    }
  }
}
