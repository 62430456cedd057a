import Accounts
import AccountsWeb
import FlowCore
import FlowMagicWeb
import HTTPTypes
import PriceDomain
import PriceService

/// Handles submissions by the name of the port: a product owner can rearrange the screens without
/// affecting what a port does.
struct SitePorts: Sendable {
  let visitors: SiteVisitors

  private var service: PriceService { visitors.service }

  /// Performs the action of a submission.
  ///
  /// - Throws: `PressRejection` with a message for the visitor.
  func handle(_ press: Submission) async throws {
    let language = Language(page: press.language)
    if press.flow == "welcome" {
      press.reply.setCookie(SiteCookies.shownCookie(SiteCookies.tutorialShown))
      press.reply.setAttributes(["hasSeenTutorial": true])
    }
    if press.step == "primer" {
      press.reply.setCookie(SiteCookies.shownCookie(SiteCookies.notificationPromptShown))
      press.reply.setAttributes(["wasAskedForNotifications": true])
    }
    do {
      switch press.port {
      case "logIn" where press.output != nil: try await logIn(press, language)
      case "register" where press.output != nil: try await register(press, language)
      // An identity provider's page leads back to the product that a guest wants to track.
      case "logIn" where press.step == "product":
        press.reply.setCookie(SiteCookies.productToTrackCookie(Self.product(press)))
      case "home" where press.step == "login-to-track":
        press.reply.setCookie(SiteCookies.productToTrackCookie(nil))
      case "sendReset":
        try await service.accounts.passwords.requestReset(
          email: enteredText("email", press), client: SiteVisitors.client(press.headers, language))
      case "changePassword": try await changePassword(press, language)
      case "logOut": try await logOut(press)
      case "deleteAccount" where press.output != nil: try await deleteAccount(press, language)
      default: break
      }
    } catch {
      throw SiteErrors.rejection(for: error, language)
    }
  }

  private func logIn(_ press: Submission, _ language: Language) async throws {
    let wrongCredentials = SiteText(
      "The email or the password is wrong. If your account is new, first open the link in our "
        + "email.",
      "Die E-Mail oder das Passwort ist falsch. Wenn dein Konto neu ist, öffne zuerst den Link in "
        + "unserer E-Mail.")
    let result: SignInResult
    do {
      result = try await service.accounts.authentication.signIn(
        email: enteredText("email", press), password: enteredText("password", press), as: .browser,
        client: SiteVisitors.client(press.headers, language))
    } catch let error as AccountError
      where error.code == .wrongCredentials || error.code == .invalidAddress
    {
      throw PressRejection(wrongCredentials.text(language))
    }
    guard case .signedIn(let session) = result else {
      throw PressRejection(Self.secondFactorUnsupported.text(language))
    }
    for cookie in SessionCookies.prices.signInFields(for: session, now: service.accounts.clock()) {
      press.reply.setCookie(cookie)
    }
    press.reply.setAttributes(
      try await visitors.attributes(
        of: session.user, timeZone: SiteCookies.timeZone(in: press.headers)))
    try await visitors.setLanguage(language, of: session.user)
    press.reply.setCookie(SiteCookies.productToTrackCookie(nil))
  }

  static let secondFactorUnsupported = SiteText(
    "This account requires a second factor, which this site does not support.",
    "Dieses Konto verlangt einen zweiten Faktor, den diese Seite nicht unterstützt.")

  private func register(_ press: Submission, _ language: Language) async throws {
    try await service.register(
      Registration(
        email: enteredText("email", press), password: enteredText("password", press),
        givenName: enteredText("givenName", press), surname: enteredText("surname", press),
        nickname: enteredText("nickname", press), acceptsTerms: press.output?["terms"] == true),
      client: SiteVisitors.client(press.headers, language))
    // The page that the email's link opens leads back to the product.
    let product = press.step == "register-to-track" ? Self.product(press) : nil
    press.reply.setCookie(SiteCookies.productToTrackCookie(product))
  }

  private static func product(_ press: Submission) -> Int64? {
    press.outputs["productID"]?.number?.int
  }

  private func changePassword(_ press: Submission, _ language: Language) async throws {
    let caller = try await visitors.caller(press.headers, language)
    let session = try await withPasswordConfirmation(language) {
      try await service.changePassword(
        current: enteredText("currentPassword", press), new: enteredText("newPassword", press),
        device: SessionCookies.value(SiteCookies.pushDevice, in: press.headers), by: caller)
    }
    for cookie in SessionCookies.prices.signInFields(for: session, now: service.accounts.clock()) {
      press.reply.setCookie(cookie, isRepeated: false)
    }
  }

  private func logOut(_ press: Submission) async throws {
    let caller = try await visitors.caller(press.headers)
    if caller.session != nil {
      let device = SessionCookies.value(SiteCookies.pushDevice, in: press.headers)
      try await service.signOut(device: device, by: caller)
    }
    endVisit(press)
  }

  private func deleteAccount(_ press: Submission, _ language: Language) async throws {
    let caller = try await visitors.caller(press.headers, language)
    try await withPasswordConfirmation(language) {
      // A user of an identity provider has no password; the session must be recent.
      let password = enteredText("password", press)
      try await service.deleteAccount(
        password: password.isEmpty ? nil : password, by: caller)
    }
    press.reply.setCookie(SiteCookies.pushDeviceCookie(""))
    endVisit(press)
  }

  /// Performs a change that the user confirms with the password only.
  private func withPasswordConfirmation<Value>(
    _ language: Language, _ change: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await change()
    } catch let error as AccountError where error.code == .wrongCredentials {
      throw PressRejection(
        SiteText("The password is wrong.", "Das Passwort ist falsch.").text(language))
    }
  }

  private func endVisit(_ press: Submission) {
    press.reply.setCookie(SessionCookies.prices.signOutField)
    press.reply.setCookie(SiteCookies.productToTrackCookie(nil))
    press.reply.setAttributes(SiteVisitors.guestAttributes)
    press.reply.restart()
  }

  private func enteredText(_ name: Name, _ press: Submission) -> String {
    // A screen with one field outputs its value; one with several fields outputs an object.
    press.output?[name]?.string ?? press.output?.string ?? ""
  }
}
