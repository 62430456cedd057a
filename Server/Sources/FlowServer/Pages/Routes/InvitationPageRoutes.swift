import Accounts
import FlowStore
import HTTPTypes

/// The pages for joining an organization, and for becoming the first owner of one.
enum InvitationPageRoutes {
  static let all = [
    showInvitation, acceptByForm, joinByForm, showSetUp, setUpByForm,
  ]

  static let showInvitation = Endpoint.page(
    "showInvitation", .get, AccountPaths.invitation, "The page of an invitation",
    detail: "Changes nothing, because mail scanners open links too.",
    parameters: [.link]
  ) { page in
    try await page.withInvitation { page, invitation in
      try page.showInvitation(invitation, page.joinFields())
    }
  }

  static let acceptByForm = Endpoint.page(
    "acceptByForm", .post, AccountPaths.invitation,
    "Accepts an invitation with the signed-in account",
    fields: ["link"]
  ) { page in
    let signedIn = try page.requireSession()
    return try await page.withInvitation { page, invitation in
      do {
        _ = try await page.accounts.invitations.accept(
          page.linkToken, signedIn, client: page.request.client)
      } catch let error as AccountError
        where [.notAllowed, .conflict, .limitReached].contains(error.code)
      {
        return try page.showInvitation(
          invitation, [], FormErrors(error, at: [], page.texts))
      }
      return page.redirect(to: "/", notice: "notice.joined")
    }
  }

  static let joinByForm = Endpoint.page(
    "joinByForm", .post, AccountPaths.invitation + "/register",
    "Accepts an invitation with a new account",
    detail: "The link was sent by email, so the address counts as verified.",
    pagePath: AccountPaths.invitation, fields: ["link", "name", "password"]
  ) { page in
    try await page.withInvitation { page, invitation in
      try await page.submit(page.joinFields()) { page, fields, errors in
        try page.showInvitation(invitation, fields, errors)
      } act: { page in
        let step = try await page.accounts.registration.accept(
          page.linkToken, registering: page.formValue("password"), name: page.formValue("name"),
          as: .browser, client: page.request.client)
        return page.continueSignIn(step, to: .root, notice: "notice.joined")
      }
    }
  }

  static let showSetUp = Endpoint.page(
    "showSetUp", .get, AccountPaths.setUp, "The page for an organization's first owner",
    parameters: [.link]
  ) { page in
    try await page.withSetUp { page, organization in
      try page.show(page.setUpPage(organization, page.setUpFields(hasAutofocus: true)))
    }
  }

  static let setUpByForm = Endpoint.page(
    "setUpByForm", .post, AccountPaths.setUp, "Creates an organization's first owner",
    detail: "Anyone with the link gets full access: keep it secret.",
    fields: ["link", "name", "email", "password"]
  ) { page in
    try await page.withSetUp { page, organization in
      try await page.submit(page.setUpFields()) { page, fields, errors in
        try page.show(page.setUpPage(organization, fields), errors)
      } act: { page in
        let step = try await page.accounts.organizations.setUp(
          page.linkToken, email: page.formValue("email"), password: page.formValue("password"),
          name: page.formValue("name"), as: .browser, client: page.request.client)
        return page.continueSignIn(step, to: .root)
      }
    }
  }
}

/// An invitation with the names of its organization and its inviter.
private struct NamedInvitation {
  let invitation: Invitation
  let organization: String
  let inviter: String
}

extension PageRequest {
  /// Returns the display name of an organization.
  func organizationName(_ id: String) async throws -> String {
    try await request.store.organization(id)?.name ?? id
  }

  fileprivate mutating func withInvitation(
    _ body: (inout PageRequest, NamedInvitation) async throws -> EndpointResponse
  ) async throws -> EndpointResponse {
    do {
      let invitation = try await accounts.invitations.find(linkToken)
      let named = NamedInvitation(
        invitation: invitation,
        organization: try await organizationName(invitation.organization),
        inviter: try await accounts.invitations.inviterName(of: invitation))
      return try await body(&self, named)
    } catch let error as AccountError where error.code == .invalidLink {
      return try expiredLinkPage(requestPath: nil)
    }
  }

  fileprivate mutating func withSetUp(
    _ body: (inout PageRequest, String) async throws -> EndpointResponse
  ) async throws -> EndpointResponse {
    do {
      let id = try await accounts.organizations.organizationToSetUp(linkToken)
      let name = try await organizationName(id)
      return try await body(&self, name)
    } catch let error as AccountError where error.code == .invalidLink {
      return try expiredLinkPage(requestPath: nil)
    }
  }

  fileprivate func joinFields() -> [PageField] {
    [texts.nameField(), texts.newPasswordField(isNewAccount: true)]
  }

  fileprivate func setUpFields(hasAutofocus: Bool = false) -> [PageField] {
    [
      texts.nameField(hasAutofocus: hasAutofocus), texts.emailField(),
      texts.newPasswordField(isNewAccount: true),
    ]
  }

  fileprivate func setUpPage(_ organization: String, _ fields: [PageField]) -> FormPage {
    FormPage(
      title: texts.text("set-up.title", ["service": accounts.settings.serviceName]),
      lead: texts.text("set-up.lead", ["organization": organization]), action: AccountPaths.setUp,
      submitLabel: texts["set-up.button"], fields: fields, hiddenFields: ["link": linkToken])
  }

  fileprivate mutating func showInvitation(
    _ named: NamedInvitation, _ fields: [PageField], _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    let (invitation, name) = (named.invitation, named.organization)
    var footerLinks: [PageLink] = []
    var context = context(of: invitation)
    let invitationPath = Self.path(AccountPaths.invitation, ["link": linkToken])
    if let user = signedIn?.user {
      let isTheirs = user.emailKey == invitation.emailKey
      if isTheirs {
        context["accept"] = ["text": texts.text("invitation.accept", ["organization": name])]
      } else {
        let text = texts.text("invitation.other", ["email": user.email])
        footerLinks.append(
          PageLink(text: text, href: "/logout", label: texts["invitation.sign-out"]))
      }
    } else {
      context["join"] = true
      footerLinks.append(
        PageLink(
          text: texts["invitation.have"], href: Self.path("/sign-in", ["return": invitationPath]),
          label: texts["invitation.sign-in"]))
      for provider in accounts.identityProviders.providers {
        let query = ["invitation": linkToken]
        footerLinks.append(
          PageLink(
            href: Self.path("/auth/\(provider.id)", query),
            label: texts.text("sign-in.with", ["provider": provider.name])))
      }
    }
    footerLinks.append(
      PageLink(
        href: Self.path(AccountPaths.invitationReport, ["link": linkToken]),
        label: texts["invitation.report"]))
    context["lead"] = texts.text(
      "invitation.lead", ["inviter": named.inviter, "organization": name])
    context["footerLinks"] = footerLinks.context
    return try singleTaskPage(
      "invitation", texts.text("invitation.title", ["organization": name]), context,
      fields: fields, errors: errors)
  }

  private func context(of invitation: Invitation) -> [String: Any] {
    let grants = invitation.grants.map { grant -> [String: Any] in
      let target = grant.environment.map { "\(grant.application), \($0)" } ?? grant.application
      return ["target": target, "role": texts["role.\(grant.role.rawValue)"]]
    }
    return [
      "role": texts["role.\(invitation.role.rawValue)"], "grants": grants,
      "email": invitation.email, "expires": texts.dateTime(invitation.expires),
      "accept": false, "join": false, "link": linkToken,
      "hiddenFields": [["key": "link", "value": linkToken]],
    ]
  }
}
