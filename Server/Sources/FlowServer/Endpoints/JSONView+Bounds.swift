import FlowCore

/// Texts that clients send, within bounds: the one place that decides what they may be.
enum BoundedText {
  /// Passes a text of 1 to `limit` bytes without NUL.
  ///
  /// - Throws: `malformed-body`, which names the text by `name`.
  static func check(_ text: String?, _ name: String, limit: Int) throws(Problem) -> String {
    guard let text, !text.isEmpty, text.utf8.count <= limit, !text.utf8.contains(0) else {
      throw Problem.body("\(name) must have 1 to \(limit) bytes.")
    }
    return text
  }

  /// Passes a text of 1 to `limit` characters without control characters: a name for users.
  ///
  /// - Throws: `malformed-body`, which names the text by `name`.
  static func checkTitle(_ text: String, _ name: String, limit: Int) throws(Problem) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    guard isPlain, !text.isEmpty, text.unicodeScalars.count <= limit else {
      throw Problem.body("\(name) must have 1 to \(limit) characters and no control characters.")
    }
    return text
  }
}

extension JSONView {
  /// A required text of 1 to `limit` bytes.
  func text(_ name: StaticString, limit: Int) throws -> String {
    try BoundedText.check(try requiredString(name), "`\(name)`", limit: limit)
  }

  /// An optional text of 1 to `limit` bytes.
  func optionalText(_ name: StaticString, limit: Int) throws -> String? {
    guard let text = try optionalString(name) else { return nil }
    return try BoundedText.check(text, "`\(name)`", limit: limit)
  }

  /// A text of 1 to `limit` bytes that is left out where it is missing or anything else, for what
  /// the server only follows and does not check.
  func usableText(_ name: StaticString, limit: Int) -> String? {
    self[name]?.string.flatMap { try? BoundedText.check($0, "", limit: limit) }
  }
}
