import FlowCore

/// A step shown as a card: its content and its ports.
package struct StepCard {
  /// A port to choose.
  package struct Choice: Equatable {
    package var name: String
    /// The possible destinations.
    package var hint: String

    package init(name: String, hint: String) {
      self.name = name
      self.hint = hint
    }
  }

  package var screen: String
  package var flow: String
  package var step: String
  package var content: ContentSummary
  package var choices: [Choice]
  /// The index of the choice made by pressing Return.
  package var defaultChoice: Int?
  /// The number of the step and its presentation, such as "step 3, as a sheet".
  package var note: String

  package init(
    screen: String, flow: String, step: String, content: ContentSummary, choices: [Choice],
    defaultChoice: Int? = nil, note: String = ""
  ) {
    self.screen = screen
    self.flow = flow
    self.step = step
    self.content = content
    self.choices = choices
    self.defaultChoice = defaultChoice
    self.note = note
  }

  /// The maximum number of lines of content to show.
  private static let maximumContentLines = 40

  /// The card, `width` columns wide.
  package func lines(width: Int, glyphs: Glyphs) -> [StyledText] {
    let box = Box(width: width, glyphs: glyphs)
    let location = StyledText("\(flow) \(glyphs.pathSeparator) \(step)", .faint)
    var lines = [box.top(StyledText(screen, .strongName), location)]
    var body = contentLines(box.innerWidth, glyphs)
    if body.count > StepCard.maximumContentLines {
      let more = body.count - StepCard.maximumContentLines
      body = Array(body.prefix(StepCard.maximumContentLines))
      body.append(StyledText("\(glyphs.ellipsis) \(more) more lines", .faint))
    }
    if !body.isEmpty {
      lines += [box.line("")] + body.map(box.line) + [box.line("")]
    }
    let choices = choiceLines(box.innerWidth, glyphs)
    if !body.isEmpty { lines.append(box.divider()) }
    lines += choices.map(box.line)
    lines.append(box.bottom(StyledText(note, .faint)))
    return lines
  }

  private func contentLines(_ width: Int, _ glyphs: Glyphs) -> [StyledText] {
    var groups: [[StyledText]] = []
    var text: [StyledText] = []
    if let title = content.title { text += StyledText(title, .strong).wrapped(to: width) }
    for paragraph in content.paragraphs { text += StyledText(paragraph).wrapped(to: width) }
    groups.append(text)
    if let placeholder = content.placeholder { groups.append([field(placeholder, width, glyphs)]) }
    groups.append(
      content.options.enumerated().flatMap { index, option in
        numbered(index + 1, option, width)
      })
    groups.append(
      KeyValueList.lines(content.rows.map { ($0.name, StyledText($0.value)) }, width: width))
    return Array(groups.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// A text field with its placeholder.
  private func field(_ placeholder: String, _ width: Int, _ glyphs: Glyphs) -> StyledText {
    let availableWidth = min(max(DisplayWidth.of(placeholder) + 8, 24), width - 4)
    let text = StyledText(placeholder, .faint).truncated(
      to: availableWidth, ellipsis: glyphs.ellipsis)
    return StyledText("[ ", .faint) + text.padded(to: availableWidth) + StyledText(" ]", .faint)
  }

  /// An option with its number in parentheses; ports have plain numbers.
  private func numbered(_ number: Int, _ option: ContentOption, _ width: Int) -> [StyledText] {
    let lead = StyledText("(\(number)) ", .name)
    var label = StyledText(option.label)
    let value = ValueText.text(option.value)
    if value != option.label { label += StyledText(" (\(value))", .faint) }
    return label.wrapped(to: width - lead.width).enumerated().map { index, line in
      (index == 0 ? lead : "").padded(to: lead.width) + line
    }
  }

  private func choiceLines(_ width: Int, _ glyphs: Glyphs) -> [StyledText] {
    guard !choices.isEmpty else {
      return StyledText("This step has no ports.", .faint).wrapped(to: width)
    }
    let digits = String(choices.count).count
    let longest = choices.map { DisplayWidth.of(StyledText.sanitized($0.name)) }.max() ?? 0
    let column = min(longest, max(width / 2 - digits - 2, 4))
    return choices.enumerated().flatMap { index, choice in
      let isDefault = index == defaultChoice
      var line = StyledText(String(index + 1), isDefault ? .strongName : .name)
        .padded(to: digits + 2)
      line += StyledText(choice.name, isDefault ? .strong : .plain)
        .truncated(to: column, ellipsis: glyphs.ellipsis).padded(to: column + 2)
      let availableWidth = width - line.width
      let hint = StyledText("\(glyphs.arrow) \(choice.hint)", .faint)
      return [line + hint.truncated(to: availableWidth, ellipsis: glyphs.ellipsis)]
    }
  }
}
