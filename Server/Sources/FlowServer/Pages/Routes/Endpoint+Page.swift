import Accounts
import HTTPTypes

extension Endpoint {
  /// Declares a page, or the form of one.
  ///
  /// The route is open to anyone: the page reads the session's cookie itself, so that it can
  /// redirect to the sign-in page instead of responding with an error. `pagePath` is the path of
  /// the page to return to, if it is not `path`; `fields` are the form's fields besides its token.
  static func page(
    _ id: String, _ method: HTTPRequest.Method, _ path: String, _ summary: String,
    detail: String = "", pagePath: String? = nil, parameters: [Parameter] = [],
    fields: [String] = [], problems: [Problem.Code] = [],
    _ run: @escaping @Sendable (inout PageRequest) async throws -> EndpointResponse
  ) -> Endpoint {
    let isForm = method == .post
    let requiresSecondFactor = requiresSecondFactor(id, path)
    let isLimited = isForm && isLimitedForm(id)
    return Endpoint(
      id, method, path, .pages, .anyone, summary, detail: detail, parameters: parameters,
      body: isForm ? RequestBodyDeclaration(form: ["token"] + fields) : nil,
      responses: responses(isForm: isForm), problems: self.problems(isForm: isForm) + problems,
      problemStyle: .page
    ) { request in
      var page = try await PageRequest(request, pagePath: pagePath ?? path)
      var response = try await page.response(isForm: isForm) { page in
        if let signedIn = page.signedIn {
          if requiresSecondFactor, page.accounts.sessions.lacksSecondFactor(signedIn) {
            return page.redirect(
              to: AccountSection.security.path, notice: "notice.second-factor-needed")
          }
          if isLimited {
            try page.request.services.intake.admitChange(
              by: Principal.changeAuthor(signedIn.user))
          }
        }
        return try await run(&page)
      }
      page.addCookies(to: &response)
      return response
    }
  }

  /// Whether the page or form rejects a session without the second factor that the server requires.
  ///
  /// That applies to accepting an invitation, to checking the identity providers, and to the
  /// account's pages, except for those of its sign-in methods, among them the factor, and those
  /// that show or end access to the account. The other pages, including those of links in emails
  /// except for a new address, are open to anyone, or check this themselves.
  private static func requiresSecondFactor(_ id: String, _ path: String) -> Bool {
    if ["acceptByForm", "checkProviders"].contains(id) { return true }
    let isOfAccount = path == "/account" || path.hasPrefix("/account/")
    guard isOfAccount, !allowedWithoutSecondFactor.contains(id) else { return false }
    let links = [
      AccountPaths.verify, AccountPaths.reset, AccountPaths.invitation, AccountPaths.setUp,
    ]
    return !links.contains { path.hasPrefix($0) }
  }

  private static let allowedWithoutSecondFactor: Set = [
    "showSecurity", "changePasswordByForm", "linkByForm", "unlinkByForm", "showConfirmation",
    "confirmByForm", "beginAuthenticator", "confirmAuthenticator", "removeAuthenticator",
    "makeRecoveryCodes", "beginPasskeyRegistration", "registerPasskey", "removePasskeyByForm",
    "showSessions", "endSessionByForm", "endOtherSessionsByForm", "showActivity",
  ]

  private static func responses(isForm: Bool) -> [ResponseDeclaration] {
    let page = "text/html; charset=utf-8"
    var responses = [
      ResponseDeclaration(200, "The page.", .text, contentType: page),
      ResponseDeclaration(303, "Redirects to the next page.", headers: [.location]),
    ]
    if isForm {
      responses.append(
        ResponseDeclaration(
          422, "The form again, with its errors.", .text, contentType: page))
    }
    return responses
  }

  private static func problems(isForm: Bool) -> [Problem.Code] {
    let common: [Problem.Code] = [
      .invalidLink, .notFound, .notAllowed, .tooManyAttempts, .storeUnavailable, .disabledAccount,
      .externalSignIn,
    ]
    return isForm ? common + [.csrf, .lastOwner, .lastCredential, .conflict] : common
  }
}

extension PageRequest {
  /// Parses and checks the form, runs the page, and turns some errors into redirects.
  fileprivate mutating func response(
    isForm: Bool, _ run: @Sendable (inout PageRequest) async throws -> EndpointResponse
  ) async throws -> EndpointResponse {
    if isForm {
      let form = try SubmittedForm(request.body, request.headers)
      self.form = form
      try FormGuard.check(request.headers, token: form["token"], binding: binding, accounts)
    }
    do {
      return try await run(&self)
    } catch let error as PageRedirect {
      return redirect(to: error.to, notice: error.notice)
    } catch let error as AccountError where error.code == .noSession {
      return redirect(
        to: Self.path("/sign-in", ["return": pagePath]), notice: "notice.session-over")
    } catch let error as AccountError where error.code == .notRecent && signedIn != nil {
      return redirect(to: Self.path("/account/confirm", ["return": pagePath]))
    } catch let error as AccountError where error.code == .passkeyRequired && signedIn != nil {
      return redirect(
        to: Self.path("/account/confirm", ["return": pagePath]),
        notice: "account-error.\(error.code.rawValue)")
    }
  }
}

extension Parameter {
  static let link = Parameter("link", "The secret of a link in an email.")
  static let returnTo = Parameter(
    "return", "Where to redirect afterwards: a path of this server; anything else is ignored.")
}
