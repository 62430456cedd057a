/// A frame around lines of text.
package struct Box {
  /// The columns of the whole box.
  package let width: Int
  package let glyphs: Glyphs

  package init(width: Int, glyphs: Glyphs) {
    self.width = max(width, 24)
    self.glyphs = glyphs
  }

  /// The columns for text, inside the frame and its padding.
  package var innerWidth: Int { width - 4 }

  /// The top edge with a heading, and a short text on the right if there is space.
  package func top(_ left: StyledText, _ right: StyledText = "") -> StyledText {
    edge(glyphs.topLeft, left, right, glyphs.topRight)
  }

  package func divider() -> StyledText { edge(glyphs.teeLeft, "", "", glyphs.teeRight) }

  package func bottom(_ right: StyledText = "") -> StyledText {
    edge(glyphs.bottomLeft, "", right, glyphs.bottomRight)
  }

  /// A line of text, which must fit.
  package func line(_ text: StyledText) -> StyledText {
    StyledText("\(glyphs.vertical) ", .faint) + text.padded(to: innerWidth)
      + StyledText(" \(glyphs.vertical)", .faint)
  }

  private func edge(
    _ start: String, _ left: StyledText, _ right: StyledText, _ end: String
  ) -> StyledText {
    var heading = left.truncated(to: innerWidth - 2, ellipsis: glyphs.ellipsis)
    if !heading.isEmpty { heading = " " + heading + " " }
    var corner = right
    if !corner.isEmpty { corner = " " + corner + " " }
    if heading.width + corner.width + 1 > innerWidth {
      corner = shortened(right, innerWidth - heading.width)
    }
    let fill = String(
      repeating: glyphs.horizontal, count: innerWidth - heading.width - corner.width)
    return StyledText(start + glyphs.horizontal, .faint) + heading + StyledText(fill, .faint)
      + corner + StyledText(glyphs.horizontal + end, .faint)
  }

  /// The text cut to fit with its padding; empty if too little would be left.
  private func shortened(_ text: StyledText, _ availableWidth: Int) -> StyledText {
    guard availableWidth >= 10 else { return "" }
    return " " + text.truncated(to: availableWidth - 3, ellipsis: glyphs.ellipsis) + " "
  }
}
