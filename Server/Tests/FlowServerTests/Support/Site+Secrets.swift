public import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// Secrets that only the user receives, by email or in an app, created for tests in the same way.
extension Site {
  private var accounts: AccountServices { services.accounts }

  /// The secret in a link's URL.
  static func secret(of link: String) -> String {
    link.firstRange(of: "link=").map { String(link[$0.upperBound...].prefix(43)) } ?? ""
  }

  /// The secret in the latest email to an address.
  func mailedSecret(to email: String) async throws -> String {
    let now = clock.now
    let emails = try await accounts.store.read { try $0.dueMail(at: now, limit: 500) }
    let mail = try #require(emails.last { $0.to == email }, "there is no email to \(email)")
    return Self.secret(of: try mail.opened(with: accounts.keys).text)
  }

  /// Registers and returns the secret that verifies the address.
  func register(_ email: String) async throws -> String {
    try await accounts.registration.register(
      email: email, password: Self.password, name: "", client: Client(address: "192.0.2.2"))
    return try await mailedSecret(to: email)
  }

  /// Signs in a user in an app, and returns the refresh token.
  func refreshToken(_ name: String) async throws -> String {
    let result = try await accounts.authentication.signIn(
      email: Self.email(name), password: Self.password, as: .app,
      client: Client(address: "192.0.2.3"))
    guard case .signedIn(let session) = result, case .tokens(let tokens) = session.credential else {
      Issue.record("\(name) is not signed in")
      return ""
    }
    return tokens.refreshToken
  }

  /// Adds another session for a caller's user, named after the caller.
  func addSession(of role: Role) async throws {
    guard let user = users[role] else { return }
    let session = AccountSession(
      id: "other\(role.rawValue)", hash: SecretToken().hash, kind: .browser, user: user,
      created: clock.now, lastUsed: clock.now, expires: clock.now + 3600,
      lastAuthenticated: clock.now,
      hasSecondFactor: false, client: Client(address: "192.0.2.9"))
    try await accounts.store.change { try $0.put(session) }
  }

  /// Adds a security event of a user.
  func addSecurityEvent(_ action: String, of user: String) async throws {
    let event = SecurityEvent(
      at: clock.now, action: action, user: user, actor: "test",
      client: Client(address: "192.0.2.1"))
    try await accounts.store.change { try $0.record(event) }
  }

  /// Starts to set up an authenticator app, and returns the code that it shows.
  func beginTOTP(as role: Role) async throws -> String {
    let response = try await send(.post, "/v1/me/totp", as: role)
    let secret = try Base32.bytes(#require(response.json["secret"]?.string))
    return TOTP.code(secret: secret, step: TOTP.step(at: clock.now))
  }

  /// Gives a caller an authenticator app.
  ///
  /// Setting it up through the API would renew the caller's session. Returns an empty body.
  @discardableResult
  func setUpTOTP(as role: Role) async throws -> JSON {
    let totp = StoredTOTP(
      user: try #require(users[role]), sealedSecret: [1], confirmed: clock.now, created: clock.now)
    try await accounts.store.change { try $0.put(totp) }
    return [:]
  }

  /// Gives a user an authenticator app and returns its secret; empty if the user is disabled.
  @discardableResult
  func addTOTP(of id: String) async throws -> [UInt8] {
    let user = try #require(try await accounts.store.read { try $0.user(id) })
    let now = clock.now
    // Recent, as setting up a second factor requires.
    let session = AccountSession(
      id: "totp\(id)", hash: SecretToken().hash, kind: .browser, user: id, created: now,
      lastUsed: now, expires: now + 3600, lastAuthenticated: now, hasSecondFactor: false,
      client: Client(address: "192.0.2.1"))
    guard user.disabled == nil else { return [] }
    try await accounts.store.change { try $0.put(session) }
    let signedIn = AuthenticatedSession(user: user, session: session)
    let secret = try await accounts.secondFactors.beginTOTP(signedIn).secret
    let code = TOTP.code(secret: secret, step: TOTP.step(at: now))
    _ = try await accounts.secondFactors.confirmTOTP(
      signedIn, code: code, client: Client(address: "192.0.2.1"))
    return secret
  }

  /// The body that completes the sign-in of a user with a second factor.
  func secondFactorBody(_ name: String) async throws -> JSON {
    let secret = try await addTOTP(of: Self.userID(name))
    // A code works once, and the next one is valid half a minute later.
    clock.advance(by: 30)
    let result = try await accounts.authentication.signIn(
      email: Self.email(name), password: Self.password, as: .app,
      client: Client(address: "192.0.2.3"))
    guard case .secondFactor(let pending) = result else {
      Issue.record("signing in did not require a second factor")
      return [:]
    }
    return [
      "pendingSignIn": .string(pending.secret),
      "code": .string(TOTP.code(secret: secret, step: TOTP.step(at: clock.now))),
    ]
  }

  /// Adds an invitation to `acme`.
  func addInvitation(_ id: String) async throws {
    let invitation = Invitation(
      id: id, hash: SecretToken().hash, organization: "acme", email: "somebody@example.net",
      emailKey: "somebody@example.net", role: .viewer, inviter: "test", created: clock.now,
      expires: clock.now + 3600)
    try await accounts.store.change { try $0.put(invitation) }
  }

  /// Invites a caller's user, and returns the secret in the email.
  func invite(_ role: Role, to organization: String) async throws -> String {
    let email = Self.email(role.userName)
    _ = try await accounts.invitations.invite(
      email, to: organization, named: organization, as: .viewer, by: .operator("test"),
      client: Client(address: "192.0.2.1"))
    return try await mailedSecret(to: email)
  }
}

/// Base32 as used by authenticator apps.
enum Base32 {
  static func bytes(_ text: String) throws -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var bits = 0
    var value = 0
    var bytes: [UInt8] = []
    for letter in text where letter != "=" {
      value = value << 5 | (try #require(letters.firstIndex(of: letter)))
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(value >> bits & 255))
      }
    }
    return bytes
  }
}

/// In tests, a string literal is the operator with this name.
extension Actor: @retroactive ExpressibleByStringLiteral {
  /// Creates an operator with this name.
  public init(stringLiteral value: String) { self = .operator(value) }
}
