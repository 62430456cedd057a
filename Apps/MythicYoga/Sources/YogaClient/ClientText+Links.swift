import YogaDomain

extension ClientText {
  /// The texts for links from emails; nil for others.
  var linkTexts: LocalizedText? {
    switch self {
    case .confirmAddress: .init(en: "Confirm your address", de: "Adresse bestätigen")
    case .confirmLead:
      .init(
        en: "Enter the password that you registered with. Then you are logged in.",
        de: "Gib das Passwort ein, mit dem du dich registriert hast. Dann bist du angemeldet.")
    case .newPasswordTitle: .init(en: "Choose a new password", de: "Neues Passwort wählen")
    case .newPasswordLead:
      .init(
        en: "At least 12 characters, such as a few words. You are then logged out everywhere.",
        de: "Mindestens 12 Zeichen, zum Beispiel ein paar Wörter. Du wirst dann überall "
          + "abgemeldet.")
    case .newAddressTitle: .init(en: "Change your address", de: "Adresse ändern")
    case .newAddressLead:
      .init(
        en: "You then log in with the address that this mail was sent to.",
        de: "Danach meldest du dich mit der Adresse an, an die diese Mail ging.")
    case .password: .init(en: "Password", de: "Passwort")
    case .newPassword: .init(en: "New password", de: "Neues Passwort")
    case .confirmAndLogIn: .init(en: "Confirm and log in", de: "Bestätigen und anmelden")
    case .changePassword: .init(en: "Change password", de: "Passwort ändern")
    case .changeAddress: .init(en: "Change address", de: "Adresse ändern")
    case .passwordChanged:
      .init(
        en: "Your password is changed. Log in with the new one.",
        de: "Dein Passwort ist geändert. Melde dich mit dem neuen an.")
    case .addressChanged: .init(en: "Your address is changed.", de: "Deine Adresse ist geändert.")
    default: nil
    }
  }
}
