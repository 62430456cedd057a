package import FlowCore

/// Describes a transition and the reasons for it.
package struct TransitionText {
  package let presenter: SimulationPresenter
  package let glyphs: Glyphs
  package let width: Int

  package init(presenter: SimulationPresenter, glyphs: Glyphs, width: Int) {
    self.presenter = presenter
    self.glyphs = glyphs
    self.width = width
  }

  /// The description of a transition.
  package func lines(_ transition: SessionTransition) -> [StyledText] {
    var lines = transition.edges.flatMap(lines)
    for exposure in transition.exposures {
      let user = "\(exposure.attribute.string) \(exposure.value)"
      lines += item(
        StyledText(glyphs.bullet, .name),
        StyledText("experiment ") + StyledText(exposure.experiment.string, .strong)
          + StyledText(": \(user) is assigned to variant ")
          + StyledText(exposure.variant.string, .strong))
    }
    switch transition.effect {
    case .show: break
    case .pop(let presentation, _):
      lines += item(
        StyledText(glyphs.arrow, .success),
        StyledText("back at ") + StyledText(presentation.step.string, .strong))
    case .finish(let outcome):
      lines += item(
        StyledText(glyphs.done, .success),
        StyledText("flow finished: ") + StyledText(outcome.string, .strong))
    case .atStart:
      lines += item(
        StyledText(glyphs.bullet, .warning), "This is the first step; cannot go back.")
    case .fail(let error): lines += failure(error)
    }
    return lines
  }

  /// An error that prevented the transition, or ended the session.
  package func failure(_ error: FlowError) -> [StyledText] {
    let location = LocationText.phrase(error.location)
    let text =
      StyledText(error.message) + StyledText(location.isEmpty ? "" : " (\(location))", .faint)
    return item(StyledText(glyphs.failed, .error), text)
  }

  private func lines(_ edge: SessionEdge) -> [StyledText] {
    if let reason = edge.skipReason { return skipped(edge, reason) }
    let target = targetText(edge)
    guard let port = edge.from.port else {
      let step = edge.from.step?.string ?? ""
      return item(
        StyledText(glyphs.arrow, .success),
        StyledText("nested flow finished; returned to step \(step), then to ") + target)
    }
    let text = StyledText(port.string, .strong) + " " + arrow + " " + target + reasonClause(edge)
    return item(StyledText(glyphs.done, .success), text)
  }

  private func skipped(_ edge: SessionEdge, _ reason: SessionEdge.SkipReason) -> [StyledText] {
    let step = StyledText(edge.from.step?.string ?? "", .strong)
    let explanation: StyledText
    switch reason {
    case .hidden:
      let condition =
        presenter.showWhen(edge.from).map(ConditionText.text) ?? "its condition is true"
      explanation = StyledText(" was skipped: it is only shown if \(condition)")
    case .missingScreen:
      explanation = StyledText(" was skipped: the build does not have its screen")
    }
    let next = StyledText("; next: ") + targetText(edge) + reasonClause(edge)
    return item(StyledText(glyphs.skipped, .warning), step + explanation + next)
  }

  private func targetText(_ edge: SessionEdge) -> StyledText {
    switch edge.to {
    case .finish(let outcome): StyledText("end: \(outcome.string)", .strong)
    case .step(let flow, let step):
      flow == edge.from.flow
        ? StyledText(step.string, .strong)
        : StyledText("flow \(flow.string), step ") + StyledText(step.string, .strong)
    }
  }

  /// Returns the reason for this route, as a clause; empty for a first route without a condition or
  /// a split.
  private func reasonClause(_ edge: SessionEdge) -> StyledText {
    guard let route = presenter.route(edge.from) else { return "" }
    var reasons: [String] = []
    if let condition = route.when {
      reasons.append(ConditionText.text(condition))
    } else if let index = edge.from.route, index > 0, edge.variant == nil {
      reasons.append(index == 1 ? "the previous route does not apply" : "no previous route applies")
    }
    if let variant = edge.variant, case .split(let split) = route.target {
      reasons.append("experiment \(split.experiment.string) assigned variant \(variant.string)")
    }
    guard !reasons.isEmpty else { return "" }
    return StyledText(", because \(reasons.joined(separator: " and "))", .faint)
  }

  private var arrow: StyledText { StyledText(glyphs.arrow, .faint) }

  private func item(_ symbol: StyledText, _ text: StyledText) -> [StyledText] {
    let margin = 4
    let wrapped = text.wrapped(to: max(width - margin, 16))
    return wrapped.enumerated().map { index, line in
      (index == 0 ? StyledText("  ") + symbol : "").padded(to: margin + (symbol.width > 1 ? 1 : 0))
        + line
    }
  }
}
