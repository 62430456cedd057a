import Accounts
import FlowServer
import FlowStore
import HTTPTypes

extension Site {
  /// The password of all users.
  static let password = "a good long pass phrase"

  static func userID(_ name: String) -> String {
    "p_" + name + String(repeating: "0", count: 16 - name.utf8.count)
  }

  static func email(_ name: String) -> String { "\(name)@example.com" }

  /// Adds all users of the scenario tables, signed in.
  mutating func addUsers() async throws {
    let hash = try await services.accounts.passwordHasher.hash(Self.password)
    let names = Set(Role.allCases.filter { $0.isUser }.map(\.userName))
    for name in names.sorted() + ["colleague"] { try await add(name, hash) }
    for role in Role.allCases where role.isUser { try await signIn(role) }
    let drafter = Self.userID("drafter")
    credentials[.drafterToken] = try await addToken("acme", .admin, user: drafter)
    let disabled = Self.userID("disabled")
    credentials[.disabledToken] = try await addToken("acme", .admin, user: disabled)
    credentials[.limited] = try await addToken(
      "acme", .admin, application: "shop", environment: "staging")
  }

  private func add(_ name: String, _ hash: String) async throws {
    let now = clock.now
    let id = Self.userID(name)
    try await services.accounts.store.change { writer in
      try writer.put(
        User(
          id: id, email: Self.email(name), emailKey: Self.email(name), name: name, verified: now,
          disabled: name == "disabled" ? now : nil, created: now))
      try writer.put(StoredPassword(user: id, hash: hash, changed: now))
      if let membership = Self.membership(of: name, id, since: now) { try writer.put(membership) }
    }
  }

  private static func membership(of name: String, _ id: String, since: Int) -> Membership? {
    let organization = name == "stranger" ? "rival" : "acme"
    let role: MemberRole
    switch name {
    case "unaffiliated": return nil
    case "stranger", "disabled": role = .owner
    case "granted": role = .guest
    case "colleague": role = .viewer
    default: role = MemberRole(rawValue: name) ?? .guest
    }
    let grants =
      name == "granted"
      ? [RoleGrant(application: "shop", environment: "production", role: .editor)] : []
    return Membership(
      organization: organization, user: id, role: role, grants: grants, since: since)
  }

  /// Creates a session as if the user had just signed in.
  private mutating func signIn(_ role: Role) async throws {
    let accounts = services.accounts
    let now = clock.now
    let id = Self.userID(role.userName)
    let secret = SecretToken()
    let session = AccountSession(
      id: "session\(role.rawValue)", hash: role.isByApp ? [] : secret.hash,
      kind: role.isByApp ? .app : .browser, user: id, created: now, lastUsed: now,
      expires: role == .expired ? now : now + 3600, lastAuthenticated: now, hasSecondFactor: false,
      client: Client(address: "192.0.2.1", userAgent: "test"))
    try await accounts.store.change { writer in
      try writer.put(session)
      if role.isByApp {
        try writer.put(RefreshToken(hash: secret.hash, session: session.id, created: now))
      }
    }
    users[role] = id
    if role.isByApp {
      credentials[role] = try await accounts.sessions.accessTokens.make(
        user: id, session: session.id, at: now)
    } else {
      cookies[role] = (secret.string, CSRFProtection.token(of: session, accounts))
    }
  }

  /// Adds a browser's headers to a request.
  func addBrowserHeaders(
    to fields: inout HTTPFields, cookie: (secret: String, csrf: String), as role: Role
  ) {
    fields[.cookie] = "theme=dark; \(Cookies.sessionCookieName)=\(cookie.secret)"
    fields[.origin] = "http://test"
    fields[.csrfToken] = cookie.csrf
    switch role {
    case .withoutCSRFToken: fields[.csrfToken] = nil
    case .otherCSRFToken: fields[.csrfToken] = cookies[.viewer]?.csrf
    case .otherOrigin: fields[.origin] = "https://evil.example"
    default: break
    }
  }
}
