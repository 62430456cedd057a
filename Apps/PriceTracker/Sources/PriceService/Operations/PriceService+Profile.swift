public import Accounts
internal import Foundation
internal import Logging
public import PriceDomain
public import PriceStore

/// A change of a user's profile; properties that are nil stay unchanged.
public struct ProfileChange: Sendable {
  /// The given name.
  public var givenName: String?
  /// The surname.
  public var surname: String?
  /// The display name on comments.
  public var nickname: String?
  /// The language of notifications.
  public var language: Language?
  /// The time zone's name, such as `Europe/Berlin`.
  public var timeZone: String?
  /// The default rule.
  public var rule: PriceRule?
  /// The notification preferences.
  public var preferences: NotificationPreferences?
  /// Whether notifications are also sent by email.
  public var sendsEmail: Bool?
  /// The webhook URL that receives each notification; an empty text removes it.
  public var webhook: String?

  /// Creates a change that changes nothing.
  public init() {}
}

/// The data of a new user.
public struct Registration: Sendable {
  /// The email address.
  public var email: String
  /// The password.
  public var password: String
  /// The given name.
  public var givenName: String
  /// The surname.
  public var surname: String
  /// The display name on comments.
  public var nickname: String
  /// Whether the terms were accepted.
  public var acceptsTerms: Bool

  /// The data of a new user.
  public init(
    email: String, password: String, givenName: String = "", surname: String = "",
    nickname: String, acceptsTerms: Bool
  ) {
    self.email = email
    self.password = password
    self.givenName = givenName
    self.surname = surname
    self.nickname = nickname
    self.acceptsTerms = acceptsTerms
  }
}

extension PriceService {
  /// Registers an account and sends its owner an email with a link.
  ///
  /// If the address already has an account, a different email is sent but the response is the same,
  /// so that nobody can find out which addresses have accounts.
  public func register(_ data: Registration, client: Client) async throws {
    guard data.acceptsTerms else {
      throw PriceError(.invalidInput, "Accept the terms and conditions to register.")
    }
    let nickname = try Self.nickname(data.nickname)
    let givenName = try DisplayName.checked(data.givenName)
    let surname = try DisplayName.checked(data.surname)
    let registration = try await accounts.registration.register(
      email: data.email, password: data.password, name: nickname, client: client)
    let key = try EmailAddress(data.email).key
    let user = try await accounts.store.read { try $0.user(emailKey: key) }
    guard let user, let registration else { return }
    try await store.storeNamesForFirstUse(
      givenName: givenName, surname: surname, of: user.id, registration: registration)
  }

  /// Returns the user's names and preferences.
  public func profile(by caller: Caller) async throws -> (user: User, profile: UserProfile) {
    let session = try caller.requireSession()
    return (session.user, try await profile(session))
  }

  /// Changes the user's names and preferences.
  public func changeProfile(_ change: ProfileChange, by caller: Caller) async throws -> UserProfile
  {
    let session = try caller.requireSession()
    _ = try await profile(session)
    let nickname = try change.nickname.map(Self.nickname)
    let givenName = try change.givenName.map { try DisplayName.checked($0) }
    let surname = try change.surname.map { try DisplayName.checked($0) }
    if let zone = change.timeZone, TimeZone(identifier: zone) == nil {
      throw PriceError(
        .invalidInput, "\"\(zone.prefix(60))\" is not a time zone. Send a name like Europe/Berlin.")
    }
    if case .value = change.rule?.trigger {
      throw PriceError(
        .invalidInput, "A target price is for one product. Choose a percentage for all products.")
    }
    try change.preferences.map(Self.validate)
    let (webhook, now) = (try change.webhook.map(validatedWebhook), clock())
    return try await store(for: session).updateProfile(session.user.id, at: now) { profile in
      if let nickname { profile.nickname = nickname }
      if let givenName { profile.givenName = givenName }
      if let surname { profile.surname = surname }
      if let language = change.language { profile.language = language }
      if let zone = change.timeZone { profile.timeZone = zone }
      if let rule = change.rule { profile.rule = rule }
      if let preferences = change.preferences { profile.preferences = preferences }
      if let mail = change.sendsEmail { profile.sendsEmail = mail }
      if let webhook { profile.setWebhook(webhook, at: now) }
    }
  }

  /// Changes the user's password, ends all other sessions and forgets all other devices; these get
  /// no more notifications, and the webhook is removed.
  ///
  /// - Parameters:
  ///   - current: The current password.
  ///   - new: The new password.
  ///   - device: The ID of the user's device that still gets notifications; nil for none.
  ///   - client: The client, whose device secret keeps its device known; nil for the caller's.
  ///   - caller: The user.
  /// - Returns: The user's session with a new secret; the previous one is no longer valid.
  /// - Throws: `PriceError` for a guest; `AccountError`.
  public func changePassword(
    current: String, new: String, device: String? = nil, client: Client? = nil, by caller: Caller
  ) async throws -> NewSession {
    let session = try caller.requireSession()
    var remainingDevice: Device?
    if let device { remainingDevice = try await store.device(device) }
    let renewed = try await accounts.passwords.change(
      session, old: current, new: new, client: client ?? caller.client)
    if let remainingDevice, remainingDevice.user == session.user.id {
      let renewedSession = AuthenticatedSession(user: renewed.user, session: renewed.session)
      do {
        _ = try await store(for: renewedSession).register(remainingDevice)
      } catch {
        // The password has changed: the caller needs the new credential nevertheless.
        logger.warning("A device could not be kept after its user changed the password: \(error)")
      }
    }
    return renewed
  }

  /// Returns the user's notices, newest first.
  public func notices(
    by caller: Caller, after cursor: String? = nil, limit: Int = 50
  ) async throws -> Page<StoredNotice> {
    try await store.notices(of: try caller.requireSession().user.id, before: cursor, limit: limit)
  }

  /// Whether the user has a password, and not only an identity provider.
  func hasPassword(_ user: User) async throws -> Bool {
    try await accounts.store.read { try $0.password(of: user.id) } != nil
  }

  /// Returns all stored data of the user.
  public func export(by caller: Caller) async throws -> (user: User, data: UserExport) {
    let session = try caller.requireSession()
    _ = try await profile(session)
    return (session.user, try await store.export(session.user.id))
  }

  /// Deletes the user's account with all its data: tracked products, comments, devices and notices.
  ///
  /// Accounts and data are in one file, so this is one transaction.
  ///
  /// - Parameters:
  ///   - password: The password; ignored for an account without one, whose sign-in must be recent.
  ///   - caller: The caller.
  /// - Throws: `PriceError` for a guest; `AccountError` for a wrong or missing password, or
  ///   `.notRecent` for an account without one whose user has to sign in again. An account with a
  ///   password and a second factor gets `.wrongCode`: price trackers ask for no codes.
  public func deleteAccount(password: String?, by caller: Caller) async throws {
    var session = try caller.requireSession()
    // NB: a recent sign-in does not replace the password: its token may have been copied.
    if try await hasPassword(session.user) {
      let confirmed = try await accounts.sessions.reauthenticate(
        session, password: password, client: caller.client)
      session = AuthenticatedSession(user: session.user, session: confirmed.session)
    } else if !accounts.sessions.isRecent(session) {
      throw AccountError.signInAgain
    }
    try await accounts.profile.delete(session, client: caller.client)
  }

  // MARK: Checks

  private static func nickname(_ text: String) throws -> String {
    let name = try DisplayName.checked(text, limit: 40)
    guard !name.isEmpty else {
      throw PriceError(.invalidInput, "Enter the name that others see on your comments.")
    }
    return name
  }

  private static func validate(_ preferences: NotificationPreferences) throws {
    guard (0...500).contains(preferences.minimumStepPermille),
      (0...7 * 86_400).contains(preferences.settleSeconds),
      (0...100).contains(preferences.dailyLimit)
    else {
      throw PriceError(
        .invalidInput,
        "The smallest change must be 0 to 50%, the wait at most 7 days, the limit 0 to 100.")
    }
  }
}
