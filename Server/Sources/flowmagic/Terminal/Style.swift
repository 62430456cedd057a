/// The role of a piece of text, which determines its color.
package enum Style: Sendable, Equatable {
  case plain, strong, faint, name, success, warning, error
  /// A name that stands out, such as a heading.
  case strongName

  /// The parameters of the terminal's "select graphic rendition" sequence.
  ///
  /// Uses only the eight colors that every theme defines, so that light and dark themes work.
  var parameters: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .name: "36"
    case .strongName: "1;36"
    case .success: "32"
    case .warning: "1;33"
    case .error: "1;31"
    }
  }
}

/// The symbols used for drawing.
package struct Glyphs: Sendable, Equatable {
  package var topLeft, topRight, bottomLeft, bottomRight: String
  package var teeLeft, teeRight, horizontal, vertical: String
  package var arrow, skipped, bullet, prompt, done, failed, ellipsis, mask, pathSeparator: String

  /// For terminals that show Unicode.
  package static let unicode = Glyphs(
    topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", teeLeft: "├", teeRight: "┤",
    horizontal: "─", vertical: "│", arrow: "→", skipped: "↷", bullet: "•", prompt: "›",
    done: "✓", failed: "✗", ellipsis: "…", mask: "••••••", pathSeparator: "›")

  /// For everything else: files, pipes and old terminals.
  package static let ascii = Glyphs(
    topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", teeLeft: "+", teeRight: "+",
    horizontal: "-", vertical: "|", arrow: "->", skipped: "~", bullet: "*", prompt: ">",
    done: "+", failed: "x", ellipsis: "...", mask: "******", pathSeparator: ">")
}
