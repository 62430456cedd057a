import Accounts
import AccountsSQLite
import Testing

extension AccountsFixture {
  /// The site of this service.
  var site: RelyingParty {
    get throws { try RelyingParty(publicURL: accounts.settings.publicURL) }
  }

  /// Registers a device's new passkey in a session, which is renewed; returns the device.
  func registerDevice(
    in session: inout NewSession, count: Int = 0, flags: UInt8 = 0x05, name: String = "Phone"
  ) async throws -> TestAuthenticator {
    var device = TestAuthenticator(site: try site, count: count)
    device.flags = flags
    let challenge = try await accounts.passkeys.beginRegistration(session.signedIn)
    let (_, renewed) = try await accounts.passkeys.finishRegistration(
      session.signedIn, secret: challenge.secret, response: device.create(challenge.options),
      name: name, client: .office)
    session = session.renewed(as: renewed)
    return device
  }

  /// Signs in with a device that claims to be this user's.
  func signIn(
    with device: TestAuthenticator, as user: User, kind: Session.ClientKind = .browser,
    client: Client = .office
  ) async throws -> SignInResult {
    let challenge = try await accounts.passkeys.beginSignIn(client: client)
    return try await accounts.passkeys.finishSignIn(
      secret: challenge.secret, response: device.use(challenge.options, userHandle: user.id),
      as: kind, client: client)
  }

  /// The details of a user's events with this action, oldest first.
  func details(_ action: String, of user: User?) async throws -> [String] {
    guard let user else { return [] }
    return try await store.inner.read { try $0.events(of: user.id, before: nil, limit: 1000) }
      .reversed().filter { $0.action == action }.map(\.detail)
  }

  func passkey(_ device: TestAuthenticator) async throws -> Passkey? {
    try await store.inner.read { try $0.passkey(device.credential) }
  }
}
