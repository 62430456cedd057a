/// A table with headings and columns as wide as their longest text.
package enum Table {
  /// The rows as lines; the last column is cut to fit.
  package static func lines(
    _ headings: [String], _ rows: [[StyledText]], width: Int
  ) -> [StyledText] {
    let header = headings.map { StyledText($0, .faint) }
    let columns = headings.indices.map { column in
      ([header] + rows).map { $0[column].width }.max() ?? 0
    }
    return ([header] + rows).map { row in
      var line = StyledText()
      for (column, text) in row.enumerated() {
        guard column < row.count - 1 else {
          line += text.truncated(to: max(width - line.width, 20), ellipsis: "~")
          break
        }
        line += text.padded(to: columns[column]) + "  "
      }
      return line
    }
  }
}
