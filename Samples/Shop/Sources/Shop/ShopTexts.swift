import FlowMagic

/// The texts of screens in code, in the languages of the shop.
///
/// The document has them in its string tables, so that they can be changed without a new build.
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

  /// The key of a button's text.
  static func key(_ screen: String, _ port: String) -> Name { Name("\(screen).\(port)") }

  /// The tables of a document: the labels that the screens' ports declare, and the other texts.
  static func tables() -> [StringTable] {
    let labels = additionalTexts.map { ($0.key, $0.value) } + ports
    return languages.map { language in
      StringTable(
        locale: language,
        entries: labels.map { .init(key: $0, text: $1.text(for: language.string)) })
    }
  }

  private static var ports: [(Name, PortLabel)] {
    texts(of: Home.self) + texts(of: Login.self) + texts(of: SignUp.self)
      + texts(of: ForgotPassword.self) + texts(of: ForgotPasswordPhone.self)
      + texts(of: RandomPage.self) + texts(of: Summary.self)
  }

  private static func texts<S: Screen>(of screen: S.Type) -> [(Name, PortLabel)] {
    S.Port.allCases.compactMap { port in
      port.label.map { (key(S.name, port.rawValue), $0) }
    }
  }
}

extension ComposedScreen {
  /// A button that leaves the screen by a port, with the label that the port declares.
  nonisolated static func button(
    _ port: Port, style: BlockOption.ButtonStyle = .primary, submits: Bool = true
  ) -> Block {
    button(
      .localized(ShopTexts.key(name, port.rawValue)), fire: port, style: style, submits: submits)
  }
}
