import Accounts
import HTTPTypes
import Logging

/// The pages for signing in with an identity provider.
///
/// Includes the legacy paths of the first Flow Magic: `/auth`, `/auth/google/callback` and
/// `/login/failed`.
enum ExternalPageRoutes {
  static let all = [
    beginGoogle, beginExternal, finishExternal, finishExternalByForm, showSignInFailed,
  ]

  private static let code = Parameter("code", "The authorization code.")
  private static let state = Parameter("state", "The `state` of the authorization request.")
  private static let invitation = Parameter(
    "invitation", "The secret of the invitation that is being accepted.")

  static let beginGoogle = Endpoint.page(
    "beginGoogle", .get, "/auth", "Signs in with Google",
    detail: "If Google is not set up, a page explains how to set it up.",
    parameters: [.returnTo]
  ) { page in try await page.beginExternal("google") }

  static let beginExternal = Endpoint.page(
    "beginExternal", .get, "/auth/{provider}", "Signs in with an identity provider",
    pagePath: "/sign-in", parameters: [.returnTo, invitation]
  ) { page in try await page.beginExternal(page.request.path("provider")) }

  static let finishExternal = Endpoint.page(
    "finishExternal", .get, "/auth/{provider}/callback",
    "Handles the redirect of an identity provider",
    detail: "`/auth/google/callback` is also the path of the legacy API.", pagePath: "/sign-in",
    parameters: [code, state]
  ) { page in try await page.finishExternal(page.request.query) }

  /// Redirects a callback sent as a form to the same callback with GET.
  ///
  /// NB: the form comes from another site, so it has no token, and the browser sends none of our
  /// cookies. With GET it sends them; then the state and the browser's secret are checked.
  static let finishExternalByForm = Endpoint(
    "finishExternalByForm", .post, "/auth/{provider}/callback", .pages, .anyone,
    "Handles the form post of an identity provider, such as Apple",
    body: RequestBodyDeclaration(form: ["code", "state", "id_token", "user", "error"]),
    responses: [
      ResponseDeclaration(
        200, "As with GET.", .text, contentType: "text/html; charset=utf-8"),
      ResponseDeclaration(303, "As with GET.", headers: [.location]),
    ],
    problemStyle: .page
  ) { request in
    let names = ["code", "state", "id_token", "user", "error", "error_description", "iss"]
    let fields = try SubmittedForm(request.body, request.headers).values(named: names)
    let path = PageRequest.path(
      "/auth/\(QueryString.percentEncoded(request.path("provider")))/callback", fields)
    return EndpointResponse(303, headers: [.location: path, .cacheControl: "no-store"])
  }

  static let showSignInFailed = Endpoint.page(
    "showSignInFailed", .get, "/login/failed",
    "The page after a failed sign-in with an identity provider"
  ) { page in
    let texts = page.texts
    return try page.message(
      texts["sign-in.failed"], [texts["sign-in.failed-lead"]], icon: "alert", kind: "warn",
      button: ("/sign-in", texts["sign-in.again"]))
  }
}

extension PageRequest {
  fileprivate mutating func beginExternal(_ provider: String) async throws -> EndpointResponse {
    // Another site must not start a sign-in: a provider that does not ask the user would complete
    // it, and replace the account that the visitor is signed in to.
    guard !FormGuard.isCrossOrigin(request.headers) else {
      return redirect(to: Self.path("/sign-in", ["return": returnTo.string]))
    }
    do {
      let url = try await accounts.externalSignIn.begin(
        provider, returnTo: returnTo.string, invitation: request.query["invitation"],
        client: request.client, binding: visitorSecret)
      return redirect(to: url)
    } catch let error as AccountError where error.code == .notFound {
      let isGoogle = provider == "google"
      return redirect(
        to: isGoogle ? "/sign-in/providers" : "/sign-in",
        notice: isGoogle ? "notice.google-off" : "notice.provider-off")
    } catch let error as AccountError where error.code == .externalSignIn {
      return redirect(to: "/login/failed", notice: "account-error.external-sign-in")
    }
  }

  fileprivate mutating func finishExternal(_ parameters: [String: String]) async throws
    -> EndpointResponse
  {
    let outcome: ExternalSignInResult
    do {
      outcome = try await accounts.externalSignIn.finish(
        request.path("provider"), parameters: parameters, binding: visitorSecret,
        signedIn: signedIn, client: request.client)
    } catch let error as AccountError where error.code != .tooManyAttempts {
      // NB: not at the level `info`, because anyone can send any number of made-up callbacks.
      request.logger.debug("External sign-in failed", metadata: ["reason": "\(error.message)"])
      let returnPath = signedIn == nil ? "/login/failed" : AccountSection.security.path
      return redirect(to: returnPath, notice: "account-error.\(error.code.rawValue)")
    }
    guard let signInResult = outcome.signInResult else {
      return redirect(to: outcome.returnTo.string, notice: "notice.linked")
    }
    return continueSignIn(signInResult, to: outcome.returnTo)
  }
}
