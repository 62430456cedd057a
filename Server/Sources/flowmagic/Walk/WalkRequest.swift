/// What a person asks for at a prompt of a walk.
package enum WalkRequest: Equatable {
  case back, quit, help, session
  /// Shows the context, or changes an attribute: `key=value`, or `key=` to take it away.
  case context(String)
  /// Anything else: a port or a value.
  case text(String)
  /// Return alone.
  case nothing

  /// Reads a line.
  ///
  /// One letter is a command; `=b` stands for the text `b`.
  package init(_ line: String) {
    let trimmed = line.trimmingSpaces
    switch trimmed {
    case "": self = .nothing
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

  /// The commands with what they do, for `?`.
  package static let explanations: [(name: String, value: String)] = [
    ("1, 2, ...", "leave by the port of that number; its name works too"),
    ("return", "leave by the marked port, or keep the value in brackets"),
    ("b", "back to the step before"),
    ("c", "show the context: the attributes that conditions look at"),
    ("c key=value", "change an attribute; c key= takes it away"),
    ("s", "show the session as JSON"),
    ("q", "quit; Ctrl-D does the same"),
    ("=text", "enter a text that looks like a command, such as =b"),
  ]
}

extension String {
  /// The text without spaces and tabs at its ends.
  package var trimmingSpaces: String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let tail = drop(while: isSpace)
    guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(tail[...last])
  }
}
