import FlowMagic

/// Draws a page as a phone in the middle of the terminal, with a status line above and the keys
/// below.
struct PageView {
  /// The status line.
  struct Status {
    var application = ""
    var release = ""
    var isLive = false
    /// A message, until the next key.
    var message: String?
  }

  let columns: Int
  let rows: Int
  let hasColor: Bool

  private var width: Int { min(58, max(20, columns - 4)) }

  /// Returns as many lines as the terminal has, each as wide as the terminal.
  @MainActor func lines(_ page: Page, _ state: PageState, _ status: Status) -> [String] {
    let body = body(page, state)
    let height = max(3, rows - 4)
    // A page that is longer than the terminal scrolls to the selected line.
    let first = max(0, min(body.lines.count - height, body.selectedLine - height + 2))
    var screen: [Line] = [statusLine(status), frame("╭", "╮")]
    for index in 0..<height {
      let line = body.lines.indices.contains(first + index) ? body.lines[first + index] : Line()
      screen.append(framed(line))
    }
    screen.append(frame("╰", "╯"))
    screen.append(keyHints(page).centered(in: columns))
    return screen.prefix(rows).map { $0.fitted(to: columns, hasColor: hasColor) }
  }

  private func statusLine(_ status: Status) -> Line {
    // A message takes the space of the release.
    let release = status.message == nil ? "\(status.release)  " : ""
    var pieces: [(text: String, style: Style)] = [
      (" \(status.application)", .bold), ("  \(release)", .dim),
      (status.isLive ? "● live" : "○ offline", status.isLive ? .good : .warning),
    ]
    if let message = status.message { pieces.append(("   \(message)", .accent)) }
    return Line(pieces)
  }

  private func keyHints(_ page: Page) -> Line {
    let hint = page.fields.isEmpty ? "" : "type to edit · "
    return Line("\(hint)↑↓ select · ⏎ continue · esc back · ctrl-c quit", .dim)
  }

  private func frame(_ left: String, _ right: String) -> Line {
    Line(left + String(repeating: "─", count: width) + right, .dim).centered(in: columns)
  }

  private func framed(_ line: Line) -> Line {
    let edge = (text: "│", style: Style.dim)
    let fill = String(repeating: " ", count: max(0, width - line.width))
    return Line([edge] + line.pieces + [(fill, .plain), edge]).centered(in: columns)
  }

  @MainActor private func body(
    _ page: Page, _ state: PageState
  ) -> (lines: [Line], selectedLine: Int) {
    if let drawnScreen = page.drawnScreen { return body(drawnScreen.screen, state) }
    var lines = [Line(), Line("  " + page.title, .title), Line()]
    var selectedLine = 0
    for paragraph in page.paragraphs {
      lines += paragraph.wrapped(to: width - 4).map { Line("  " + $0) }
    }
    for fact in page.facts {
      lines.append(
        Line([
          ("  " + fact.name.padded(to: 16), .dim), (fact.value.truncated(to: width - 20), .plain),
        ]))
    }
    if !page.paragraphs.isEmpty || !page.facts.isEmpty { lines.append(Line()) }
    for (index, field) in page.fields.enumerated() {
      if index == state.selectedIndex { selectedLine = lines.count + 1 }
      lines += draw(field, state, isSelected: index == state.selectedIndex)
    }
    for (index, choice) in page.choices.enumerated() {
      let isSelected = index + page.fields.count == state.selectedIndex
      if isSelected { selectedLine = lines.count }
      let label = " \(index + 1)  \(choice.label) ".truncated(to: width - 4).padded(to: width - 4)
      lines.append(Line([("  ", .plain), (label, isSelected ? .selected : .plain)]))
    }
    if let error = state.error {
      lines.append(Line())
      lines += error.wrapped(to: width - 4).map { Line("  " + $0, .warning) }
    }
    return (lines, selectedLine)
  }

  /// Returns the lines of a drawn screen, and the index of the last line of its focused element.
  private func body(
    _ screen: ResolvedScreen, _ state: PageState
  ) -> (lines: [Line], selectedLine: Int) {
    let viewState = state.validViewState(on: screen)
    let layout = TextRenderer.layout(screen, columns: width - 4, viewState: viewState)
    let last = layout.element(viewState.focused).map { $0.lines.upperBound } ?? 0
    return ([Line()] + layout.numberedLines, last)
  }

  private func draw(_ field: Page.Field, _ state: PageState, isSelected: Bool) -> [Line] {
    let value = state.values[field.id] ?? ""
    let displayedValue =
      value.isEmpty && !isSelected
      ? field.placeholder : field.isSecret ? String(repeating: "•", count: value.count) : value
    let available = width - 6
    // Show the end of a long text, where the user types.
    let tail = String(displayedValue.suffix(available - 1))
    let text = " \(tail)\(isSelected ? "▏" : "")".padded(to: available + 1)
    return [
      Line("  " + field.label, .dim),
      Line([("  ", .plain), (text, isSelected ? .selectedField : .field)]), Line(),
    ]
  }
}

extension String {
  /// Returns the text, padded to a width with trailing spaces.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }
}
