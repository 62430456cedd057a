import Accounts
import HTTPTypes

/// The pages for the second step of signing in.
enum SecondFactorPageRoutes {
  static let all = [showCode, submitCode, showRecovery, submitRecoveryCode]

  private static let summary = "The page for a code of an authenticator app"

  static let showCode = Endpoint.page(
    "showCode", .get, "/sign-in/code", summary, parameters: [.returnTo]
  ) { page in try page.showCode(isRecovery: false) }

  static let submitCode = Endpoint.page(
    "submitCode", .post, "/sign-in/code", "Signs in with a code of an authenticator app",
    detail: "After 5 wrong codes, sign-in starts again.", fields: ["code", "return"]
  ) { page in try await page.submitCode(isRecovery: false) }

  static let showRecovery = Endpoint.page(
    "showRecovery", .get, "/sign-in/recovery", "The page for a recovery code",
    parameters: [.returnTo]
  ) { page in try page.showCode(isRecovery: true) }

  static let submitRecoveryCode = Endpoint.page(
    "submitRecoveryCode", .post, "/sign-in/recovery", "Signs in with a recovery code",
    detail: "Each code works once.", fields: ["code", "return"]
  ) { page in try await page.submitCode(isRecovery: true) }
}

/// The sign-in that awaits its second factor, from the browser's cookie.
struct PendingSignInCookie {
  let secret: String
  let methods: [PendingSignIn.Method]

  init?(_ headers: HTTPFields) {
    let parts = (Cookies.value(PageCookies.pendingSignIn, in: headers) ?? "").split(separator: ".")
    guard let secret = parts.first else { return nil }
    self.secret = String(secret)
    methods = parts.dropFirst().compactMap { PendingSignIn.Method(rawValue: String($0)) }
  }
}

extension PageRequest {
  /// Returns the sign-in that awaits its second factor.
  ///
  /// - Throws: `PageRedirect` to the sign-in page.
  func pendingSignIn() throws -> PendingSignInCookie {
    guard signedIn == nil, let pending = PendingSignInCookie(request.headers) else {
      throw PageRedirect(to: Self.path("/sign-in", ["return": returnTo.string]), notice: nil)
    }
    return pending
  }

  fileprivate func codeFields(isRecovery: Bool) -> [PageField] {
    [isRecovery ? texts.recoveryCodeField() : texts.codeField()]
  }

  fileprivate mutating func showCode(
    isRecovery: Bool, _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    let methods = try pendingSignIn().methods
    var footerLinks: [PageLink] = []
    let back = ["return": returnTo.string]
    if isRecovery {
      footerLinks.append(
        PageLink(
          text: texts["second-factor.found"], href: Self.path("/sign-in/code", back),
          label: texts["second-factor.use-code"]))
    } else if methods.contains(.recoveryCode) {
      footerLinks.append(
        PageLink(
          text: texts["second-factor.lost"], href: Self.path("/sign-in/recovery", back),
          label: texts["second-factor.use-recovery"]))
    }
    footerLinks.append(
      PageLink(href: Self.path("/sign-in", back), label: texts["second-factor.start-again"]))
    let key = isRecovery ? "second-factor.recovery" : "second-factor.code"
    return try singleTaskPage(
      "two-factor", texts[isRecovery ? "second-factor.recovery-title" : "second-factor.page-title"],
      [
        "icon": isRecovery ? "key" : "phone",
        "lead": texts.text("\(key)-lead", ["service": accounts.settings.serviceName]),
        "action": isRecovery ? "/sign-in/recovery" : "/sign-in/code",
        "hasPasskeys": methods.contains(.passkey) && accounts.passkeys.unavailableReason == nil,
        "hiddenFields": [["key": "return", "value": returnTo.string]],
        "footerLinks": footerLinks.context,
      ], fields: codeFields(isRecovery: isRecovery), errors: errors)
  }

  fileprivate mutating func submitCode(isRecovery: Bool) async throws -> EndpointResponse {
    let secret = try pendingSignIn().secret
    do {
      return try await submit(codeFields(isRecovery: isRecovery)) { page, _, errors in
        try page.showCode(isRecovery: isRecovery, errors)
      } act: { page in
        let session = try await page.accounts.authentication.finishSignIn(
          secret, code: page.formValue("code"), as: .browser, client: page.request.client)
        return page.completeSignIn(session, to: page.returnTo)
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return restartSignIn()
    }
  }

  /// Redirects to the first step after a timeout or too many wrong codes.
  mutating func restartSignIn() -> EndpointResponse {
    setCookie(PageCookies.expiredCookie(PageCookies.pendingSignIn))
    return redirect(
      to: Self.path("/sign-in", ["return": returnTo.string]), notice: "notice.start-again")
  }
}
