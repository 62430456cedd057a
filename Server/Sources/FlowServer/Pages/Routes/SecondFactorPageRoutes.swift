import Accounts
import HTTPTypes

/// The second step of signing in.
enum SecondFactorPageRoutes {
  static let all = [showCode, sendCode, showRecovery, sendRecovery]

  private static let summary = "The page for a code of an authenticator app"

  static let showCode = Endpoint.page(
    "showCode", .get, "/sign-in/code", summary, parameters: [.returnTo]
  ) { page in try page.showCode(isRecovery: false) }

  static let sendCode = Endpoint.page(
    "sendCode", .post, "/sign-in/code", "Signs in with a code of an authenticator app",
    detail: "After 5 wrong codes, sign-in starts again.", fields: ["code", "return"]
  ) { page in try await page.submitCode(isRecovery: false) }

  static let showRecovery = Endpoint.page(
    "showRecovery", .get, "/sign-in/recovery", "The page for a recovery code",
    parameters: [.returnTo]
  ) { page in try page.showCode(isRecovery: true) }

  static let sendRecovery = Endpoint.page(
    "sendRecovery", .post, "/sign-in/recovery", "Signs in with a recovery code",
    detail: "Each code works once.", fields: ["code", "return"]
  ) { page in try await page.submitCode(isRecovery: true) }
}

/// Proof of the first factor, from the browser's cookie.
struct PendingChallenge {
  let secret: String
  let methods: [SecondFactorChallenge.Method]

  init?(_ headers: HTTPFields) {
    let parts = (Cookies.value(PageCookies.challenge, in: headers) ?? "").split(separator: ".")
    guard let secret = parts.first else { return nil }
    self.secret = String(secret)
    methods = parts.dropFirst().compactMap { SecondFactorChallenge.Method(rawValue: String($0)) }
  }
}

extension PageRequest {
  /// Returns the challenge that follows the first factor.
  ///
  /// - Throws: `PageRedirect` to the sign-in page.
  func challenge() throws -> PendingChallenge {
    guard signedIn == nil, let challenge = PendingChallenge(request.headers) else {
      throw PageRedirect(to: Self.path("/sign-in", ["return": returnTo.text]), notice: nil)
    }
    return challenge
  }

  fileprivate func codeFields(isRecovery: Bool) -> [PageField] {
    [isRecovery ? texts.recoveryField() : texts.codeField()]
  }

  fileprivate mutating func showCode(
    isRecovery: Bool, _ problems: FormProblems = FormProblems()
  ) throws -> EndpointResponse {
    let methods = try challenge().methods
    var after: [PageLine] = []
    let back = ["return": returnTo.text]
    if isRecovery {
      after.append(
        PageLine(
          text: texts["second.found"], href: Self.path("/sign-in/code", back),
          link: texts["second.use-code"]))
    } else if methods.contains(.recoveryCode) {
      after.append(
        PageLine(
          text: texts["second.lost"], href: Self.path("/sign-in/recovery", back),
          link: texts["second.use-recovery"]))
    }
    after.append(PageLine(href: Self.path("/sign-in", back), link: texts["second.start-again"]))
    let key = isRecovery ? "second.recovery" : "second.code"
    return try signInPage(
      "two-factor", texts[isRecovery ? "second.recovery-title" : "second.page-title"],
      [
        "icon": isRecovery ? "key" : "phone",
        "lead": texts.text("\(key)-lead", ["service": accounts.settings.serviceName]),
        "action": isRecovery ? "/sign-in/recovery" : "/sign-in/code",
        "hasPasskeys": methods.contains(.passkey) && accounts.passkeys.unavailableReason == nil,
        "hidden": [["key": "return", "value": returnTo.text]], "after": after.context,
      ], fields: codeFields(isRecovery: isRecovery), problems: problems)
  }

  fileprivate mutating func submitCode(isRecovery: Bool) async throws -> EndpointResponse {
    let secret = try challenge().secret
    do {
      return try await submit(codeFields(isRecovery: isRecovery)) { page, _, problems in
        try page.showCode(isRecovery: isRecovery, problems)
      } act: { page in
        let session = try await page.accounts.authentication.finishSignIn(
          secret, code: page.sent("code"), as: .browser, client: page.request.client)
        return page.continueSignIn(session, to: page.returnTo)
      }
    } catch let error as AccountError where error.code == .invalidLink {
      return startAgain()
    }
  }

  /// Redirects to the first step after a timeout or too many wrong codes.
  mutating func startAgain() -> EndpointResponse {
    set(PageCookies.expiredCookie(PageCookies.challenge))
    return go(
      to: Self.path("/sign-in", ["return": returnTo.text]), notice: "notice.start-again")
  }
}
