/// The alerts of account screens, in the words of the app's specification and translated to German.
public enum AccountAlert: CaseIterable, Sendable {
  /// The address or the password is wrong.
  case wrongCredentials
  /// Both fields are empty.
  case missingEmailAndPassword
  /// The password is empty.
  case missingPassword
  /// The address is empty.
  case missingEmail
  /// The session has ended.
  case loggedOut

  /// Returns the alert for empty fields; nil if none is empty.
  public static func validate(email: String, password: String) -> AccountAlert? {
    switch (email.allSatisfy(\.isWhitespace), password.isEmpty) {
    case (true, true): .missingEmailAndPassword
    case (false, true): .missingPassword
    case (true, false): .missingEmail
    case (false, false): nil
    }
  }

  /// The text.
  public var text: LocalizedText {
    switch self {
    case .wrongCredentials:
      .init(en: "Wrong email or password!", de: "E-Mail oder Passwort ist falsch!")
    case .missingEmailAndPassword:
      .init(en: "Missing username & password", de: "Benutzername und Passwort fehlen")
    case .missingPassword: .init(en: "Missing password", de: "Das Passwort fehlt")
    case .missingEmail: .init(en: "Missing username/email", de: "Benutzername/E-Mail fehlt")
    case .loggedOut:
      .init(
        en: "You are logged out. Log in again.",
        de: "Du bist nicht mehr angemeldet. Melde dich an.")
    }
  }
}
