import Accounts
import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// What people see and change of their own.
  static let me = [
    whoAmI, renameMe, removeMe, confirmMe, changePassword, listSessions, endSession, signOut,
    readMyEvents, leaveOrganization,
  ]

  static let whoAmI = Endpoint(
    "whoAmI", .get, "/v1/me", .people, .personOrToken, "Who calls: a person, or a token",
    detail: "A browser gets `csrfToken` too, which every change by its cookie needs.",
    answers: [AnswerDeclaration(200, "The person or the token.", .me)]
  ) { call in
    switch call.caller {
    case .program(let program): .json(try await json(program, call))
    case .person(let person): .json(try await json(person, call))
    case .anyone, .app: throw Problem(.notSignedIn, "This needs an API token or a person.")
    }
  }

  private static func json(_ program: Program, _ call: Call) async throws -> JSON {
    let token = program.token
    let name = try await call.store.organization(token.organization)?.name ?? token.organization
    let place = (token.organization, token.application, token.environment)
    let scope = program.scope(in: place.0, application: place.1, environment: place.2)
    let scopes = Scope.allCases.filter { one in scope.map { one <= $0 } ?? false }
    var object: JSONObject = [
      "kind": "token", "id": .string(token.id), "name": .string(token.name),
      "organization": ["id": .string(token.organization), "name": .string(name)],
      "scopes": .array(scopes.map { .string($0.rawValue) }),
    ]
    object["owner"] = program.owner.map { .string($0.person.email) }
    object["application"] = token.application.map { .string($0) }
    object["environment"] = token.environment.map { .string($0) }
    return .object(object)
  }

  private static func json(_ person: AuthenticatedUser, _ call: Call) async throws -> JSON {
    let (signedIn, accounts) = (person.signedIn, call.accounts)
    let organizations = try await call.store.organizations()
    let names = Dictionary(organizations.map { ($0.id, $0.name) }) { $1 }
    var object = signedIn.person.json
    object["kind"] = "person"
    object["organizations"] = .array(
      person.memberships.map { $0.json(named: names[$0.organization]) })
    object["session"] = signedIn.session.json(isOwn: true)
    object["isRecent"] = .bool(accounts.sessions.isRecent(signedIn))
    object["factors"] = try await accounts.secondFactors.summary(of: signedIn).json
    object["mail"] = .string(accounts.settings.canSendMail ? "on" : "off")
    if person.credential == .cookie {
      object["csrfToken"] = .string(SameSite.token(of: signedIn.session, accounts))
    }
    return .object(object)
  }

  static let renameMe = Endpoint(
    "renameMe", .patch, "/v1/me", .people, .person, "Changes one's own name",
    body: RequestBodyDeclaration(.nameOnly),
    answers: [AnswerDeclaration(200, "The person.", .person)], problems: [.invalidInput]
  ) { call in
    let name = try call.title("name", in: try call.object())
    var person = try call.person.signedIn.person
    try await call.accounts.profile.rename(try call.person.signedIn, to: name, client: call.client)
    person.name = name
    return .json(.object(person.json))
  }

  static let removeMe = Endpoint(
    "removeMe", .delete, "/v1/me", .people, .person, "Removes one's own account",
    detail: "With everything that is only theirs. Not while an organization has no other owner.",
    answers: [AnswerDeclaration(204, "The account is gone.")], problems: [.notRecent, .lastOwner]
  ) { call in
    try await call.accounts.profile.delete(try call.person.signedIn, client: call.client)
    return .done
  }

  static let confirmMe = Endpoint(
    "confirmMe", .post, "/v1/me/confirmation", .people, .person,
    "Shows once more who one is, before something that needs a recent sign-in",
    detail: "The password, and a code where there is a second factor. The session gets new secrets "
      + "and the old ones end: an app keeps the tokens of the answer, a browser a new cookie.",
    body: RequestBodyDeclaration(.confirmation),
    answers: [AnswerDeclaration(200, "The session is recent again.", .signInStep)],
    problems: [.wrongCredentials, .wrongCode, .notRecent, .tooManyAttempts]
  ) { call in
    let object = try call.object()
    let session = try await call.accounts.sessions.reauthenticate(
      try call.person.signedIn, password: try object.optionalString("password"),
      code: try object.optionalString("code"), client: call.client)
    var reply = Reply.json(SignInResult.signedIn(session).json)
    if case .cookie(let secret) = session.credential {
      reply.headers[.setCookie] = Cookies.session(secret, until: session.session, now: call.now)
    }
    return reply
  }

  static let changePassword = Endpoint(
    "changePassword", .post, "/v1/me/password", .people, .person,
    "Changes one's own password, and ends one's other sessions",
    detail: "`old` is needed where there is a password.",
    body: RequestBodyDeclaration(.passwordChange),
    answers: [AnswerDeclaration(204, "The password is changed.")],
    problems: [.wrongCredentials, .weakPassword, .notRecent, .tooManyAttempts]
  ) { call in
    let object = try call.object()
    try await call.accounts.passwords.change(
      try call.person.signedIn, old: try object.optionalString("old"),
      new: try call.text("new", in: object), client: call.client)
    return .done
  }

  static let listSessions = Endpoint(
    "listSessions", .get, "/v1/me/sessions", .people, .person,
    "Where one is signed in, the last used first",
    answers: [AnswerDeclaration(200, "The sessions.", .sessions)]
  ) { call in
    let signedIn = try call.person.signedIn
    let sessions = try await call.accounts.sessions.list(of: signedIn)
    return .json([
      "sessions": .array(sessions.map { $0.json(isOwn: $0.id == signedIn.session.id) })
    ])
  }

  static let endSession = Endpoint(
    "endSession", .delete, "/v1/me/sessions/{id}", .people, .person, "Signs out somewhere else",
    answers: [AnswerDeclaration(204, "The session has ended.")],
    problems: [.notFound, .notRecent]
  ) { call in
    try await call.accounts.sessions.end(
      call.path("id"), try call.person.signedIn, client: call.client)
    return .done
  }

  static let signOut = Endpoint(
    "signOut", .post, "/v1/me/sign-out", .people, .person, "Ends the session that calls",
    answers: [AnswerDeclaration(204, "Its tokens and its cookie open nothing any more.")]
  ) { call in
    let signedIn = try call.person.signedIn
    try await call.accounts.sessions.signOut(
      signedIn.session.id, of: signedIn.person.id, client: call.client)
    return Reply(204, headers: [.setCookie: Cookies.noSession])
  }

  static let readMyEvents = Endpoint(
    "readMyEvents", .get, "/v1/me/events", .people, .person,
    "What happened to one's own account, newest first", parameters: [limit, cursor],
    answers: [AnswerDeclaration(200, "The events.", .securityEvents)]
  ) { call in
    let limit = try call.limit
    let events = try await call.accounts.profile.events(
      of: try call.person.signedIn, before: try call.cursor, limit: limit)
    let next = events.count == limit ? events.last?.id : nil
    return .json([
      "events": .array(events.map(\.json)), "next": next.map(Call.cursor) ?? .null,
    ])
  }

  static let leaveOrganization = Endpoint(
    "leaveOrganization", .delete, "/v1/me/organizations/{id}", .people, .person,
    "Leaves an organization",
    answers: [AnswerDeclaration(204, "The person is in it no more.")],
    problems: [.unknownOrganization, .lastOwner]
  ) { call in
    let person = try call.person
    let id = call.path("id")
    guard person.membership(in: id) != nil else {
      throw Problem(
        .unknownOrganization, "There is no organization \"\(id)\", or you are not in it.")
    }
    try await call.accounts.organizations.leave(id, person.signedIn, client: call.client)
    return .done
  }
}
