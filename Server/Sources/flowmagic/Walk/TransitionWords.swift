package import FlowCore

/// What a move did and why, line by line.
package struct TransitionWords {
  package let guide: WalkGuide
  package let glyphs: Glyphs
  package let width: Int

  package init(guide: WalkGuide, glyphs: Glyphs, width: Int) {
    self.guide = guide
    self.glyphs = glyphs
    self.width = width
  }

  /// The lines that tell of a transition.
  package func lines(_ transition: Transition) -> [StyledText] {
    var lines = transition.edges.flatMap(lines)
    for exposure in transition.exposures {
      let person = "\(exposure.attribute.string) \(exposure.value)"
      lines += item(
        StyledText(glyphs.bullet, .name),
        StyledText("experiment ") + StyledText(exposure.experiment.string, .strong)
          + StyledText(": \(person) belongs to variant ") + StyledText(exposure.variant.string, .strong))
    }
    switch transition.effect {
    case .show: break
    case .pop(let shown, _):
      lines += item(
        StyledText(glyphs.arrow, .good),
        StyledText("back at ") + StyledText(shown.step.string, .strong))
    case .finish(let outcome):
      lines += item(
        StyledText(glyphs.done, .good),
        StyledText("the flow has ended: ") + StyledText(outcome.string, .strong))
    case .atStart:
      lines += item(
        StyledText(glyphs.bullet, .warning), "This is the first step; there is no way back.")
    case .fail(let error): lines += failure(error)
    }
    return lines
  }

  /// The lines for an error that left the person where they are, or ended the walk.
  package func failure(_ error: FlowError) -> [StyledText] {
    let location = PlaceWords.sentencePart(error.location)
    let text =
      StyledText(error.message) + StyledText(location.isEmpty ? "" : " (\(location))", .faint)
    return item(StyledText(glyphs.failed, .bad), text)
  }

  private func lines(_ edge: Edge) -> [StyledText] {
    if let reason = edge.skipped { return skipped(edge, reason) }
    let target = targetWords(edge)
    guard let port = edge.from.port else {
      let flow = edge.from.step?.string ?? ""
      return item(
        StyledText(glyphs.arrow, .good),
        StyledText("the entered flow has ended; back in step \(flow), on to ") + target)
    }
    let text = StyledText(port.string, .strong) + " " + arrowPadded + " " + target + because(edge)
    return item(StyledText(glyphs.done, .good), text)
  }

  private func skipped(_ edge: Edge, _ reason: Edge.Skipped) -> [StyledText] {
    let step = StyledText(edge.from.step?.string ?? "", .strong)
    let why: StyledText
    switch reason {
    case .hidden:
      let condition = guide.showWhen(edge.from).map(ConditionText.words) ?? "its condition holds"
      why = StyledText(" was skipped: it is shown only if \(condition)")
    case .missingScreen:
      why = StyledText(" was skipped: the build does not have its screen")
    }
    let onward = StyledText("; on to ") + targetWords(edge) + because(edge)
    return item(StyledText(glyphs.skipped, .warning), step + why + onward)
  }

  private func targetWords(_ edge: Edge) -> StyledText {
    switch edge.to {
    case .finish(let outcome): StyledText("end: \(outcome.string)", .strong)
    case .step(let flow, let step):
      flow == edge.from.flow
        ? StyledText(step.string, .strong)
        : StyledText("flow \(flow.string), step ") + StyledText(step.string, .strong)
    }
  }

  /// Why this route was the one, as the end of a sentence; nothing where there was only one way.
  private func because(_ edge: Edge) -> StyledText {
    guard let route = guide.route(edge.from) else { return "" }
    var reasons: [String] = []
    if let condition = route.when {
      reasons.append(ConditionText.words(condition))
    } else if let index = edge.from.route, index > 0, edge.variant == nil {
      reasons.append(index == 1 ? "the route before does not apply" : "no route before applies")
    }
    if let variant = edge.variant, case .split(let split) = route.target {
      reasons.append("experiment \(split.experiment.string) gives variant \(variant.string)")
    }
    guard !reasons.isEmpty else { return "" }
    return StyledText(", because \(reasons.joined(separator: " and "))", .faint)
  }

  private var arrowPadded: StyledText { StyledText(glyphs.arrow, .faint) }

  private func item(_ sign: StyledText, _ text: StyledText) -> [StyledText] {
    let margin = 4
    let wrapped = text.wrapped(to: max(width - margin, 16))
    return wrapped.enumerated().map { index, line in
      (index == 0 ? StyledText("  ") + sign : "").padded(to: margin + (sign.width > 1 ? 1 : 0))
        + line
    }
  }
}
