import FlowCore

/// A walk that takes its answers from a file.
struct UnattendedWalk {
  let guide: WalkGuide
  let sheet: AnswerSheet
  let stepLimit: Int
  let out: Output
  let err: Output

  /// How a walk stopped.
  private enum Stop {
    /// It ended, or rests at a step that has no ports, or everything that was to happen has.
    case done(String)
    case failed(StyledText)
  }

  /// Walks until the flow ends or cannot go on.
  func run(_ start: (session: Session, transition: Transition)) -> Int32 {
    var session = start.session
    var exposures = start.transition.exposures
    var moves = 0
    var used: Set<Name> = []
    tell(start.transition)
    let stop = walk(&session, &exposures, &moves, &used)
    let width = WalkLayout.width(out)
    out.line()
    let summary = WalkSummary(session: session, guide: guide, exposures: exposures, moves: moves)
    out.lines(summary.lines(width: width, glyphs: out.glyphs))
    out.line(
      StyledText("session ", .faint) + StyledText(summary.sessionText(glyphs: out.glyphs)))
    out.flush()
    warnOfUnused(used)
    switch stop {
    case .done(let sentence):
      if !sentence.isEmpty { out.line(StyledText(sentence, .faint)) }
      return ExitStatus.ok
    case .failed(let sentence):
      err.line(StyledText("error: ", .bad) + sentence)
      return ExitStatus.failed
    }
  }

  private func walk(
    _ session: inout Session, _ exposures: inout [Exposure], _ moves: inout Int,
    _ used: inout Set<Name>
  ) -> Stop {
    while true {
      switch session.status {
      case .finished: return .done("")
      case .failed(let error): return .failed(StyledText(error.message))
      case .active: break
      }
      guard let card = guide.card(session, isFirst: moves == 0), let shown = session.current else {
        return .failed("The walk shows no step.")
      }
      out.line()
      out.lines(card.lines(width: WalkLayout.width(out), glyphs: out.glyphs))
      let event: AnswerSheet.Event
      switch next(session, shown, moves, &used) {
      case .success(let next): event = next
      case .failure(let end): return end.stop
      }
      guard moves < stepLimit else {
        let count = Counted.words(moves, "move")
        return .failed(
          StyledText(
            "The walk was stopped after \(count), at step \(shown.step): it may go in circles."
              + " --step-limit allows more."))
      }
      moves += 1
      let transition = apply(event, to: &session)
      exposures += transition.exposures
      tell(transition)
      if case .fail(let error) = transition.effect {
        return .failed(
          StyledText("The walk cannot go on from step \(shown.step): \(error.message)"))
      }
    }
  }

  private struct End: Error { let stop: Stop }

  /// What happens at the step shown.
  private func next(
    _ session: Session, _ shown: Presentation, _ moves: Int, _ used: inout Set<Name>
  ) -> Result<AnswerSheet.Event, End> {
    switch sheet.script {
    case .events(let events):
      guard moves < events.count else {
        return .failure(End(stop: .done("All events have happened; the flow has not ended.")))
      }
      return .success(events[moves])
    case .bySteps(let answers):
      guard !session.ports.isEmpty else {
        return .failure(
          End(stop: .done("The walk rests at step \(shown.step), which has no ports.")))
      }
      if let answer = answers[shown.step] {
        used.insert(shown.step)
        return .success(.fire(answer))
      }
      if let answer = answers["*"] {
        used.insert("*")
        return .success(.fire(answer))
      }
      let ports = session.ports.map(\.string).joined(separator: ", ")
      return .failure(
        End(
          stop: .failed(
            StyledText(
              "There is no answer for step \(shown.step), which has the ports \(ports). Add"
                + #" "\#(shown.step)": {} to the answers to leave it by its default port."#))))
    }
  }

  private func apply(_ event: AnswerSheet.Event, to session: inout Session) -> Transition {
    switch event {
    case .back:
      out.line(StyledText("\(out.glyphs.prompt) back", .name))
      return session.back()
    case .fire(let answer):
      let port = answer.port ?? WalkGuide.defaultPort(session) ?? "next"
      var line = StyledText("\(out.glyphs.prompt) \(port)", .name)
      if let output = answer.output, let step = session.current?.step {
        let isHidden = guide.secrets.isSecret(step: step, content: session.content)
        let text =
          isHidden ? out.glyphs.mask : guide.secrets.shown(step, output, mask: out.glyphs.mask)
        line += StyledText("  \(text)", .strong)
      }
      out.line(line)
      return session.fire(port, output: answer.output)
    }
  }

  private func tell(_ transition: Transition) {
    let words = TransitionWords(guide: guide, glyphs: out.glyphs, width: WalkLayout.width(out))
    out.lines(words.lines(transition))
  }

  /// An answer that no step asked for is often a misspelt one.
  private func warnOfUnused(_ used: Set<Name>) {
    guard case .bySteps(let answers) = sheet.script else { return }
    let known = Set(guide.document.flows.flatMap { $0.steps.map(\.id) })
    let unknown = answers.keys.filter { !used.contains($0) && !known.contains($0) && $0 != "*" }
    guard !unknown.isEmpty else { return }
    let names = unknown.map(\.string).sorted().joined(separator: ", ")
    err.line(
      StyledText("warning: ", .warning)
        + StyledText("The answers name steps that the document does not have: \(names)."))
  }
}

/// How wide a walk draws.
enum WalkLayout {
  /// The terminal's width, but no wider than text is easy to read.
  static func width(_ out: Output) -> Int { min(max(out.width, 24), 80) }
}
