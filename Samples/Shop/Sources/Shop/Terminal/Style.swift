/// The style of a piece of text, as the parameters of an SGR escape sequence.
enum Style: String {
  case plain = "0"
  case bold = "1"
  case dim = "2"
  case accent = "38;5;75"
  case title = "1;38;5;75"
  case good = "38;5;78"
  case warning = "38;5;215"
  case selected = "1;38;5;231;48;5;25"
  case field = "38;5;252;48;5;236"
  case selectedField = "1;38;5;231;48;5;240"
}

/// A line of styled pieces of text.
struct Line {
  var pieces: [(text: String, style: Style)]

  init(_ text: String = "", _ style: Style = .plain) { pieces = [(text, style)] }
  init(_ pieces: [(text: String, style: Style)]) { self.pieces = pieces }

  /// The width in columns.
  var width: Int { pieces.reduce(0) { $0 + $1.text.columns } }

  /// Returns the line with an exact width: truncated, or padded with spaces.
  func fitted(to width: Int, hasColor: Bool) -> String {
    var remainingWidth = width
    var text = ""
    for piece in pieces where remainingWidth > 0 {
      let part = piece.text.truncated(to: remainingWidth)
      remainingWidth -= part.columns
      let isPlain = !hasColor || piece.style == .plain
      text += isPlain ? part : "\u{1B}[\(piece.style.rawValue)m\(part)\u{1B}[0m"
    }
    return text + String(repeating: " ", count: remainingWidth)
  }

  /// Returns the line, centered in a width.
  func centered(in width: Int) -> Line {
    Line([(String(repeating: " ", count: max(0, (width - self.width) / 2)), .plain)] + pieces)
  }
}

extension String {
  /// The width in terminal columns; East Asian wide characters and emoji have two.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Returns the longest prefix that fits into a width.
  func truncated(to width: Int) -> String {
    var remainingWidth = width
    let characters = prefix { character in
      remainingWidth -= character.columns
      return remainingWidth >= 0
    }
    return String(characters)
  }

  /// Returns the text, wrapped between words into lines of a maximum width; a longer word is not
  /// split.
  func wrapped(to width: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ") {
      let last = lines[lines.count - 1]
      let joined = last.isEmpty ? String(word) : last + " " + word
      if joined.columns <= width || last.isEmpty {
        lines[lines.count - 1] = joined
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension Character {
  fileprivate var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
