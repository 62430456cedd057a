import Accounts
import HTTPTypes

extension EndpointTable {
  /// Showing once more who one is, before changing how one signs in.
  static let confirmationPages = [showConfirmation, confirmByForm]

  static let showConfirmation = Endpoint.page(
    "showConfirmation", .get, "/account/confirm", "Asks once more who it is",
    parameters: [.returnTo]
  ) { visit in try visit.showConfirmation(try await visit.confirmationFields()) }

  static let confirmByForm = Endpoint.page(
    "confirmByForm", .post, "/account/confirm", "Shows once more who it is",
    detail: "The session gets a new secret.", fields: ["password", "code", "return"]
  ) { visit in
    let signedIn = try visit.person()
    let fields = try await visit.confirmationFields()
    do {
      return try await visit.submit(fields) { visit, fields, problems in
        try visit.showConfirmation(fields, problems)
      } act: { visit in
        let session = try await visit.accounts.sessions.reauthenticate(
          signedIn, password: visit.form?.value("password"), code: visit.form?.value("code"),
          client: visit.call.client)
        visit.keep(session)
        let to = visit.returnTo.text
        return visit.go(to: to, notice: "notice.confirmed")
      }
    } catch let error as AccountError where error.code == .notRecent {
      return visit.go(to: "/logout")
    }
  }
}

extension Visit {
  fileprivate func confirmationFields() async throws -> [PageField] {
    let factors = try await accounts.secondFactors.summary(of: try person())
    var fields: [PageField] = []
    if factors.hasPassword { fields.append(words.passwordField(isFocused: true)) }
    if factors.totpSince != nil { fields.append(words.codeField(isFocused: fields.isEmpty)) }
    return fields
  }

  fileprivate mutating func showConfirmation(
    _ fields: [PageField], _ problems: FormProblems = FormProblems()
  ) throws -> Reply {
    let email = try person().person.email
    let cancel = PageLine(href: returnTo.text, link: words["page.cancel"])
    guard !fields.isEmpty else {
      // Neither a password nor an app: the other service has to say it once more.
      return try message(
        words["confirm.title"], [words["confirm.lead-plain"]], icon: "lock",
        button: ("/logout", words["sign-out.button"]), after: [cancel])
    }
    return try show(
      FormPage(
        title: words["confirm.title"], lead: words["confirm.lead"], symbol: "lock",
        action: "/account/confirm", submit: words["confirm.button"], fields: fields,
        hidden: ["return": returnTo.text], username: email, after: [cancel]), problems)
  }
}
