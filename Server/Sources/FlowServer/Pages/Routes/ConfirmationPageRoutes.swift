import Accounts
import HTTPTypes

/// The page on which users confirm their identity before a sensitive change.
enum ConfirmationPageRoutes {
  static let all = [showConfirmation, confirmByForm]

  static let showConfirmation = Endpoint.page(
    "showConfirmation", .get, "/account/confirm", "The page to confirm the user's identity",
    parameters: [.returnTo]
  ) { page in try page.showConfirmation(try await page.confirmationFields()) }

  static let confirmByForm = Endpoint.page(
    "confirmByForm", .post, "/account/confirm", "Confirms the user's identity",
    detail: "The session gets a new secret.", fields: ["password", "code", "return"]
  ) { page in
    let signedIn = try page.user()
    let fields = try await page.confirmationFields()
    do {
      return try await page.submit(fields) { page, fields, errors in
        try page.showConfirmation(fields, errors)
      } act: { page in
        let session = try await page.accounts.sessions.reauthenticate(
          signedIn, password: page.form?.value("password"), code: page.form?.value("code"),
          client: page.request.client)
        page.setCookies(of: session)
        let to = page.returnTo.text
        return page.go(to: to, notice: "notice.confirmed")
      }
    } catch let error as AccountError where error.code == .notRecent {
      return page.go(to: "/logout")
    }
  }
}

extension PageRequest {
  fileprivate func confirmationFields() async throws -> [PageField] {
    let factors = try await accounts.secondFactors.summary(of: try user())
    var fields: [PageField] = []
    if factors.hasPassword { fields.append(texts.passwordField(isFocused: true)) }
    if factors.totpSince != nil { fields.append(texts.codeField(isFocused: fields.isEmpty)) }
    return fields
  }

  fileprivate mutating func showConfirmation(
    _ fields: [PageField], _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    let email = try user().user.email
    let cancel = PageLine(href: returnTo.text, link: texts["page.cancel"])
    guard !fields.isEmpty else {
      // Without a password and an authenticator app, the user must sign in again.
      return try message(
        texts["confirm.title"], [texts["confirm.lead-plain"]], icon: "lock",
        button: ("/logout", texts["sign-out.button"]), after: [cancel])
    }
    return try show(
      FormPage(
        title: texts["confirm.title"], lead: texts["confirm.lead"], symbol: "lock",
        action: "/account/confirm", submit: texts["confirm.button"], fields: fields,
        hidden: ["return": returnTo.text], username: email, after: [cancel]), errors)
  }
}
