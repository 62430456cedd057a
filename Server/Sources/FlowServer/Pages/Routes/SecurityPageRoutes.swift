import Accounts
import HTTPTypes

/// The routes for a user's sign-in methods: password and external accounts.
enum SecurityPageRoutes {
  static let all = [
    showSecurity, changePasswordByForm, linkByForm, unlinkByForm,
  ]

  static let showSecurity = Endpoint.page(
    "showSecurity", .get, AccountSection.security.path,
    "The security page: password, passkeys and second factors"
  ) { page in try await page.showSecurity() }

  static let changePasswordByForm = Endpoint.page(
    "changePasswordByForm", .post, "/account/password", "Changes the password",
    detail: "Ends the user's other sessions. This one gets a new secret.",
    pagePath: AccountSection.security.path,
    fields: ["current-password", "password"]
  ) { page in
    let signedIn = try page.requireSession()
    let factors = try await page.accounts.secondFactors.summary(of: signedIn)
    let fields = page.passwordFields(factors)
    let context = try await page.securityContext(factors)
    return try await page.submit(fields) { page, fields, errors in
      try page.showSecurity(context, fields, errors)
    } act: { page in
      do {
        let session = try await page.accounts.passwords.change(
          signedIn, old: page.form?.value("current-password"), new: page.formValue("password"),
          client: page.request.client)
        page.setCookies(of: session)
      } catch let error as AccountError where error.code == .wrongCredentials {
        var errors = FormErrors()
        errors.add(page.texts["field.wrong-current-password"], at: "current-password")
        return try page.showSecurity(context, fields, errors)
      }
      return page.redirect(to: AccountSection.security.path, notice: "notice.password-changed")
    }
  }

  static let linkByForm = Endpoint.page(
    "linkByForm", .post, "/account/identities/link", "Links an account at an identity provider",
    pagePath: AccountSection.security.path, fields: ["provider"]
  ) { page in
    let url = try await page.accounts.externalSignIn.begin(
      page.formValue("provider"), returnTo: AccountSection.security.path,
      linkTo: try page.requireSession(),
      client: page.request.client, binding: page.visitorSecret)
    return try page.externalRedirectPage(to: url)
  }

  static let unlinkByForm = Endpoint.page(
    "unlinkByForm", .post, "/account/identities/unlink",
    "Unlinks an account at an identity provider", pagePath: AccountSection.security.path,
    fields: ["issuer", "subject"]
  ) { page in
    let signedIn = try page.requireSession()
    do {
      try await page.accounts.externalSignIn.unlink(
        issuer: page.formValue("issuer"), subject: page.formValue("subject"), signedIn: signedIn,
        client: page.request.client)
    } catch let error as AccountError where [.lastCredential, .notFound].contains(error.code) {
      return page.redirect(
        to: AccountSection.security.path, notice: "account-error.\(error.code.rawValue)")
    }
    return page.redirect(to: AccountSection.security.path, notice: "notice.unlinked")
  }
}

extension PageRequest {
  /// Returns a page that sends the browser to another site after a form was submitted.
  ///
  /// NB: not a redirect (303), because `form-action` in the policy also applies to redirects of
  /// forms. The page has a `Refresh` header and a link to the site.
  fileprivate mutating func externalRedirectPage(to url: String) throws -> EndpointResponse {
    var response = try message(
      texts["provider-redirect.title"], [texts["provider-redirect.lead"]], icon: "link",
      button: (url, texts["second-factor.button"]),
      footerLinks: [PageLink(href: AccountSection.security.path, label: texts["page.cancel"])])
    response.headers[.refresh] = "0; url=\(url)"
    return response
  }

  fileprivate func passwordFields(_ factors: CredentialSummary) -> [PageField] {
    let new = texts.newPasswordField()
    guard factors.hasPassword else { return [new] }
    return [PageField("current-password", .password, texts["field.current-password"]), new]
  }

  /// Shows the section in its current state.
  mutating func showSecurity() async throws -> EndpointResponse {
    let factors = try await accounts.secondFactors.summary(of: try requireSession())
    return try showSecurity(try await securityContext(factors), passwordFields(factors))
  }

  fileprivate mutating func showSecurity(
    _ context: [String: Any], _ fields: [PageField], _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    var context = context
    context["isPasswordOpen"] = !errors.isEmpty
    return try accountPage(
      "account-security", texts["account.security"], section: .security, context, fields: fields,
      errors: errors)
  }

  fileprivate func securityContext(_ factors: CredentialSummary) async throws -> [String: Any] {
    let remaining = factors.recoveryCodesLeft
    let identities = identityRows(factors.identities)
    return [
      "passwordState": texts[factors.hasPassword ? "password.set" : "password.unset"],
      "passwordAction": texts[factors.hasPassword ? "password.change" : "password.add"],
      "totp": [
        "isOn": factors.totpSince != nil,
        "since": orFalse(factors.totpSince.map(texts.dateTime)),
      ] as [String: Any],
      "recoveryState": texts.text("recovery.left", ["count": "\(remaining)"]),
      "recoveryLow": orFalse(remaining <= 3 ? texts["recovery.low"] : nil),
      "passkeys": orFalse(
        accounts.passkeys.unavailableReason == nil ? passkeyRows(factors.passkeys) : nil),
      "identities": identities, "hasIdentities": !identities.isEmpty,
      "maySetUpProviders": try await isOwner(try requireSession()),
    ]
  }

  private func passkeyRows(_ passkeys: [Passkey]) -> [String: Any] {
    let list = passkeys.map { passkey -> [String: Any] in
      [
        "id": PasskeyID.string(passkey.credentialID), "name": passkey.name,
        "added": texts.dateTime(passkey.created),
        "used": orFalse(passkey.lastUsed.map(texts.dateTime)),
        "removeLabel": texts.text("passkeys.remove-label", ["name": passkey.name]),
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
        "button": texts["identities.unlink"],
        "buttonLabel": texts.text("identities.unlink-label", ["provider": name]),
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
          "note": texts["identities.none"], "action": "/account/identities/link",
          "button": texts["identities.link"],
          "buttonLabel": texts.text("identities.link-label", ["provider": provider.name]),
          "issuer": "", "subject": "", "provider": provider.id,
        ]
      }
  }
}

extension HTTPField.Name {
  // NB: never nil, because the name is a token of RFC 9110, but the initializer is failable.
  fileprivate static let refresh = Self("Refresh") ?? .via
}
