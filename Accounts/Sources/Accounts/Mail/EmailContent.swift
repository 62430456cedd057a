/// The content of an email, before it is laid out as plain text and as HTML.
///
/// Both are rendered from one source, so that they cannot differ.
struct EmailContent {
  /// A part of an email.
  enum Part {
    /// A few sentences.
    case paragraph(String)
    /// The call to action, as a link.
    case action(label: String, link: String)
    /// An alternative action, as a link that is not a button.
    case otherLink(label: String, link: String)
    /// Names with values, one per line.
    case facts([(name: String, value: String)])
  }

  let subject: String
  let parts: [Part]

  /// Sanitizes an untrusted value for use in a sentence: on one line, without characters that
  /// reverse or hide text, and of at most `limit` characters.
  static func oneLine(_ value: String, limit: Int = 100) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      guard isDisplayable(scalar) else {
        if scalars.last != " " { scalars.append(" ") }
        continue
      }
      scalars.append(scalar)
    }
    let line = String(scalars).split(separator: " ").joined(separator: " ")
    return line.count <= limit ? line : line.prefix(limit - 1) + "…"
  }

  private static func isDisplayable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // NB: `format` includes characters that change the direction of text or are invisible.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }
}

// MARK: - Plain text

extension EmailContent {
  /// The email as plain text; lines end with `\n`, and a paragraph is one line.
  func plainText(
    to address: String, in language: EmailLanguage, settings: AccountSettings
  ) -> String {
    var blocks = parts.map { part in
      switch part {
      case .paragraph(let text): text
      case .action(let label, let link), .otherLink(let label, let link): "\(label):\n\(link)"
      case .facts(let facts): facts.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      }
    }
    // The standard signature delimiter.
    blocks.append("-- \n" + Self.footer(to: address, in: language, settings: settings))
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The footer: who sent this email, and to which address.
  static func footer(
    to address: String, in language: EmailLanguage, settings: AccountSettings
  ) -> String {
    let service = "\(oneLine(settings.serviceName)) (\(settings.publicURL))"
    let address = oneLine(address, limit: 254)
    return switch language {
    case .english:
      "\(service) sent this to \(address). We never ask for your password or a code by email."
    case .german:
      "\(service) hat das an \(address) gesendet. Wir fragen nie per E-Mail nach deinem Passwort "
        + "oder einem Code."
    }
  }
}
