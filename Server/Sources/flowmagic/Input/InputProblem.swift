package import FlowCore

/// A problem with an input file, with its position in the text.
package struct InputProblem: Error, Equatable {
  /// The file as the user named it.
  package var file: String
  /// A stable code: one of FlowCore's error codes, or one of the command's own.
  package var code: String
  package var message: String
  /// The position in the text; nil if it is not known, as for a file that cannot be read.
  package var position: SourcePosition?
  /// The line that the position is on.
  package var excerpt: SourceExcerpt?

  package init(
    file: String, code: String, message: String, position: SourcePosition? = nil,
    excerpt: SourceExcerpt? = nil
  ) {
    self.file = file
    self.code = code
    self.message = message
    self.position = position
    self.excerpt = excerpt
  }

  /// Creates a problem from an engine error about a text.
  package init(file: String, _ error: FlowError, in bytes: [UInt8] = []) {
    var message = error.message
    let location = LocationText.phrase(error.location)
    if !location.isEmpty, error.position == nil { message += " (\(location))" }
    self.init(
      file: file, code: error.code.rawValue, message: message, position: error.position,
      excerpt: error.position.flatMap { position in
        // The first line of a file in an unknown format explains nothing.
        error.code == .unknownFormat ? nil : SourceExcerpt(bytes, at: position)
      })
  }
}

extension InputProblem {
  /// The problem formatted like a compiler's diagnostic.
  package func lines(width: Int, glyphs: Glyphs) -> [StyledText] {
    var headline = StyledText(file, .strong)
    if let position { headline += StyledText(position.pathSuffix, .strong) }
    headline +=
      StyledText(": ", .strong) + StyledText("error: ", .error) + StyledText(message, .strong)
    guard let excerpt else { return [headline] }
    return [headline] + excerpt.lines(width: width, glyphs: glyphs)
  }

  /// The problem as the `error` member of a report.
  package var json: JSON {
    var object = JSONObject([
      .init(key: "code", value: .string(code)), .init(key: "message", value: .string(message)),
    ])
    if let position {
      object["line"] = .number(JSONNumber(position.line))
      object["column"] = .number(JSONNumber(position.column))
      object["pointer"] = .string(position.pointer)
    }
    return .object(object)
  }
}

extension SourcePosition {
  /// The position after a file's path in a message, such as `:3:7`.
  var pathSuffix: String { ":\(line):\(column)" }
}
