package import FlowCore

/// The summary of a simulation: how it ended, its steps, outputs and experiments.
package struct SimulationSummary {
  package let session: Session
  package let presenter: SimulationPresenter
  package var exposures: [Exposure]
  /// The number of moves.
  package var moves: Int

  package init(
    session: Session, presenter: SimulationPresenter, exposures: [Exposure], moves: Int
  ) {
    self.session = session
    self.presenter = presenter
    self.exposures = exposures
    self.moves = moves
  }

  /// The summary as a card.
  package func lines(width: Int, glyphs: Glyphs) -> [StyledText] {
    let box = Box(width: width, glyphs: glyphs)
    var lines = [box.top(StyledText("Summary", .strongName), StyledText(ending, .faint))]
    lines += KeyValueList.lines(rows(glyphs), width: box.innerWidth).map(box.line)
    let outputs = outputRows(glyphs)
    lines.append(box.divider())
    if outputs.isEmpty {
      lines.append(box.line(StyledText("No outputs.", .faint)))
    } else {
      lines += KeyValueList.lines(outputs, width: box.innerWidth).map(box.line)
    }
    lines.append(box.bottom())
    return lines
  }

  /// The session as JSON on one line, with secrets masked.
  package func sessionText(glyphs: Glyphs) -> String {
    presenter.secrets.masked(session: session.saved(), mask: glyphs.mask).text(.compact)
  }

  private var ending: String {
    switch session.status {
    case .active: "not finished"
    case .finished(let outcome): "finished: \(outcome.string)"
    case .failed(let error): "failed: \(error.code.rawValue)"
    }
  }

  private func rows(_ glyphs: Glyphs) -> [(name: String, value: StyledText)] {
    let path = session.path.map(\.step.string).joined(separator: " \(glyphs.arrow) ")
    var rows: [(name: String, value: StyledText)] = [
      ("steps", StyledText(path.isEmpty ? "none" : path)),
      ("moves", StyledText("\(moves)")),
    ]
    for exposure in exposures {
      rows.append(
        (
          "experiment",
          StyledText("\(exposure.experiment.string): variant \(exposure.variant.string)")
        ))
    }
    return rows
  }

  private func outputRows(_ glyphs: Glyphs) -> [(name: String, value: StyledText)] {
    session.outputs.members.map { member in
      let value = presenter.secrets.text(member.key, member.value, mask: glyphs.mask)
      return (member.key.string, StyledText(value, .strong))
    }
  }
}
