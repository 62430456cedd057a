internal import Accounts
internal import HTTPTypes

extension APIEndpoint {
  /// Registration, sign-in and sign-out.
  static let accounts: [APIEndpoint] = [
    APIEndpoint(
      id: "register", method: .post, path: "/accounts", topic: "Accounts",
      summary: "Register an account and send an email. The response is the same if the address has "
        + "an account.",
      access: .anyone, body: "Registration", status: 202
    ) { call in
      let body: RegisterBody = try call.decodeBody()
      try await call.service.register(
        Registration(
          email: body.email, password: body.password, givenName: body.givenName ?? "",
          surname: body.surname ?? "", nickname: body.nickname, acceptsTerms: body.acceptsTerms),
        client: call.caller.client)
      return .noContent
    },
    APIEndpoint(
      id: "verify", method: .post, path: "/accounts/verification", topic: "Accounts",
      summary: "Confirm the address with the email's link and the password, and sign in.",
      access: .anyone, body: "Link", response: "Tokens"
    ) { call in
      let body: LinkBody = try call.decodeBody()
      return try Self.tokensResponse(
        await call.service.accounts.registration.verifyEmail(
          body.link, password: body.password, as: .app, client: call.caller.client))
    },
    APIEndpoint(
      id: "signIn", method: .post, path: "/sessions", topic: "Accounts",
      summary: "Sign in with email address and password; failed attempts by others do not delay an "
        + "app that sends its device secret.",
      access: .anyone, body: "Credentials", response: "Tokens"
    ) { call in
      let body: CredentialsBody = try call.decodeBody()
      return try Self.tokensResponse(
        await call.service.accounts.authentication.signIn(
          email: body.email, password: body.password, as: .app,
          client: call.caller.client.with(deviceSecret: body.deviceSecret)))
    },
    APIEndpoint(
      id: "signInWith", method: .post, path: "/sessions/with/{provider}", topic: "Accounts",
      summary: "Sign in with an ID token of Google, Apple or Facebook (Limited Login).",
      access: .anyone, body: "ExternalToken", response: "Tokens"
    ) { call in
      let body: ExternalSignInBody = try call.decodeBody()
      let givenName = try DisplayName.checked(body.name ?? "")
      let surname = try DisplayName.checked(body.surname ?? "")
      let name = [givenName, surname].filter { !$0.isEmpty }.joined(separator: " ")
      let result = try await call.service.accounts.externalSignIn.exchange(
        call.path["provider"] ?? "", idToken: body.idToken, nonce: body.nonce,
        name: name.isEmpty ? nil : name, client: call.caller.client)
      let response = try Self.tokensResponse(result)
      if case .signedIn(let session) = result {
        try await call.service.createProfile(
          of: session.user, givenName: givenName, surname: surname)
      }
      return response
    },
    APIEndpoint(
      id: "refresh", method: .post, path: "/sessions/refresh", topic: "Accounts",
      summary: "Exchange a refresh token, which works once, for a new token pair.", access: .anyone,
      body: "Refresh", response: "Tokens"
    ) { call in
      let body: RefreshBody = try call.decodeBody()
      let (tokens, _) = try await call.service.accounts.sessions.refresh(
        body.refreshToken, client: call.caller.client)
      return .value(TokensJSON(tokens))
    },
    APIEndpoint(
      id: "signOut", method: .post, path: "/sessions/end", topic: "Accounts",
      summary: "Sign out and unlink the given device.", body: "SignOut", status: 204
    ) { call in
      let body: SignOutBody = try call.decodeBody()
      try await call.service.signOut(device: body.device, by: call.caller)
      return .noContent
    },
  ]

  /// Changing and resetting passwords.
  static let passwords: [APIEndpoint] = [
    APIEndpoint(
      id: "changePassword", method: .put, path: "/me/password", topic: "Accounts",
      summary: "Change the password, end other sessions, and remove the webhook and all devices "
        + "but the given one. Earlier tokens stop working.",
      body: "PasswordChange", response: "Tokens"
    ) { call in
      let body: PasswordBody = try call.decodeBody()
      return try Self.tokensResponse(
        .signedIn(
          await call.service.changePassword(
            current: body.currentPassword, new: body.newPassword, device: body.device,
            client: call.caller.client.with(deviceSecret: body.deviceSecret), by: call.caller)))
    },
    APIEndpoint(
      id: "requestReset", method: .post, path: "/accounts/password-reset", topic: "Accounts",
      summary: "Send a password reset email. The response is the same if there is no account.",
      access: .anyone, body: "Email", status: 202
    ) { call in
      let body: EmailBody = try call.decodeBody()
      try await call.service.accounts.passwords.requestReset(
        email: body.email, client: call.caller.client)
      return .noContent
    },
    APIEndpoint(
      id: "reset", method: .put, path: "/accounts/password-reset", topic: "Accounts",
      summary: "Set a new password with the email's link.", access: .anyone, body: "Link",
      status: 204
    ) { call in
      let body: LinkBody = try call.decodeBody()
      try await call.service.accounts.passwords.reset(
        body.link, password: body.password, client: call.caller.client)
      return .noContent
    },
  ]

  private static func tokensResponse(_ result: SignInResult) throws -> APIResponse {
    guard case .signedIn(let session) = result, case .tokens(let tokens) = session.credential
    else {
      throw PriceError(
        .notSetUp, "This account requires a second factor, which this app does not support.")
    }
    return .value(TokensJSON(tokens, device: session.deviceSecrets.first))
  }
}
