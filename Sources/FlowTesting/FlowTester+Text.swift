import FlowBlocks
public import Testing

extension FlowTester {
  /// Expects the current drawn screen as text, as it would be shown in a terminal.
  ///
  /// ```swift
  /// flow.expectText(
  ///   """
  ///   Your goal
  ///   [ Continue ]
  ///   """)
  /// ```
  ///
  /// Trailing spaces and empty lines around the text are ignored. The failure message shows the
  /// lines that differ, so a new test can start with an empty text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - columns: The width of the screen in characters.
  ///   - sourceLocation: The line of the test.
  public func expectText(
    _ text: String, columns: Int = 60, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard isRunning else { return }
    guard let drawnScreen else {
      return fail("Expected a drawn screen, but \(stateDescription).", sourceLocation)
    }
    consumeScreen()
    let expected = Self.lines(text)
    let actual = Self.lines(TextRenderer.render(drawnScreen, columns: columns))
    guard expected != actual else { return }
    fail(
      "\(drawnScreen.name) looks different (- expected, + shown):\n"
        + Self.difference(expected, actual).joined(separator: "\n"), sourceLocation)
  }

  /// The lines without trailing spaces, and without empty lines around them.
  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines.drop { $0.isEmpty })
  }

  /// All lines, with those of only one side marked with `-` or `+`.
  private static func difference(_ expected: [String], _ actual: [String]) -> [String] {
    let changes = actual.difference(from: expected)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var index = 0
    for (expectedIndex, line) in expected.enumerated() {
      if removed.contains(expectedIndex) {
        lines.append("- " + line)
        continue
      }
      while index < actual.count, inserted.contains(index) {
        lines.append("+ " + actual[index])
        index += 1
      }
      lines.append("  " + line)
      index += 1
    }
    return lines + actual[index...].map { "+ " + $0 }
  }
}
