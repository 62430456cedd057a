import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// The routes of the signed-in user: profile, password, sessions, security log and memberships.
enum CurrentUserRoutes {
  static let all = [
    currentUser, renameCurrentUser, deleteCurrentUser, confirmIdentity, changePassword,
    listSessions, endSession, signOut, listSecurityEvents, leaveOrganization,
  ]

  static let currentUser = Endpoint(
    "currentUser", .get, "/v1/me", .users, .userOrToken, "The authenticated user or token",
    detail: "Browsers also get the `csrfToken` that every change with the session cookie requires. "
      + "`organizations` is empty for a session without the second factor that the server "
      + "requires.",
    responses: [ResponseDeclaration(200, "The user or the token.", .me)]
  ) { request in
    switch request.principal {
    case .program(let program): .json(try await json(program, request))
    case .user(let user): .json(try await json(user, request))
    case .anonymous, .app, .operator:
      throw Problem.needsTokenOrUser
    }
  }

  private static func json(_ program: AuthenticatedToken, _ request: EndpointRequest) async throws
    -> JSON
  {
    let token = program.token
    let name = try await request.store.organization(token.organization)?.name ?? token.organization
    let widestScope = program.scope(
      in: token.organization, application: token.application, environment: token.environment)
    let scopes = Scope.allCases.filter { scope in widestScope.map { scope <= $0 } ?? false }
    var object: JSONObject = [
      "kind": "token", "id": .string(token.id), "name": .string(token.name),
      "organization": ["id": .string(token.organization), "name": .string(name)],
      "scopes": .array(scopes.map { .string($0.rawValue) }),
    ]
    object["owner"] = program.owner.map { .string($0.user.email) }
    object["application"] = token.application.map { .string($0) }
    object["environment"] = token.environment.map { .string($0) }
    return .object(object)
  }

  private static func json(_ user: AuthenticatedUser, _ request: EndpointRequest) async throws
    -> JSON
  {
    let (signedIn, accounts) = (user.authenticatedSession, request.accounts)
    let organizations = try await request.store.organizations()
    let names = Dictionary(organizations.map { ($0.id, $0.name) }) { $1 }
    var object = signedIn.user.json
    object["kind"] = "user"
    let visible = accounts.sessions.lacksSecondFactor(signedIn) ? [] : user.memberships
    object["organizations"] = .array(visible.map { $0.json(named: names[$0.organization]) })
    object["session"] = signedIn.session.json(isCurrent: true)
    object["isRecent"] = .bool(accounts.sessions.isRecent(signedIn))
    object["factors"] = try await accounts.secondFactors.summary(of: signedIn).json
    object["mail"] = .string(accounts.settings.canSendMail ? "on" : "off")
    if user.credential == .cookie {
      object["csrfToken"] = .string(CSRFProtection.token(of: signedIn.session, accounts))
    }
    return .object(object)
  }

  static let renameCurrentUser = Endpoint(
    "renameCurrentUser", .patch, "/v1/me", .users, .user,
    "Changes the name of the authenticated user",
    body: RequestBodyDeclaration(.displayNameOnly),
    responses: [ResponseDeclaration(200, "The user.", .user)], problems: [.invalidInput]
  ) { request in
    let name = try request.name("name", in: try request.object())
    var user = try request.user.authenticatedSession.user
    try await request.accounts.profile.rename(
      try request.user.authenticatedSession, to: name, client: request.client)
    user.name = name
    return .json(.object(user.json))
  }

  static let deleteCurrentUser = Endpoint(
    "deleteCurrentUser", .delete, "/v1/me", .users, .user,
    "Deletes the account of the authenticated user",
    detail: "Also deletes everything that belongs to the user alone. Refused while the user is the "
      + "last owner of an organization, and for a session without the second factor that the "
      + "server requires.",
    responses: [ResponseDeclaration(204, "The account was deleted.")],
    problems: [.notRecent, .lastOwner]
  ) { request in
    try await request.accounts.profile.delete(
      try request.user.authenticatedSession, client: request.client)
    return signedOut
  }

  /// Makes a browser delete its session and locally stored data.
  private static let signedOut = EndpointResponse(
    204, headers: [.setCookie: Cookies.expiredSessionCookie, .clearSiteData: Cookies.clearSiteData])

  static let confirmIdentity = Endpoint(
    "confirmIdentity", .post, "/v1/me/confirmation", .users, .user,
    "Confirms the user's identity for changes that require a recent sign-in",
    detail: "Takes the password, and a code if a second factor is set up. The session gets new "
      + "secrets and the old ones become invalid: apps store the tokens of the response, browsers "
      + "get a new cookie.",
    body: RequestBodyDeclaration(.confirmation),
    responses: [ResponseDeclaration(200, "The identity is confirmed.", .signInStep)],
    problems: [.wrongCredentials, .wrongCode, .notRecent, .tooManyAttempts]
  ) { request in
    let object = try request.object()
    let session = try await request.accounts.sessions.reauthenticate(
      try request.user.authenticatedSession, password: try object.optionalString("password"),
      code: try object.optionalString("code"), client: request.client)
    return .renewed(session, now: request.now)
  }

  static let changePassword = Endpoint(
    "changePassword", .post, "/v1/me/password", .users, .user,
    "Changes the user's password and ends their other sessions",
    detail: "`old` is required if the account has a password. As after a confirmation, the session "
      + "gets new secrets, and the device a new `deviceSecret` or cookie.",
    body: RequestBodyDeclaration(.passwordChange),
    responses: [ResponseDeclaration(200, "The password was changed.", .signInStep)],
    problems: [.wrongCredentials, .weakPassword, .notRecent, .tooManyAttempts]
  ) { request in
    let object = try request.object()
    let session = try await request.accounts.passwords.change(
      try request.user.authenticatedSession, old: try object.optionalString("old"),
      new: try request.text("new", in: object), client: request.client)
    return .renewed(session, now: request.now)
  }

  static let listSessions = Endpoint(
    "listSessions", .get, "/v1/me/sessions", .users, .user,
    "The sessions of the authenticated user, most recently used first",
    responses: [ResponseDeclaration(200, "The sessions.", .sessions)]
  ) { request in
    let signedIn = try request.user.authenticatedSession
    let sessions = try await request.accounts.sessions.list(of: signedIn)
    return .json([
      "sessions": .array(sessions.map { $0.json(isCurrent: $0.id == signedIn.session.id) })
    ])
  }

  static let endSession = Endpoint(
    "endSession", .delete, "/v1/me/sessions/{id}", .users, .user,
    "Ends a session of the user",
    detail: "Ending a session other than that of the request requires a recent sign-in.",
    responses: [ResponseDeclaration(204, "The session was ended.")],
    problems: [.notFound, .notRecent]
  ) { request in
    try await request.accounts.sessions.end(
      request.path("id"), try request.user.authenticatedSession, client: request.client)
    return .noContent
  }

  static let signOut = Endpoint(
    "signOut", .post, "/v1/me/sign-out", .users, .user, "Ends the session of the request",
    responses: [ResponseDeclaration(204, "Its tokens and its cookie are no longer valid.")]
  ) { request in
    let signedIn = try request.user.authenticatedSession
    try await request.accounts.sessions.signOut(
      signedIn.session.id, of: signedIn.user.id, client: request.client)
    return signedOut
  }

  static let listSecurityEvents = Endpoint(
    "listSecurityEvents", .get, "/v1/me/events", .users, .user,
    "The security log of the authenticated user, newest first", parameters: [.limit, .cursor],
    responses: [ResponseDeclaration(200, "The events.", .securityEvents)]
  ) { request in
    let limit = try request.limit
    let events = try await request.accounts.profile.events(
      of: try request.user.authenticatedSession, before: try request.cursor, limit: limit)
    let next = events.count == limit ? events.last?.id : nil
    return .json([
      "events": .array(events.map(\.json)), "next": next.map(EndpointRequest.cursor) ?? .null,
    ])
  }

  static let leaveOrganization = Endpoint(
    "leaveOrganization", .delete, "/v1/me/organizations/{id}", .users, .user,
    "Leaves an organization",
    responses: [ResponseDeclaration(204, "The user is no longer a member.")],
    problems: [.unknownOrganization, .lastOwner]
  ) { request in
    let user = try request.user
    let id = request.path("id")
    guard user.membership(in: id) != nil else {
      throw Problem(
        .unknownOrganization, "There is no organization \"\(id)\", or you are not a member of it.")
    }
    try await request.accounts.organizations.leave(
      id, user.authenticatedSession, client: request.client)
    return .noContent
  }
}

extension EndpointResponse {
  /// Creates the response to a request after which only the new secrets of its session work.
  ///
  /// - Parameters:
  ///   - new: The session.
  ///   - body: The body; nil for the session alone.
  ///   - now: Seconds since 1970.
  /// - Returns: A response with the session's secrets, and with new secrets of known devices: in
  ///   the body for an app, in cookies for a browser.
  static func renewed(_ new: NewSession, in body: JSON? = nil, now: Int) -> EndpointResponse {
    var response = json(body ?? new.json)
    if case .cookie(let secret) = new.credential {
      response.headers[.setCookie] = Cookies.sessionCookie(secret, for: new.session, now: now)
      if !new.deviceSecrets.isEmpty {
        response.headers.append(
          HTTPField(name: .setCookie, value: Cookies.deviceCookie(new.deviceSecrets)))
      }
    }
    return response
  }
}
