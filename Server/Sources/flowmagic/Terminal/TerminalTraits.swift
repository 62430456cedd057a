import ArgumentParser

/// The use of color.
package enum ColorChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
  /// In a terminal, unless `NO_COLOR` is set.
  case auto
  case always
  case never
}

/// The capabilities of an output stream.
package struct TerminalTraits: Sendable, Equatable {
  package var isTerminal: Bool
  package var showsUnicode: Bool
  package var showsColor: Bool

  /// Detects the capabilities of a stream.
  package init(_ descriptor: Int32) {
    self.init(isTerminal: System.isTerminal(descriptor), environment: System.environment)
  }

  /// - Parameters:
  ///   - isTerminal: Whether the stream is a terminal; files and pipes get plain ASCII.
  ///   - environment: Looks up an environment variable.
  package init(isTerminal: Bool, environment: (String) -> String?) {
    let term = environment("TERM") ?? ""
    self.isTerminal = isTerminal
    showsUnicode = isTerminal && term != "dumb" && TerminalTraits.isUTF8(environment)
    showsColor = isTerminal && term != "dumb" && (environment("NO_COLOR") ?? "").isEmpty
  }

  package func isColored(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .auto: showsColor
    case .always: true
    case .never: false
    }
  }

  /// Whether the locale uses UTF-8; the first variable that is set decides, as in POSIX.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = environment(name), !locale.isEmpty else { continue }
      let name = locale.lowercased()
      return name.contains("utf-8") || name.contains("utf8")
    }
    // Containers set no locale, but their terminals use UTF-8; tmux and screen need the locale.
    return environment("TMUX") == nil && environment("STY") == nil
  }

  /// The width of a terminal; otherwise the value of `COLUMNS`, or 80.
  package static func width(_ descriptor: Int32) -> Int {
    if let columns = System.columns(descriptor) { return columns }
    if let columns = System.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return min(columns, 500)
    }
    return 80
  }
}
