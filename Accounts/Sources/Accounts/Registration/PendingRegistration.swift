import Crypto

/// A registration whose address is not verified yet: the password and the name that its link sets.
///
/// Anyone can register any address, so an address may have several pending registrations, and none
/// replaces another: the owner of the mailbox completes their own with its link.
struct PendingRegistration: Sendable, Equatable {
  /// The maximum number of pending registrations of one address, because anyone can add them.
  static let maximumPerAddress = 3

  /// The hash of the password.
  let hash: String
  /// The display name.
  let name: String

  init(hash: String, name: String) {
    self.hash = hash
    self.name = name
  }

  /// Parses the payload of a one-time token; nil for a change of address, and for an empty payload.
  init?(payload: String) {
    let members = JSONText.members(payload)
    guard let hash = members["password"], let name = members["name"] else { return nil }
    self.init(hash: hash, name: name)
  }

  /// The key of the registration: the SHA-256 of the password's hash, which has a salt of its own.
  var key: String { ByteEncoding.hex(Array(SHA256.hash(data: Array(hash.utf8)))) }

  /// The payload of its one-time token.
  var payload: String { JSONText.object(["name": name, "password": hash]) }
}

extension AccountLifecycle {
  /// The registrations of an unverified address whose links still work, the newest first.
  func pendingRegistrations(
    of user: User, in reader: any AccountReader
  ) throws -> [PendingRegistration] {
    let now = clock()
    return try reader.oneTimeTokens(of: user.id, for: .verifyEmail).filter { $0.isValid(at: now) }
      .compactMap { PendingRegistration(payload: $0.payload) }
  }

  /// The registration with the stored password, which a user is signing in with or an operator has
  /// set; nil without a password.
  func storedRegistration(
    of user: User, in reader: any AccountReader
  ) throws -> PendingRegistration? {
    try reader.password(of: user.id).map { PendingRegistration(hash: $0.hash, name: user.name) }
  }

  /// Sends the link of a registration once more to a user who is signing in with its password.
  ///
  /// Sends none while requests have used up the address's emails. This does not increase
  /// their counts; see `Throttle.counter(repeatedVerificationsOf:)`.
  func repeatVerification(
    to user: User, client: Client, with secret: SecretToken, in writer: any AccountWriter
  ) throws {
    let requested = [
      throttle.counter(registrationMailTo: user.emailKey, from: client),
      throttle.counter(registrationMailTo: user.emailKey),
    ]
    guard user.disabled == nil, try throttle.remainingDelay(requested, in: writer) == 0,
      case .success = try throttle.countAttempt(
        [throttle.counter(repeatedVerificationsOf: user.emailKey)], in: writer)
    else { return }
    try sendVerification(
      to: user, completing: storedRegistration(of: user, in: writer), with: secret,
      language: client.language, in: writer)
  }

  /// Sends a link that verifies the user's address and completes a registration; an earlier link of
  /// the same registration stops working, and those of others stay valid.
  func sendVerification(
    to user: User, completing registration: PendingRegistration?, with secret: SecretToken,
    language: EmailLanguage?, in writer: any AccountWriter
  ) throws {
    let expires = clock() + OneTimeTokens.Lifetime.verify
    let payload = registration?.payload ?? ""
    for old in try writer.oneTimeTokens(of: user.id, for: .verifyEmail)
    where old.payload == payload {
      _ = try writer.removeOneTimeToken(old.hash)
    }
    try writer.put(
      OneTimeToken(
        hash: secret.hash, purpose: .verifyEmail, user: user.id, payload: payload,
        created: clock(), expires: expires))
    try mailer.enqueue(
      .verifyAddress(link: oneTimeTokens.url(AccountPaths.verify, secret), expires: expires),
      to: user.email, language: language, in: writer)
  }
}
