import FlowMagic

/// The texts of screens in code, in the languages of the shop.
///
/// The document contains them in its string tables, so that they can be changed without a new
/// build.
///
/// NB: `nonisolated`, because an app may use MainActor as its default isolation, and screens are
/// composed on any thread.
nonisolated enum ShopTexts {
  static let languages: [Name] = ["en", "de"]

  /// The texts that are not labels of ports.
  private static let additionalTexts: KeyValuePairs<Name, PortLabel> = [
    "email": ["en": "Email", "de": "E-Mail"],
    "password": ["en": "Password", "de": "Passwort"],
    "phone": ["en": "Phone", "de": "Telefon"],
    "firstName": ["en": "First name", "de": "Vorname"],
    "lastName": ["en": "Last name", "de": "Nachname"],
    "summary.title": ["en": "Is this right?", "de": "Stimmt das?"],
    "summary.back": ["en": "No, go back", "de": "Nein, zurück"],
  ]

  /// Returns the key of the text of a port's button.
  static func key(_ screen: String, _ port: String) -> Name { Name("\(screen).\(port)") }

  /// Returns the string tables of a document: the labels that the screens' ports declare, and the
  /// other texts.
  static func tables() -> [StringTable] {
    let labels = additionalTexts.map { ($0.key, $0.value) } + portLabels
    return languages.map { language in
      StringTable(
        locale: language,
        entries: labels.map { .init(key: $0, text: $1.text(for: language.string)) })
    }
  }

  private static var portLabels: [(Name, PortLabel)] {
    labels(of: Home.self) + labels(of: Login.self) + labels(of: SignUp.self)
      + labels(of: ForgotPassword.self) + labels(of: ForgotPasswordPhone.self)
      + labels(of: RandomPage.self) + labels(of: Summary.self)
  }

  private static func labels<S: Screen>(of screen: S.Type) -> [(Name, PortLabel)] {
    S.Port.allCases.compactMap { port in
      port.label.map { (key(S.name, port.rawValue), $0) }
    }
  }
}

extension ComposedScreen {
  /// A button that leaves the screen through a port, with the label that the port declares.
  nonisolated static func button(
    _ port: Port, style: BlockOption.ButtonStyle = .primary, submits: Bool = true
  ) -> Block {
    button(
      .localized(ShopTexts.key(name, port.rawValue)), fire: port, style: style, submits: submits)
  }
}
