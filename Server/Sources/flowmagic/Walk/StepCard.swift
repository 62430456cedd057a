import FlowCore

/// One step of a walk as a card: what its screen would show, and the ways on.
package struct StepCard {
  /// A way on.
  package struct Choice: Equatable {
    package var name: String
    /// Where it may lead, in a few words.
    package var hint: String

    package init(name: String, hint: String) {
      self.name = name
      self.hint = hint
    }
  }

  package var screen: String
  package var flow: String
  package var step: String
  package var content: ContentWords
  package var choices: [Choice]
  /// The choice taken by pressing return alone.
  package var defaultChoice: Int?
  /// Something about how the card appears, such as "as a sheet".
  package var note: String

  package init(
    screen: String, flow: String, step: String, content: ContentWords, choices: [Choice],
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

  /// The most lines of content: beyond that it is no screen any more, but data.
  private static let longestContent = 40

  /// The card, `width` columns wide.
  package func lines(width: Int, glyphs: Glyphs) -> [StyledText] {
    let box = Box(width: width, glyphs: glyphs)
    let place = StyledText("\(flow) \(glyphs.inside) \(step)", .faint)
    var lines = [box.top(StyledText(screen, .strongName), place)]
    var body = contentLines(box.inner, glyphs)
    if body.count > StepCard.longestContent {
      let more = body.count - StepCard.longestContent
      body = Array(body.prefix(StepCard.longestContent))
      body.append(StyledText("\(glyphs.ellipsis) \(more) more lines", .faint))
    }
    if !body.isEmpty {
      lines += [box.line("")] + body.map(box.line) + [box.line("")]
    }
    let ways = choiceLines(box.inner, glyphs)
    if !body.isEmpty { lines.append(box.divider()) }
    lines += ways.map(box.line)
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
      Rows.lines(content.rows.map { ($0.name, StyledText($0.value)) }, width: width))
    return Array(groups.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// An empty field with its placeholder.
  private func field(_ placeholder: String, _ width: Int, _ glyphs: Glyphs) -> StyledText {
    let room = min(max(DisplayWidth.of(placeholder) + 8, 24), width - 4)
    let text = StyledText(placeholder, .faint).truncated(to: room, ellipsis: glyphs.ellipsis)
    return StyledText("[ ", .faint) + text.padded(to: room) + StyledText(" ]", .faint)
  }

  /// An option with the number that it is chosen by, in parentheses: ports have plain numbers.
  private func numbered(_ number: Int, _ option: ContentOption, _ width: Int) -> [StyledText] {
    let lead = StyledText("(\(number)) ", .name)
    var label = StyledText(option.label)
    let value = ValueWords.plain(option.value)
    if value != option.label { label += StyledText(" (\(value))", .faint) }
    return label.wrapped(to: width - lead.width).enumerated().map { index, line in
      (index == 0 ? lead : "").padded(to: lead.width) + line
    }
  }

  private func choiceLines(_ width: Int, _ glyphs: Glyphs) -> [StyledText] {
    guard !choices.isEmpty else {
      return StyledText("No ports: a person stays here.", .faint).wrapped(to: width)
    }
    let digits = String(choices.count).count
    let longest = choices.map { DisplayWidth.of(StyledText.harmless($0.name)) }.max() ?? 0
    let column = min(longest, max(width / 2 - digits - 2, 4))
    return choices.enumerated().flatMap { index, choice in
      let isDefault = index == defaultChoice
      var line = StyledText(String(index + 1), isDefault ? .strongName : .name)
        .padded(to: digits + 2)
      line += StyledText(choice.name, isDefault ? .strong : .plain)
        .truncated(to: column, ellipsis: glyphs.ellipsis).padded(to: column + 2)
      let room = width - line.width
      let hint = StyledText("\(glyphs.arrow) \(choice.hint)", .faint)
      return [line + hint.truncated(to: room, ellipsis: glyphs.ellipsis)]
    }
  }
}
