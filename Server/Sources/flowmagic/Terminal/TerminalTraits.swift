import ArgumentParser

/// When text is coloured.
package enum ColorChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  case always
  case never
}

/// What a stream can show.
package struct TerminalTraits: Sendable, Equatable {
  package var isTerminal: Bool
  package var showsUnicode: Bool
  package var showsColor: Bool

  /// Asks the system about a stream and its dependencies.
  package init(_ descriptor: Int32) {
    self.init(isTerminal: System.isTerminal(descriptor), environment: System.environment)
  }

  /// - Parameters:
  ///   - isTerminal: Whether the stream is a terminal; files and pipes get plain ASCII drawings.
  ///   - environment: Looks up an environment variable.
  package init(isTerminal: Bool, environment: (String) -> String?) {
    let kind = environment("TERM") ?? ""
    self.isTerminal = isTerminal
    showsUnicode = isTerminal && kind != "dumb" && TerminalTraits.isUTF8(environment)
    showsColor = isTerminal && kind != "dumb" && (environment("NO_COLOR") ?? "").isEmpty
  }

  package func isColored(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .auto: showsColor
    case .always: true
    case .never: false
    }
  }

  /// Whether the locale is a UTF-8 one; the first variable that is set decides, as POSIX says.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = environment(name), !locale.isEmpty else { continue }
      let letters = locale.lowercased()
      return letters.contains("utf-8") || letters.contains("utf8")
    }
    // Containers set no locale, and the terminals that show them are UTF-8; a multiplexer asks.
    return environment("TMUX") == nil && environment("STY") == nil
  }

  /// The columns of a terminal; of anything else what `COLUMNS` says, or 80.
  package static func width(_ descriptor: Int32) -> Int {
    if let columns = System.columns(descriptor) { return columns }
    if let columns = System.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return min(columns, 500)
    }
    return 80
  }
}
