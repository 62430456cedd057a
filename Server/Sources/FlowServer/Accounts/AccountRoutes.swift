import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// Making an account, signing in, and getting back in: for apps, which keep what they get.
enum AccountRoutes {
  static let all = [
    register, verifyAddress, signIn, secondFactor, refresh, exchange, forgotPassword,
    resetPassword, readAccountKeys,
  ]

  /// The problems of every step of signing in.
  private static let signInProblems: [Problem.Code] = [
    .wrongCredentials, .unverifiedAddress, .disabledAccount, .tooManyAttempts, .invalidInput,
    .storeUnavailable,
  ]

  static let register = Endpoint(
    "register", .post, "/v1/account/register", .people, .anyone, "Creates an account",
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
      .notAllowed, .addressTaken, .tooManyAttempts, .limitReached, .storeUnavailable,
    ]
  ) { request in
    let body = try RegistrationBody(request)
    if let invitation = body.invitation {
      let step = try await request.accounts.registration.accept(
        invitation, registering: body.password, name: body.name, as: .app, client: request.client)
      return .json(step.json)
    }
    try await request.accounts.registration.register(
      email: body.email, password: body.password, name: body.name, client: request.client)
    return .json(["mail": "on"], status: 202)
  }

  /// What a body says about a new account.
  ///
  /// NB: read outside of the asynchronous closure, in which Swift 6.3's optimizer crashes on it.
  private struct RegistrationBody {
    let email: String
    let password: String
    let name: String
    let invitation: String?

    init(_ request: EndpointRequest) throws {
      let object = try request.object()
      password = try request.text("password", in: object)
      name = try object.optionalString("name") ?? ""
      invitation = try object.optionalString("invitation")
      email = invitation == nil ? try request.text("email", in: object) : ""
    }
  }

  static let verifyAddress = Endpoint(
    "verifyAddress", .post, "/v1/account/verify", .people, .anyone,
    "Shows that an address is one's own, and signs in",
    detail: "The password is the one that the account was made with: a link alone, in a mail that "
      + "someone did not ask for, opens nothing.",
    body: RequestBodyDeclaration(.verification),
    answers: [AnswerDeclaration(200, "Signed in, or the second factor is missing.", .signInStep)],
    problems: signInProblems + [.invalidLink]
  ) { request in
    let object = try request.object()
    let step = try await request.accounts.registration.verifyEmail(
      try request.text("link", in: object), password: try request.text("password", in: object),
      as: .app, client: request.client)
    return .json(step.json)
  }

  static let signIn = Endpoint(
    "signIn", .post, "/v1/account/sign-in", .people, .anyone,
    "Signs in with address and password",
    detail: "Takes as long and answers the same for an address that has no account. An app that "
      + "sends the `deviceToken` of its last sign-in is not delayed by wrong passwords from "
      + "elsewhere.",
    body: RequestBodyDeclaration(.credentials),
    answers: [AnswerDeclaration(200, "Signed in, or the second factor is missing.", .signInStep)],
    problems: signInProblems
  ) { request in
    let object = try request.object()
    let step = try await request.accounts.authentication.signIn(
      email: try request.text("email", in: object),
      password: try request.text("password", in: object),
      as: .app, client: try knownClient(request, object))
    return .json(step.json)
  }

  /// The client with the secret that an app has kept since an earlier sign-in.
  private static func knownClient(
    _ request: EndpointRequest, _ object: JSONView
  ) throws -> Client {
    let token = try object.optionalString("deviceToken").flatMap { SecretToken($0) }
    return Client(
      address: request.client.address, userAgent: request.client.userAgent,
      devices: token.map { [$0] } ?? [])
  }

  static let secondFactor = Endpoint(
    "secondFactor", .post, "/v1/account/second-factor", .people, .anyone,
    "Signs in with the second factor",
    detail: "The code of an authenticator app, or a recovery code. Five wrong ones end the "
      + "challenge.",
    body: RequestBodyDeclaration(.challengeAnswer),
    answers: [AnswerDeclaration(200, "Signed in.", .signInStep)],
    problems: signInProblems + [.wrongCode, .invalidLink]
  ) { request in
    let object = try request.object()
    let session = try await request.accounts.authentication.finishSignIn(
      try request.text("challenge", in: object), code: try request.text("code", in: object),
      as: .app,
      client: try knownClient(request, object))
    return .json(SignInResult.signedIn(session).json)
  }

  static let refresh = Endpoint(
    "refresh", .post, "/v1/account/refresh", .people, .anyone,
    "Gives the next access token and the next refresh token",
    detail: "A refresh token works once. If it comes a second time, someone else has it: the "
      + "session ends.",
    body: RequestBodyDeclaration(.refreshing),
    answers: [AnswerDeclaration(200, "The next tokens.", .signInStep)],
    problems: [.noSession, .disabledAccount, .tooManyAttempts, .storeUnavailable]
  ) { request in
    let object = try request.object()
    let (tokens, signedIn) = try await request.accounts.sessions.refresh(
      try request.text("refreshToken", in: object), client: request.client)
    return .json(.object(tokens.json(signedIn.person)))
  }

  static let exchange = Endpoint(
    "exchange", .post, "/v1/account/exchange/{provider}", .people, .anyone,
    "Signs in with the ID token that a provider's own sign-in gave to an app",
    detail: "`nonce` is the one that the app sent to the provider, `name` the user's name if the "
      + "provider gave it to the app only. A token works once.",
    body: RequestBodyDeclaration(.idToken),
    answers: [AnswerDeclaration(200, "Signed in, or the second factor is missing.", .signInStep)],
    problems: signInProblems + [
      .externalSignIn, .noVerifiedAddress, .addressTaken, .registrationClosed, .notFound,
    ]
  ) { request in
    let object = try request.object()
    let step = try await request.accounts.externalSignIn.exchange(
      request.path("provider"), idToken: try request.longText("idToken", in: object),
      nonce: try object.optionalString("nonce"), name: try object.optionalString("name"),
      client: request.client)
    return .json(step.json)
  }

  static let forgotPassword = Endpoint(
    "forgotPassword", .post, "/v1/account/password/forgot", .people, .anyone,
    "Sends a mail with a link for a new password",
    detail: "The answer is the same whether or not the address has an account.",
    body: RequestBodyDeclaration(.addressOnly),
    answers: [AnswerDeclaration(202, "A mail is on its way.", .mailNote)],
    problems: [.invalidAddress, .notAllowed, .tooManyAttempts, .storeUnavailable]
  ) { request in
    let object = try request.object()
    try await request.accounts.passwords.requestReset(
      email: try request.text("email", in: object), client: request.client)
    return .json(["mail": "on"], status: 202)
  }

  static let resetPassword = Endpoint(
    "resetPassword", .post, "/v1/account/password/reset", .people, .anyone,
    "Sets a new password with the link of a mail",
    detail: "Ends all of the person's sessions and revokes their API tokens, which a mail lists.",
    body: RequestBodyDeclaration(.passwordReset),
    answers: [AnswerDeclaration(204, "The password is changed.")],
    problems: [.invalidLink, .weakPassword, .disabledAccount, .tooManyAttempts, .storeUnavailable]
  ) { request in
    let object = try request.object()
    try await request.resetPassword(
      try request.text("link", in: object), to: try request.text("password", in: object))
    return .done
  }

  static let readAccountKeys = Endpoint(
    "readAccountKeys", .get, "/v1/account/keys", .people, .anyone,
    "The keys that access tokens are signed with, as a JWK set",
    answers: [AnswerDeclaration(200, "The keys.", .keySet, headers: [.cacheControl])]
  ) { request in
    .bytes(
      Array(request.accounts.sessions.accessTokens.keySet().utf8),
      headers: [.cacheControl: "public, max-age=300"])
  }
}

extension EndpointRequest {
  /// A text in the body that must not be empty; the rules of accounts say what else it must be.
  func text(_ name: StaticString, in object: JSONView) throws -> String {
    try object.text(name, limit: 4096)
  }

  /// The same for a token of another service, which may be long.
  func longText(_ name: StaticString, in object: JSONView) throws -> String {
    try object.text(name, limit: 32_768)
  }
}
