extension StyledText {
  /// The text in lines of at most `columns`, wrapped between words; always at least one line.
  ///
  /// Words longer than a line are split.
  package func wrapped(to columns: Int) -> [StyledText] {
    var wrapper = LineWrapper(columns: max(columns, 1))
    for span in spans { wrapper.add(span) }
    return wrapper.finish()
  }

  /// The text cut to `columns`, with an ellipsis if it was cut.
  package func truncated(to columns: Int, ellipsis: String) -> StyledText {
    guard width > columns else { return self }
    let availableWidth = columns - DisplayWidth.of(ellipsis)
    var result = StyledText()
    var used = 0
    for span in spans {
      var prefix = ""
      for character in span.text {
        let next = used + DisplayWidth.of(character)
        if next > availableWidth {
          return result + StyledText(prefix, span.style) + StyledText(ellipsis, .faint)
        }
        used = next
        prefix.append(character)
      }
      result += StyledText(prefix, span.style)
    }
    return result
  }
}

/// Wraps text word by word.
private struct LineWrapper {
  let columns: Int
  private var lines: [StyledText] = []
  private var line = StyledText()
  private var lineWidth = 0
  /// The current word, which may consist of several styles.
  private var word = StyledText()
  private var wordWidth = 0
  private var spaces = 0

  init(columns: Int) { self.columns = columns }

  mutating func add(_ span: StyledText.Span) {
    var run = ""
    for character in span.text {
      guard character == " " || character.isNewline else {
        run.append(character)
        continue
      }
      appendToWord(run, span.style)
      run = ""
      endWord()
      if character == " " { spaces += 1 } else { endLine() }
    }
    appendToWord(run, span.style)
  }

  mutating func finish() -> [StyledText] {
    endWord()
    if !line.isEmpty || lines.isEmpty { endLine() }
    return lines
  }

  private mutating func appendToWord(_ run: String, _ style: Style) {
    word += StyledText(run, style)
    wordWidth += DisplayWidth.of(run)
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    if lineWidth > 0, lineWidth + spaces + wordWidth > columns { endLine() }
    // Leading spaces are kept as indentation only on the first line.
    if lineWidth > 0 || (lines.isEmpty && spaces < columns) {
      line += StyledText(String(repeating: " ", count: spaces))
      lineWidth += spaces
    }
    spaces = 0
    if lineWidth + wordWidth > columns { breakWord() } else { place(word, wordWidth) }
    word = StyledText()
    wordWidth = 0
  }

  private mutating func place(_ text: StyledText, _ width: Int) {
    line += text
    lineWidth += width
  }

  private mutating func breakWord() {
    for span in word.spans {
      for character in span.text {
        let width = DisplayWidth.of(character)
        if lineWidth + width > columns, lineWidth > 0 { endLine() }
        place(StyledText(String(character), span.style), width)
      }
    }
  }

  private mutating func endLine() {
    lines.append(line)
    line = StyledText()
    lineWidth = 0
    spaces = 0
  }
}
