public import Accounts

/// Sample records for the tests.
enum Samples {
  static let ada = user("ada", "Ada")
  static let bob = user("bob", "Bob")
  static let office = Client(address: "192.0.2.7", userAgent: "Browser/1")

  static func user(_ handle: String, _ name: String, created: Int = 100) -> User {
    User(
      id: "p_\(handle)", email: "\(name)@Example.com", emailKey: "\(handle)@example.com",
      name: name, verified: 110, created: created)
  }

  /// 32 bytes that look like a hash.
  static func hash(_ number: Int) -> [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ number) }
  }

  static func identity(_ subject: String, of user: User, created: Int = 200)
    -> ExternalIdentity
  {
    ExternalIdentity(
      issuer: "https://issuer.example", subject: subject, user: user.id,
      email: user.email, created: created)
  }

  static func oneTimeToken(
    _ number: Int, _ purpose: OneTimeToken.Purpose = .resetPassword, of user: User? = ada,
    created: Int = 300, expires: Int = 400
  ) -> OneTimeToken {
    OneTimeToken(
      hash: hash(number), purpose: purpose, user: user?.id, payload: #"{"n":\#(number)}"#,
      created: created, expires: expires)
  }

  static func session(
    _ id: String, _ number: Int? = nil, of user: User = ada, lastUsed: Int = 500,
    expires: Int = 900
  ) -> Session {
    Session(
      id: id, hash: number.map(hash) ?? [], kind: number == nil ? .app : .browser,
      user: user.id, created: 450, lastUsed: lastUsed, expires: expires,
      lastAuthenticated: 455, hasSecondFactor: number != nil, client: office)
  }

  static func token(_ number: Int, of session: String, created: Int = 600, used: Int? = nil)
    -> RefreshToken
  {
    RefreshToken(hash: hash(number), session: session, created: created, used: used)
  }

  static func passkey(_ number: Int, of user: User = ada, created: Int = 700) -> Passkey {
    Passkey(
      credentialID: hash(number), user: user.id, publicKey: [1, 2, 3], signatureCount: 4,
      name: "Phone", isBackupEligible: true, created: created)
  }

  static func membership(
    of user: User = ada, in organization: String = "acme", role: Role = .owner,
    grants: [RoleGrant] = []
  ) -> Membership {
    Membership(
      organization: organization, user: user.id, role: role, grants: grants, since: 800)
  }

  static func invitation(
    _ id: String, _ number: Int, in organization: String = "acme", created: Int = 850
  ) -> Invitation {
    Invitation(
      id: id, hash: hash(number), organization: organization, email: "Cy@Example.com",
      emailKey: "cy@example.com", role: .drafter,
      grants: [RoleGrant(application: "shop", environment: "staging", role: .editor)],
      inviter: "ada@example.com", created: created, expires: 1900,
      isLinkShown: number.isMultiple(of: 2))
  }

  static func report(
    _ recipient: String, about organization: String = "acme", dismissed: Int? = nil
  ) -> InvitationReport {
    InvitationReport(
      organization: organization, recipient: recipient, invitation: "i1", at: 900,
      dismissed: dismissed)
  }

  static func mail(
    _ id: String, created: Int = 1000, nextAttempt: Int = 1000, finished: Int? = nil,
    state: MailMessage.State = .queued
  ) -> MailMessage {
    MailMessage(
      id: id, to: "ada@example.com", subject: "Grüße", text: "Hello", html: "<p>Hello</p>",
      created: created, nextAttempt: nextAttempt, finished: finished, state: state)
  }

  static func event(
    _ action: String, of user: User? = ada, in organization: String? = nil, at: Int = 1100
  ) -> SecurityEvent {
    SecurityEvent(
      at: at, action: action, user: user?.id, organization: organization,
      actor: "ada@example.com", client: office, detail: #"{"session":"s1"}"#)
  }
}

/// Lets tests write an operator `Actor` as a string literal.
extension Actor: ExpressibleByStringLiteral {
  /// Creates an operator of this name.
  public init(stringLiteral value: String) { self = .operator(value) }
}
