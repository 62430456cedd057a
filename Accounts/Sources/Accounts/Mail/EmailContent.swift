/// The content of an e-mail, before it is laid out as plain text and as HTML.
///
/// Both come from one source, so that neither can say what the other does not.
struct EmailContent {
  /// A part of an e-mail.
  enum Part {
    /// A few sentences.
    case paragraph(String)
    /// The call to action, as a link.
    case action(label: String, link: String)
    /// Another way to go, as a link that is not a button.
    case otherLink(label: String, link: String)
    /// Names with values, one per line.
    case facts([(name: String, value: String)])
  }

  let subject: String
  let parts: [Part]

  /// A value from outside as a piece of a sentence: on one line, without characters that turn or
  /// hide text, and not longer than `limit`.
  static func oneLine(_ value: String, limit: Int = 100) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      guard isPlain(scalar) else {
        if scalars.last != " " { scalars.append(" ") }
        continue
      }
      scalars.append(scalar)
    }
    let line = String(scalars).split(separator: " ").joined(separator: " ")
    return line.count <= limit ? line : line.prefix(limit - 1) + "…"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // NB: `format` holds what turns the direction of text or is seen as nothing.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }
}

// MARK: - Plain text

extension EmailContent {
  /// The e-mail as plain text; lines end with `\n`, and a paragraph is one line.
  func plainText(to address: String, settings: AccountSettings) -> String {
    var blocks = parts.map { part in
      switch part {
      case .paragraph(let text): text
      case .action(let label, let link), .otherLink(let label, let link): "\(label):\n\(link)"
      case .facts(let facts): facts.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      }
    }
    // The mark that programs know as the beginning of a signature.
    blocks.append("-- \n" + Self.footer(to: address, settings: settings))
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// Returns the reason for which the recipient gets this mail.
  static func footer(to address: String, settings: AccountSettings) -> String {
    let service = oneLine(settings.serviceName)
    return "\(service) (\(settings.publicURL)) sent this to \(oneLine(address, limit: 254)). "
      + "We never ask for your password or a code by mail."
  }
}
