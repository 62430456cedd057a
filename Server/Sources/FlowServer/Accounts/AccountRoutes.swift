import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// Registration, sign-in and account recovery for apps, which store the tokens they receive.
enum AccountRoutes {
  static let all = [
    register, verifyAddress, signIn, secondFactor, refresh, exchange, forgotPassword,
    resetPassword, readAccountKeys,
  ]

  /// The problems common to all steps of signing in.
  private static let signInProblems: [Problem.Code] = [
    .wrongCredentials, .disabledAccount, .tooManyAttempts, .invalidInput, .storeUnavailable,
  ]

  static let register = Endpoint(
    "register", .post, "/v1/account/register", .users, .anyone, "Creates an account",
    detail: "The response does not disclose whether the address already has an account: only the "
      + "email does. Up to three registrations of an address may be pending, each with the link of "
      + "its own email; the first that is completed wins. No email is sent while requests from "
      + "all networks together have used up the limit of emails to the address; a password reset "
      + "then completes the registration. "
      + "With the `invitation` of an email, the address is verified at once and the response is "
      + "that of signing in.",
    body: RequestBodyDeclaration(.registration),
    responses: [
      ResponseDeclaration(200, "Signed in and a member of the organization.", .signInStep),
      ResponseDeclaration(202, "An email is being sent.", .mailStatus),
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

  /// The body of a request to register an account.
  ///
  /// NB: parsed outside of the asynchronous closure, because Swift 6.3's optimizer crashes if it is
  /// parsed there.
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
    "verifyAddress", .post, "/v1/account/verify", .users, .anyone,
    "Verifies an email address and signs in",
    detail: "Requires the password of the registration that the link was sent for, so that the "
      + "link of an unrequested email is not enough.",
    body: RequestBodyDeclaration(.verification),
    responses: [
      ResponseDeclaration(200, "Signed in, or a second factor is required.", .signInStep)
    ],
    problems: signInProblems + [.invalidLink]
  ) { request in
    let object = try request.object()
    let step = try await request.accounts.registration.verifyEmail(
      try request.text("link", in: object), password: try request.text("password", in: object),
      as: .app, client: request.client)
    return .json(step.json)
  }

  static let signIn = Endpoint(
    "signIn", .post, "/v1/account/sign-in", .users, .anyone,
    "Signs in with an email address and a password",
    detail: "Response and timing do not disclose whether the address has an account: until it is "
      + "verified, the response to its password is that to a wrong one, and the email with the "
      + "link is sent again. An app that sends the `deviceSecret` of its last sign-in is not "
      + "throttled because of wrong passwords from other devices.",
    body: RequestBodyDeclaration(.credentials),
    responses: [
      ResponseDeclaration(200, "Signed in, or a second factor is required.", .signInStep)
    ],
    problems: signInProblems
  ) { request in
    let object = try request.object()
    let step = try await request.accounts.authentication.signIn(
      email: try request.text("email", in: object),
      password: try request.text("password", in: object),
      as: .app, client: try clientWithDeviceSecret(request, object))
    return .json(step.json)
  }

  /// The client, with the device secret that an app has kept since an earlier sign-in.
  private static func clientWithDeviceSecret(
    _ request: EndpointRequest, _ object: JSONView
  ) throws -> Client {
    request.client.with(deviceSecret: try object.optionalString("deviceSecret"))
  }

  static let secondFactor = Endpoint(
    "secondFactor", .post, "/v1/account/second-factor", .users, .anyone,
    "Completes sign-in with a second factor",
    detail: "The code of an authenticator app, or a recovery code. Five wrong ones end the "
      + "pending sign-in.",
    body: RequestBodyDeclaration(.secondFactor),
    responses: [ResponseDeclaration(200, "Signed in.", .signInStep)],
    problems: signInProblems + [.wrongCode, .invalidLink]
  ) { request in
    let object = try request.object()
    let session = try await request.accounts.authentication.finishSignIn(
      try request.text("pendingSignIn", in: object),
      code: try request.text("code", in: object), as: .app,
      client: try clientWithDeviceSecret(request, object))
    return .json(SignInResult.signedIn(session).json)
  }

  static let refresh = Endpoint(
    "refresh", .post, "/v1/account/refresh", .users, .anyone,
    "Exchanges a refresh token for new tokens",
    detail: "A refresh token can be used once. If it is used again, it was copied, and the session "
      + "ends.",
    body: RequestBodyDeclaration(.tokenRefresh),
    responses: [ResponseDeclaration(200, "The new tokens.", .signInStep)],
    problems: [.noSession, .disabledAccount, .tooManyAttempts, .wrongClock, .storeUnavailable]
  ) { request in
    let object = try request.object()
    let (tokens, signedIn) = try await request.accounts.sessions.refresh(
      try request.text("refreshToken", in: object), client: request.client)
    return .json(.object(tokens.json(signedIn.user)))
  }

  static let exchange = Endpoint(
    "exchange", .post, "/v1/account/exchange/{provider}", .users, .anyone,
    "Signs in with an ID token that an app got from an identity provider",
    detail: "`nonce` is the one that the app sent to the provider, or whose SHA-256 in hexadecimal "
      + "it sent, as with Apple; one of 64 hexadecimal digits is accepted only if its SHA-256 was "
      + "sent. `name` is the user's name if "
      + "only the app received it. A token can be used once.",
    body: RequestBodyDeclaration(.idToken),
    responses: [
      ResponseDeclaration(200, "Signed in, or a second factor is required.", .signInStep)
    ],
    problems: signInProblems + [
      .externalSignIn, .noVerifiedAddress, .addressTaken, .registrationClosed, .notFound,
    ]
  ) { request in
    let object = try request.object()
    let step = try await request.accounts.externalSignIn.exchange(
      request.path("provider"), idToken: try request.externalToken("idToken", in: object),
      nonce: try object.optionalString("nonce"), name: try object.optionalString("name"),
      client: request.client)
    return .json(step.json)
  }

  static let forgotPassword = Endpoint(
    "forgotPassword", .post, "/v1/account/password/forgot", .users, .anyone,
    "Sends a password reset email",
    detail: "The response does not disclose whether the address has an account. After four "
      + "requests for an address, no further email is sent for up to 20 minutes, because an "
      + "earlier link still works; the response is the same. The links work until one of them is "
      + "used.",
    body: RequestBodyDeclaration(.addressOnly),
    responses: [
      ResponseDeclaration(
        202, "An email is being sent, or one with a link that still works was sent.", .mailStatus)
    ],
    problems: [.invalidAddress, .notAllowed, .tooManyAttempts, .storeUnavailable]
  ) { request in
    let object = try request.object()
    try await request.accounts.passwords.requestReset(
      email: try request.text("email", in: object), client: request.client)
    return .json(["mail": "on"], status: 202)
  }

  static let resetPassword = Endpoint(
    "resetPassword", .post, "/v1/account/password/reset", .users, .anyone,
    "Resets the password with the link of an email",
    detail: "Ends all sessions of the user and revokes their API tokens; an email lists them.",
    body: RequestBodyDeclaration(.passwordReset),
    responses: [ResponseDeclaration(204, "The password was changed.")],
    problems: [.invalidLink, .weakPassword, .disabledAccount, .tooManyAttempts, .storeUnavailable]
  ) { request in
    let object = try request.object()
    try await request.resetPassword(
      try request.text("link", in: object), to: try request.text("password", in: object))
    return .noContent
  }

  static let readAccountKeys = Endpoint(
    "readAccountKeys", .get, "/v1/account/keys", .users, .anyone,
    "The public keys of access tokens, as a JWK set",
    responses: [ResponseDeclaration(200, "The keys.", .keySet, headers: [.cacheControl])]
  ) { request in
    .bytes(
      Array(request.accounts.sessions.accessTokens.keySet().utf8),
      headers: [.cacheControl: "public, max-age=300"])
  }
}

extension EndpointRequest {
  /// A text in the body that must not be empty; further rules are checked by the account services.
  func text(_ name: StaticString, in object: JSONView) throws -> String {
    try object.text(name, limit: 4096)
  }

  /// A token of another service in the body, which may be long and must not be empty.
  func externalToken(_ name: StaticString, in object: JSONView) throws -> String {
    try object.text(name, limit: 32_768)
  }
}
