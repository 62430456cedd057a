extension EmailContent {
  /// The email as an HTML document, without images, scripts or tracking.
  func html(
    to address: String, in language: EmailLanguage, settings: AccountSettings
  ) -> String {
    let body = parts.map { Self.html(of: $0, in: language) }.joined(separator: "\n")
    let footer = Self.escaped(Self.footer(to: address, in: language, settings: settings))
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
      <title>\(Self.escaped(subject))</title>
      <style>
      \(Self.styles)
      </style>
      </head>
      <body>
      <main>
      <h1>\(Self.escaped(subject))</h1>
      \(body)
      <p class="footer">\(footer)</p>
      </main>
      </body>
      </html>

      """
  }

  /// Escapes text for HTML, for use inside an element or a quoted attribute.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func html(of part: Part, in language: EmailLanguage) -> String {
    switch part {
    case .paragraph(let text):
      return "<p>\(escaped(text))</p>"
    case .action(let label, let link):
      let link = escaped(link)
      let hint =
        switch language {
        case .english: "Or open this address:"
        case .german: "Oder öffne diese Adresse:"
        }
      // The URL itself is shown, too, for mail programs that do not open links.
      return """
        <p><a class="action" href="\(link)">\(escaped(label))</a></p>
        <p class="address">\(hint)<br><a href="\(link)">\(link)</a></p>
        """
    case .otherLink(let label, let link):
      return "<p><a href=\"\(escaped(link))\">\(escaped(label))</a></p>"
    case .facts(let facts):
      let lines = facts.map { "\(escaped($0.name)): <strong>\(escaped($0.value))</strong>" }
      return "<p>\(lines.joined(separator: "<br>\n"))</p>"
    }
  }

  // NB: a mail program that drops styles still shows headings, paragraphs and links.
  private static let styles = """
    body { margin: 0; padding: 24px 16px; background: #ffffff; color: #1b1f24; font: 16px/1.5 \
    -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
    main { max-width: 560px; margin: 0 auto; }
    h1 { font-size: 20px; line-height: 1.3; }
    a { color: #1d4ed8; }
    a.action { display: inline-block; padding: 10px 20px; border-radius: 6px; \
    background: #1d4ed8; color: #ffffff; text-decoration: none; font-weight: 600; }
    .address, .footer { font-size: 14px; color: #57606a; overflow-wrap: anywhere; }
    .footer { margin-top: 32px; padding-top: 12px; border-top: 1px solid #d0d7de; }
    @media (prefers-color-scheme: dark) {
    body { background: #14171c; color: #e6e9ee; }
    a { color: #93b4ff; }
    a.action { background: #93b4ff; color: #10131a; }
    .address, .footer { color: #a5adb8; }
    .footer { border-color: #363c46; }
    }
    """
}
