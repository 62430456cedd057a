/// Aligned names and values in two columns.
package enum KeyValueList {
  /// The rows as lines of at most `width` columns; long values are wrapped.
  package static func lines(
    _ rows: [(name: String, value: StyledText)], width: Int, indent: Int = 0
  ) -> [StyledText] {
    let longest = rows.map { DisplayWidth.of(StyledText.sanitized($0.name)) }.max() ?? 0
    let column = min(longest, max((width - indent) / 3, 6))
    let margin = StyledText(String(repeating: " ", count: indent))
    let availableWidth = max(width - indent - column - 2, 8)
    return rows.flatMap { row in
      let name = StyledText(row.name, .faint)
      var lines: [StyledText] = []
      var lead = name
      if name.width > column {
        lines.append(margin + name.truncated(to: width - indent, ellipsis: "~"))
        lead = ""
      }
      for line in row.value.wrapped(to: availableWidth) {
        lines.append(margin + lead.padded(to: column + 2) + line)
        lead = ""
      }
      return lines
    }
  }
}
