import Accounts
import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Making an account, signing in, and getting back in: for apps, which keep what they get.
  static let account = [
    register, verifyAddress, signIn, secondFactor, refresh, exchange, forgotPassword,
    resetPassword, readAccountKeys,
  ]

  /// The problems of every step of signing in.
  private static let signInProblems: [Problem.Code] = [
    .wrongCredentials, .unverifiedAddress, .disabledAccount, .tooManyAttempts, .invalidInput,
    .storeUnavailable,
  ]

  static let register = Endpoint(
    "register", .post, "/v1/account/register", .people, .anyone, "Makes an account",
    detail: "The answer is the same whether or not the address has an account already: what is so "
      + "stands in the mail. With an `invitation` from a mail the address is verified at once, and "
      + "the answer is as that of signing in.",
    body: RequestBodyDeclaration(.registration),
    answers: [
      AnswerDeclaration(200, "Signed in, and in the organization.", .signInStep),
      AnswerDeclaration(202, "A mail is on its way.", .mailNote),
    ],
    problems: [
      .invalidAddress, .weakPassword, .invalidInput, .invalidLink, .registrationClosed,
      .notAllowed, .addressTaken, .tooManyAttempts, .storeUnavailable,
    ]
  ) { call in
    let order = try RegistrationOrder(call)
    if let invitation = order.invitation {
      let step = try await call.accounts.registration.accept(
        invitation, registering: order.password, name: order.name, as: .app, client: call.client)
      return .json(step.json)
    }
    try await call.accounts.registration.register(
      email: order.email, password: order.password, name: order.name, client: call.client)
    return .json(["mail": "on"], status: 202)
  }

  /// What a body says about a new account.
  ///
  /// NB: read outside of the asynchronous closure, in which Swift 6.3's optimizer crashes on it.
  private struct RegistrationOrder {
    let email: String
    let password: String
    let name: String
    let invitation: String?

    init(_ call: Call) throws {
      let object = try call.object()
      password = try call.text("password", in: object)
      name = try object.optionalString("name") ?? ""
      invitation = try object.optionalString("invitation")
      email = invitation == nil ? try call.text("email", in: object) : ""
    }
  }

  static let verifyAddress = Endpoint(
    "verifyAddress", .post, "/v1/account/verify", .people, .anyone,
    "Shows that an address is one's own, and signs in",
    detail: "The password is the one that the account was made with: a link alone, in a mail that "
      + "somebody did not ask for, opens nothing.",
    body: RequestBodyDeclaration(.verification),
    answers: [AnswerDeclaration(200, "Signed in, or the second factor is missing.", .signInStep)],
    problems: signInProblems + [.invalidLink]
  ) { call in
    let object = try call.object()
    let step = try await call.accounts.registration.verifyEmail(
      try call.text("link", in: object), password: try call.text("password", in: object),
      as: .app, client: call.client)
    return .json(step.json)
  }

  static let signIn = Endpoint(
    "signIn", .post, "/v1/account/sign-in", .people, .anyone,
    "Signs in with address and password",
    detail: "Takes as long and answers the same for an address that has no account.",
    body: RequestBodyDeclaration(.credentials),
    answers: [AnswerDeclaration(200, "Signed in, or the second factor is missing.", .signInStep)],
    problems: signInProblems
  ) { call in
    let object = try call.object()
    let step = try await call.accounts.authentication.signIn(
      email: try call.text("email", in: object), password: try call.text("password", in: object),
      as: .app, client: call.client)
    return .json(step.json)
  }

  static let secondFactor = Endpoint(
    "secondFactor", .post, "/v1/account/second-factor", .people, .anyone,
    "Signs in with the second factor",
    detail: "The code of an authenticator app, or a recovery code. Five wrong ones end the "
      + "challenge.",
    body: RequestBodyDeclaration(.challengeAnswer),
    answers: [AnswerDeclaration(200, "Signed in.", .signInStep)],
    problems: signInProblems + [.wrongCode, .invalidLink]
  ) { call in
    let object = try call.object()
    let session = try await call.accounts.authentication.finishSignIn(
      try call.text("challenge", in: object), code: try call.text("code", in: object), as: .app,
      client: call.client)
    return .json(SignInResult.signedIn(session).json)
  }

  static let refresh = Endpoint(
    "refresh", .post, "/v1/account/refresh", .people, .anyone,
    "Gives the next access token and the next refresh token",
    detail: "A refresh token works once. If it comes a second time, somebody else has it: the "
      + "session ends.",
    body: RequestBodyDeclaration(.refreshing),
    answers: [AnswerDeclaration(200, "The next tokens.", .signInStep)],
    problems: [.noSession, .disabledAccount, .tooManyAttempts, .storeUnavailable]
  ) { call in
    let object = try call.object()
    let (tokens, signedIn) = try await call.accounts.sessions.refresh(
      try call.text("refreshToken", in: object), client: call.client)
    return .json(.object(tokens.json(signedIn.person)))
  }

  static let exchange = Endpoint(
    "exchange", .post, "/v1/account/exchange/{provider}", .people, .anyone,
    "Signs in with the ID token that a provider's own sign-in gave to an app",
    detail: "`nonce` is the one that the app asked the provider with, `name` what it alone was "
      + "told of the person's name. A token counts once.",
    body: RequestBodyDeclaration(.idToken),
    answers: [AnswerDeclaration(200, "Signed in, or the second factor is missing.", .signInStep)],
    problems: signInProblems + [
      .externalSignIn, .noVerifiedAddress, .addressTaken, .registrationClosed, .notFound,
    ]
  ) { call in
    let object = try call.object()
    let step = try await call.accounts.externalSignIn.exchange(
      call.path("provider"), idToken: try call.longText("idToken", in: object),
      nonce: try object.optionalString("nonce"), name: try object.optionalString("name"),
      client: call.client)
    return .json(step.json)
  }

  static let forgotPassword = Endpoint(
    "forgotPassword", .post, "/v1/account/password/forgot", .people, .anyone,
    "Sends a mail with a link for a new password",
    detail: "The answer is the same whether or not the address has an account.",
    body: RequestBodyDeclaration(.addressOnly),
    answers: [AnswerDeclaration(202, "A mail is on its way.", .mailNote)],
    problems: [.invalidAddress, .notAllowed, .tooManyAttempts, .storeUnavailable]
  ) { call in
    let object = try call.object()
    try await call.accounts.passwords.requestReset(
      email: try call.text("email", in: object), client: call.client)
    return .json(["mail": "on"], status: 202)
  }

  static let resetPassword = Endpoint(
    "resetPassword", .post, "/v1/account/password/reset", .people, .anyone,
    "Sets a new password with the link of a mail",
    detail: "Ends all of the person's sessions.", body: RequestBodyDeclaration(.passwordReset),
    answers: [AnswerDeclaration(204, "The password is changed.")],
    problems: [.invalidLink, .weakPassword, .disabledAccount, .tooManyAttempts, .storeUnavailable]
  ) { call in
    let object = try call.object()
    try await call.accounts.passwords.reset(
      try call.text("link", in: object), password: try call.text("password", in: object),
      client: call.client)
    return .done
  }

  static let readAccountKeys = Endpoint(
    "readAccountKeys", .get, "/v1/account/keys", .people, .anyone,
    "The keys that access tokens are signed with, as a JWK set",
    answers: [AnswerDeclaration(200, "The keys.", .keySet, headers: [.cacheControl])]
  ) { call in
    .bytes(
      Array(call.accounts.sessions.accessTokens.keySet().utf8),
      headers: [.cacheControl: "public, max-age=300"])
  }
}

extension Call {
  /// A text in the body that must not be empty; the rules of accounts say what else it must be.
  func text(_ name: StaticString, in object: JSONView) throws -> String {
    try text(name, in: object, limit: 4096)
  }

  /// The same for a token of somebody else's, which may say much.
  func longText(_ name: StaticString, in object: JSONView) throws -> String {
    try text(name, in: object, limit: 32_768)
  }

  private func text(_ name: StaticString, in object: JSONView, limit: Int) throws -> String {
    let text = try object.requiredString(name)
    guard !text.isEmpty, text.utf8.count <= limit else {
      throw Problem.body("`\(name)` must have 1 to \(limit) bytes.")
    }
    return text
  }
}
