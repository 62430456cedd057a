/// A line entered at a prompt of a simulation.
package enum PromptInput: Equatable {
  case back, quit, help, session
  /// Shows the context, or changes an attribute: `key=value`, or `key=` to remove it.
  case context(String)
  /// A port or a value.
  case text(String)
  /// An empty line.
  case empty

  /// Parses a line.
  ///
  /// The letters `b`, `c`, `h`, `q` and `s`, and `?`, are commands; `=b` is the text `b`.
  package init(_ line: String) {
    let trimmed = line.trimmingSpaces
    switch trimmed {
    case "": self = .empty
    case "b": self = .back
    case "q": self = .quit
    case "?", "h": self = .help
    case "s": self = .session
    case "c": self = .context("")
    default:
      if trimmed.hasPrefix("c "), trimmed.contains("=") {
        self = .context(String(trimmed.dropFirst(2)).trimmingSpaces)
      } else if trimmed.hasPrefix("=") {
        self = .text(String(trimmed.dropFirst()))
      } else {
        self = .text(trimmed)
      }
    }
  }

  /// The commands and their descriptions, for `?`.
  package static let explanations: [(name: String, value: String)] = [
    ("1, 2, ...", "choose the port with that number, or enter its name"),
    ("Return", "choose the default port, or keep the value in brackets"),
    ("b", "go back to the previous step"),
    ("c", "show the context: the attributes that conditions use"),
    ("c key=value", "set an attribute; c key= removes it"),
    ("s", "show the session as JSON"),
    ("q", "quit (or Ctrl-D)"),
    ("=text", "enter text that looks like a command, such as =b"),
  ]
}

extension String {
  /// The text without leading and trailing spaces and tabs.
  package var trimmingSpaces: String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let tail = drop(while: isSpace)
    guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(tail[...last])
  }
}
