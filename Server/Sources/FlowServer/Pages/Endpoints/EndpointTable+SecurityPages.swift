import Accounts
import HTTPTypes

extension EndpointTable {
  /// How a person signs in: password and accounts elsewhere.
  static let securityPages = [
    showSecurity, changePasswordByForm, linkByForm, unlinkByForm,
  ]

  static let security = "/account/security"

  static let showSecurity = Endpoint.page(
    "showSecurity", .get, security, "How the person signs in"
  ) { visit in try await visit.showSecurity() }

  static let changePasswordByForm = Endpoint.page(
    "changePasswordByForm", .post, "/account/password", "Sets another password",
    detail: "Ends the person's other sessions.", here: security, fields: ["old", "password"]
  ) { visit in
    let signedIn = try visit.person()
    let factors = try await visit.accounts.secondFactors.summary(of: signedIn)
    let fields = visit.passwordFields(factors)
    let shown = try await visit.securityContext(factors)
    return try await visit.submit(fields) { visit, fields, problems in
      try visit.showSecurity(shown, fields, problems)
    } act: { visit in
      do {
        try await visit.accounts.passwords.change(
          signedIn, old: visit.form?.value("old"), new: visit.sent("password"),
          client: visit.call.client)
      } catch let error as AccountError where error.code == .wrongCredentials {
        var problems = FormProblems()
        problems.add(visit.words["field.wrong-old-password"], at: "old")
        return try visit.showSecurity(shown, fields, problems)
      }
      return visit.go(to: security, notice: "notice.password-changed")
    }
  }

  static let linkByForm = Endpoint.page(
    "linkByForm", .post, "/account/identities/link", "Links an account at another service",
    here: security, fields: ["provider"]
  ) { visit in
    let address = try await visit.accounts.externalSignIn.begin(
      visit.sent("provider"), returnTo: security, linkTo: try visit.person(),
      binding: visit.visitor)
    return try visit.leave(for: address)
  }

  static let unlinkByForm = Endpoint.page(
    "unlinkByForm", .post, "/account/identities/unlink",
    "Unlinks an account at another service", here: security, fields: ["issuer", "subject"]
  ) { visit in
    let signedIn = try visit.person()
    do {
      try await visit.accounts.externalSignIn.unlink(
        issuer: visit.sent("issuer"), subject: visit.sent("subject"), signedIn: signedIn,
        client: visit.call.client)
    } catch let error as AccountError where [.lastCredential, .notFound].contains(error.code) {
      return visit.go(to: security, notice: "account-error.\(error.code.rawValue)")
    }
    return visit.go(to: security, notice: "notice.unlinked")
  }
}

extension Visit {
  /// Sends the browser to another site after a form.
  ///
  /// NB: not with 303. A policy that lets forms come back to us only holds for where they are sent
  /// on to as well, so the page that is answered goes there by itself, and by a link.
  fileprivate mutating func leave(for address: String) throws -> Reply {
    var reply = try message(
      words["leave.title"], [words["leave.lead"]], icon: "link",
      button: (address, words["second.button"]),
      after: [PageLine(href: EndpointTable.security, link: words["page.cancel"])])
    reply.headers[.refresh] = "0; url=\(address)"
    return reply
  }

  fileprivate func passwordFields(_ factors: FactorSummary) -> [PageField] {
    let new = words.newPasswordField()
    guard factors.hasPassword else { return [new] }
    return [PageField("old", .password, words["field.old-password"]), new]
  }

  /// The section as it is.
  mutating func showSecurity() async throws -> Reply {
    let factors = try await accounts.secondFactors.summary(of: try person())
    return try showSecurity(try await securityContext(factors), passwordFields(factors))
  }

  fileprivate mutating func showSecurity(
    _ context: [String: Any], _ fields: [PageField], _ problems: FormProblems = FormProblems()
  ) throws -> Reply {
    var context = context
    context["passwordOpen"] = !problems.isEmpty
    return try room(
      "account-security", words["account.security"], section: .security, context, fields: fields,
      problems: problems)
  }

  fileprivate func securityContext(_ factors: FactorSummary) async throws -> [String: Any] {
    let left = factors.recoveryCodesLeft
    let identities = identityRows(factors.identities)
    return [
      "passwordState": words[factors.hasPassword ? "password.set" : "password.unset"],
      "passwordAction": words[factors.hasPassword ? "password.change" : "password.add"],
      "totp": [
        "isOn": factors.totpSince != nil,
        "since": orFalse(factors.totpSince.map(words.moment)),
      ] as [String: Any],
      "recoveryState": words.text("recovery.left", ["count": "\(left)"]),
      "recoveryLow": orFalse(left <= 3 ? words["recovery.low"] : nil),
      "passkeys": orFalse(
        accounts.passkeys.unavailableReason == nil ? passkeyRows(factors.passkeys) : nil),
      "identities": identities, "hasIdentities": !identities.isEmpty,
    ]
  }

  private func passkeyRows(_ passkeys: [Passkey]) -> [String: Any] {
    let list = passkeys.map { passkey -> [String: Any] in
      [
        "id": PasskeyID.text(passkey.credential), "name": passkey.name,
        "added": words.moment(passkey.created),
        "used": orFalse(passkey.lastUsed.map(words.moment)),
        "removeLabel": words.text("passkeys.remove-label", ["name": passkey.name]),
      ]
    }
    return ["list": list, "hasList": !list.isEmpty]
  }

  private func identityRows(_ identities: [ExternalIdentity]) -> [[String: Any]] {
    let linked = identities.map { identity -> [String: Any] in
      let provider = accounts.identityProviders.providers.first { $0.issuer == identity.issuer }
      let name = provider?.name ?? identity.issuer
      return [
        "icon": provider.flatMap { Self.icon($0.id) } ?? "link", "name": name,
        "note": identity.email, "action": "/account/identities/unlink",
        "button": words["elsewhere.unlink"],
        "buttonLabel": words.text("elsewhere.unlink-label", ["provider": name]),
        "issuer": identity.issuer, "subject": identity.subject, "provider": "",
      ]
    }
    let others = accounts.identityProviders.providers.filter { provider in
      !identities.contains { $0.issuer == provider.issuer }
    }
    return linked
      + others.map { provider -> [String: Any] in
        [
          "icon": Self.icon(provider.id) ?? "link", "name": provider.name,
          "note": words["elsewhere.none"], "action": "/account/identities/link",
          "button": words["elsewhere.link"],
          "buttonLabel": words.text("elsewhere.link-label", ["provider": provider.name]),
          "issuer": "", "subject": "", "provider": provider.id,
        ]
      }
  }
}

extension HTTPField.Name {
  // NB: never nil, because the name is a token of RFC 9110; there is no initializer that says so.
  fileprivate static let refresh = Self("Refresh") ?? .via
}
