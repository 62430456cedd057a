import Accounts
import AccountsWeb
import FlowCore
import FlowMagicWeb
import YogaDomain

/// Performs what pressing a port does on the service, such as logging in or recording a practice,
/// and requires a session for all ports but those of guests.
///
/// The effect depends on the port's name only, so a product owner can rearrange the screens.
struct AccountPorts: Sendable {
  let users: YogaUsers

  private var accounts: AccountServices { users.accounts }

  /// The ports that need no login: guests can browse the myths; watching videos and saving progress
  /// needs an account, which the routes for videos and synchronization check.
  private static let guestPorts = Set<Name>(
    [
      "begin", "back", "register", "forgot", "start", "next", "myths", "menu", "practice", "path",
      "glossary",
    ]
      + Catalog.current.myths.map { Name($0.id) })

  /// Performs the action of a submission.
  ///
  /// - Throws: `PressRejection` with a message for the user, or an error of the stores.
  func perform(_ press: Submission) async throws {
    let isGerman = press.language.hasPrefix("de")
    do {
      switch press.port {
      case "logIn": try await logIn(press, isGerman)
      case "createAccount": try await register(press, isGerman)
      case "sendReset": try await sendReset(press, isGerman)
      case "changePassword": try await changePassword(press, isGerman)
      case "changeEmail": try await changeEmail(press, isGerman)
      case "deleteAccount": try await deleteAccount(press, isGerman)
      case "logOut": try await logOut(press)
      case "done": try await finishPractice(press, isGerman)
      case _ where Self.guestPorts.contains(press.port): break
      default: _ = try await requireSession(press, isGerman)
      }
    } catch let error as AccountError {
      throw PressRejection(error.text(in: press.language))
    }
  }

  // MARK: Logging in and out

  private func logIn(_ press: Submission, _ isGerman: Bool) async throws {
    let (email, password) = try credentials(press, isGerman)
    do {
      let result = try await accounts.authentication.signIn(
        email: email, password: password, as: .browser, client: Self.client(press))
      try await beginSession(result, press)
    } catch let error as AccountError
      where error.code == .wrongCredentials || error.code == .invalidAddress
    {
      throw AccountAlert.wrongCredentials.rejection(isGerman)
    }
  }

  /// Returns the entered email address and password; throws the first alert that applies.
  private func credentials(
    _ press: Submission, _ isGerman: Bool
  ) throws(PressRejection) -> (email: String, password: String) {
    let email = text("email", press)
    let password = text("password", press)
    if let alert = AccountAlert.validate(email: email, password: password) {
      throw alert.rejection(isGerman)
    }
    return (email, password)
  }

  private func beginSession(_ result: SignInResult, _ press: Submission) async throws {
    guard case .signedIn(let session) = result else {
      throw PressRejection(
        press.language.hasPrefix("de")
          ? "Dieses Konto verlangt einen zweiten Faktor, den diese App nicht anbietet."
          : "This account requires a second factor, which this app does not offer.")
    }
    for cookie in SessionCookies.yoga.signInFields(for: session, now: accounts.clock()) {
      press.reply.setCookie(cookie)
    }
    press.reply.setAttributes(try await YogaAttributes(users).attributes(of: session.user))
  }

  private func logOut(_ press: Submission) async throws {
    if let signedIn = try await users.session(from: press.headers) {
      try await accounts.sessions.signOut(
        signedIn.session.id, of: signedIn.user.id, client: Self.client(press))
    }
    restartAsGuest(press)
  }

  private func restartAsGuest(_ press: Submission) {
    press.reply.setCookie(SessionCookies.yoga.signOutField)
    press.reply.setAttributes(YogaAttributes.guestAttributes(at: accounts.clock()))
    press.reply.restart()
  }

  // MARK: Accounts

  private func register(_ press: Submission, _ isGerman: Bool) async throws {
    let (email, password) = try credentials(press, isGerman)
    try await accounts.registration.register(
      email: email, password: password, name: text("name", press), client: Self.client(press))
  }

  private func sendReset(_ press: Submission, _ isGerman: Bool) async throws {
    let email = text("email", press)
    guard !email.isEmpty else { throw AccountAlert.missingEmail.rejection(isGerman) }
    try await accounts.passwords.requestReset(email: email, client: Self.client(press))
  }

  private func changePassword(_ press: Submission, _ isGerman: Bool) async throws {
    let signedIn = try await requireSession(press, isGerman)
    let (old, new) = (text("old", press), text("new", press))
    guard !old.isEmpty, !new.isEmpty else { throw AccountAlert.missingPassword.rejection(isGerman) }
    let renewed = try await accounts.passwords.change(
      signedIn, old: old, new: new, client: Self.client(press))
    setCookie(of: renewed, press)
  }

  /// Sets the cookie of a renewed session; whoever has copied the old one must not get it by
  /// repeating the press.
  private func setCookie(of renewed: NewSession, _ press: Submission) {
    for cookie in SessionCookies.yoga.signInFields(for: renewed, now: accounts.clock()) {
      press.reply.setCookie(cookie, isRepeated: false)
    }
  }

  /// Requests a change of address with an email to the new one; this requires the password.
  private func changeEmail(_ press: Submission, _ isGerman: Bool) async throws {
    let signedIn = try await requireSession(press, isGerman)
    let (email, password) = try credentials(press, isGerman)
    let client = Self.client(press)
    try await accounts.profile.checkEmailChange(to: email, client: client)
    let confirmed = try await accounts.sessions.reauthenticate(
      signedIn, password: password, client: client)
    setCookie(of: confirmed, press)
    try await accounts.profile.requestEmailChange(
      AuthenticatedSession(user: signedIn.user, session: confirmed.session), to: email,
      client: client)
  }

  private func deleteAccount(_ press: Submission, _ isGerman: Bool) async throws {
    let signedIn = try await requireSession(press, isGerman)
    let password = text("password", press)
    guard !password.isEmpty else { throw AccountAlert.missingPassword.rejection(isGerman) }
    let client = Self.client(press)
    let confirmed = try await accounts.sessions.reauthenticate(
      signedIn, password: password, client: client)
    try await accounts.profile.delete(
      AuthenticatedSession(user: signedIn.user, session: confirmed.session), client: client)
    try await users.store.remove(signedIn.user.id)
    // The page's script erases what it has kept of the user's unsent changes.
    press.reply.setCookie(
      "yoga-deleted=\(signedIn.user.id); Path=/; Max-Age=600; Secure; SameSite=Lax")
    restartAsGuest(press)
  }

  // MARK: Practicing

  /// Records the chosen practice as finished, unless the player's script has recorded this session.
  private func finishPractice(_ press: Submission, _ isGerman: Bool) async throws {
    let user = try await requireSession(press, isGerman).user
    guard let session = press.outputs["session"]?.string,
      let video = press.outputs["video"]?.string.flatMap({ Catalog.current.video($0) })
    else { return }
    let now = accounts.clock() * 1_000
    let check: @Sendable () async throws -> Void = { _ = try await requireSession(press, isGerman) }
    try await users.store.update(user.id, check: check) {
      try $0.finish(video, session: session, now: now)
    }
    press.reply.setAttributes(try await YogaAttributes(users).attributes(of: user))
  }

  private func requireSession(_ press: Submission, _ isGerman: Bool) async throws
    -> AuthenticatedSession
  {
    guard let signedIn = try await users.session(from: press.headers) else {
      throw AccountAlert.loggedOut.rejection(isGerman)
    }
    return signedIn
  }

  private static func client(_ press: Submission) -> Client {
    YogaUsers.client(press.headers, language: press.language)
  }

  private func text(_ name: Name, _ press: Submission) -> String {
    // A screen with one field outputs its value; one with several fields outputs an object.
    press.output?[name]?.string ?? press.output?.string ?? ""
  }
}

extension AccountAlert {
  func text(_ isGerman: Bool) -> String { isGerman ? text.de : text.en }

  func rejection(_ isGerman: Bool) -> PressRejection { PressRejection(text(isGerman)) }
}
