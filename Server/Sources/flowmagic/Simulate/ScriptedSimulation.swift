import FlowCore
import FlowServer

/// A simulation with answers from a file.
struct ScriptedSimulation {
  let presenter: SimulationPresenter
  let answers: AnswerFile
  let stepLimit: Int
  let out: Output
  let err: Output

  /// The reason why a simulation stopped.
  private enum StopReason: Error {
    /// The flow ended, a step has no ports, or there are no more events.
    case done(String)
    case failed(StyledText)
  }

  /// Simulates until the flow ends or the simulation cannot continue.
  func run(_ start: (session: Session, transition: SessionTransition)) -> Int32 {
    var session = start.session
    var exposures = start.transition.exposures
    var moves = 0
    var used: Set<Name> = []
    show(start.transition)
    let reason = simulate(&session, &exposures, &moves, &used)
    let width = SimulationLayout.width(out)
    out.writeLine()
    let summary = SimulationSummary(
      session: session, presenter: presenter, exposures: exposures, moves: moves)
    out.writeLines(summary.lines(width: width, glyphs: out.glyphs))
    out.writeLine(
      StyledText("session ", .faint) + StyledText(summary.sessionText(glyphs: out.glyphs)))
    out.flush()
    warnAboutUnknownSteps(used)
    switch reason {
    case .done(let message):
      if !message.isEmpty { out.writeLine(StyledText(message, .faint)) }
      return ExitStatus.ok
    case .failed(let message):
      err.writeLine(StyledText("error: ", .error) + message)
      return ExitStatus.failed
    }
  }

  private func simulate(
    _ session: inout Session, _ exposures: inout [Exposure], _ moves: inout Int,
    _ used: inout Set<Name>
  ) -> StopReason {
    while true {
      switch session.status {
      case .finished: return .done("")
      case .failed(let error): return .failed(StyledText(error.message))
      case .active: break
      }
      guard let card = presenter.card(session, isFirst: moves == 0),
        let presentation = session.current
      else {
        return .failed("The session shows no step.")
      }
      out.writeLine()
      out.writeLines(card.lines(width: SimulationLayout.width(out), glyphs: out.glyphs))
      let event: AnswerFile.Event
      switch next(session, presentation, moves, &used) {
      case .success(let next): event = next
      case .failure(let reason): return reason
      }
      guard moves < stepLimit else {
        let count = Plural.text(moves, "move")
        return .failed(
          StyledText(
            "Stopped after \(count), at step \(presentation.step): the flow may loop."
              + " Use --step-limit to allow more."))
      }
      moves += 1
      let transition = apply(event, to: &session)
      exposures += transition.exposures
      show(transition)
      if case .fail(let error) = transition.effect {
        return .failed(
          StyledText("Cannot continue from step \(presentation.step): \(error.message)"))
      }
    }
  }

  /// The next event, or the reason to stop.
  private func next(
    _ session: Session, _ presentation: Presentation, _ moves: Int, _ used: inout Set<Name>
  ) -> Result<AnswerFile.Event, StopReason> {
    switch answers.script {
    case .events(let events):
      guard moves < events.count else {
        return .failure(.done("No more events; the flow is not finished."))
      }
      return .success(events[moves])
    case .byStep(let answers):
      guard !session.ports.isEmpty else {
        return .failure(.done("Stopped at step \(presentation.step), which has no ports."))
      }
      if let answer = answers[presentation.step] {
        used.insert(presentation.step)
        return .success(.fire(answer))
      }
      if let answer = answers["*"] {
        used.insert("*")
        return .success(.fire(answer))
      }
      let ports = session.ports.map(\.string).joined(separator: ", ")
      return .failure(
        .failed(
          StyledText(
            "No answer for step \(presentation.step), which has the ports \(ports). Add"
              + #" "\#(presentation.step)": {} to the answers to use its default port."#)))
    }
  }

  private func apply(_ event: AnswerFile.Event, to session: inout Session) -> SessionTransition {
    switch event {
    case .back:
      out.writeLine(StyledText("\(out.glyphs.prompt) back", .name))
      return session.back()
    case .fire(let answer):
      let port = answer.port ?? SimulationPresenter.defaultPort(session) ?? "next"
      var line = StyledText("\(out.glyphs.prompt) \(port)", .name)
      if let output = answer.output, let step = session.current?.step {
        let isHidden = presenter.secrets.isSecret(step: step, content: session.content)
        let text =
          isHidden ? out.glyphs.mask : presenter.secrets.text(step, output, mask: out.glyphs.mask)
        line += StyledText("  \(text)", .strong)
      }
      out.writeLine(line)
      return session.fire(port, output: answer.output)
    }
  }

  private func show(_ transition: SessionTransition) {
    let text = TransitionText(
      presenter: presenter, glyphs: out.glyphs, width: SimulationLayout.width(out))
    out.writeLines(text.lines(transition))
  }

  /// An answer for a step that does not exist is often a typo.
  private func warnAboutUnknownSteps(_ used: Set<Name>) {
    guard case .byStep(let answers) = answers.script else { return }
    let known = Set(presenter.document.flows.flatMap { $0.steps.map(\.id) })
    let unknown = answers.keys.filter { !used.contains($0) && !known.contains($0) && $0 != "*" }
    guard !unknown.isEmpty else { return }
    let names = unknown.map(\.string).sorted().joined(separator: ", ")
    err.writeLine(
      StyledText("warning: ", .warning)
        + StyledText("The answers refer to steps that the document does not have: \(names)."))
  }
}

/// The width of a simulation's output.
enum SimulationLayout {
  /// The terminal's width, but between 24 and 80 columns.
  static func width(_ out: Output) -> Int { min(max(out.width, 24), 80) }
}
