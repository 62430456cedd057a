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
    let signedIn = try page.requireSession()
    let fields = try await page.confirmationFields()
    do {
      return try await page.submit(fields) { page, fields, errors in
        try page.showConfirmation(fields, errors)
      } act: { page in
        let session = try await page.accounts.sessions.reauthenticate(
          signedIn, password: page.form?.value("password"), code: page.form?.value("code"),
          client: page.request.client)
        page.setCookies(of: session)
        let to = page.returnTo.string
        return page.redirect(to: to, notice: "notice.confirmed")
      }
    } catch let error as AccountError where error.code == .notRecent {
      return page.redirect(to: "/logout")
    }
  }
}

extension PageRequest {
  fileprivate func confirmationFields() async throws -> [PageField] {
    let factors = try await accounts.secondFactors.summary(of: try requireSession())
    var fields: [PageField] = []
    if factors.hasPassword { fields.append(texts.passwordField(hasAutofocus: true)) }
    if factors.totpSince != nil { fields.append(texts.codeField(hasAutofocus: fields.isEmpty)) }
    return fields
  }

  fileprivate mutating func showConfirmation(
    _ fields: [PageField], _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    let email = try requireSession().user.email
    let cancel = PageLink(href: returnTo.string, label: texts["page.cancel"])
    guard !fields.isEmpty else {
      // With neither a password nor an authenticator app, the user must sign in again.
      return try message(
        texts["confirm.title"], [texts["confirm.lead-plain"]], icon: "lock",
        button: ("/logout", texts["sign-out.button"]), footerLinks: [cancel])
    }
    let hasPassword = fields.contains { $0.kind.isPassword }
    return try show(
      FormPage(
        title: texts["confirm.title"],
        lead: texts[hasPassword ? "confirm.lead" : "confirm.lead-code"], symbol: "lock",
        action: "/account/confirm", submitLabel: texts["confirm.button"], fields: fields,
        hiddenFields: ["return": returnTo.string], username: email, footerLinks: [cancel]), errors)
  }
}
