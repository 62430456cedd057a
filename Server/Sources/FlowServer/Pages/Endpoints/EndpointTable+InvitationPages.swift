import Accounts
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// Joining an organization, and making the first owner of one.
  static let invitationPages = [
    showInvitation, acceptByForm, joinByForm, showSetUp, setUpByForm,
  ]

  static let showInvitation = Endpoint.page(
    "showInvitation", .get, AccountPaths.invitation, "The page behind an invitation's link",
    detail: "Changes nothing: programs that look through mail open links too.",
    parameters: [.link]
  ) { visit in
    try await visit.withInvitation { visit, invitation in
      try visit.showInvitation(invitation, visit.joinFields())
    }
  }

  static let acceptByForm = Endpoint.page(
    "acceptByForm", .post, AccountPaths.invitation, "Joins with the account that is signed in",
    fields: ["link"]
  ) { visit in
    let signedIn = try visit.person()
    return try await visit.withInvitation { visit, invitation in
      do {
        _ = try await visit.accounts.invitations.accept(
          visit.link, signedIn, client: visit.call.client)
      } catch let error as AccountError where error.code == .notAllowed || error.code == .conflict {
        return try visit.showInvitation(
          invitation, [], FormProblems(error, at: [], visit.words))
      }
      return visit.go(to: "/", notice: "notice.joined")
    }
  }

  static let joinByForm = Endpoint.page(
    "joinByForm", .post, AccountPaths.invitation + "/register",
    "Joins with a new account", detail: "The link came by mail, so the address is theirs.",
    here: AccountPaths.invitation, fields: ["link", "name", "password"]
  ) { visit in
    try await visit.withInvitation { visit, invitation in
      try await visit.submit(visit.joinFields()) { visit, fields, problems in
        try visit.showInvitation(invitation, fields, problems)
      } act: { visit in
        let step = try await visit.accounts.registration.accept(
          visit.link, registering: visit.sent("password"), name: visit.sent("name"),
          as: .browser, client: visit.call.client)
        return visit.arrive(step, to: .root, notice: "notice.joined")
      }
    }
  }

  static let showSetUp = Endpoint.page(
    "showSetUp", .get, AccountPaths.setUp, "The page for an organization's first owner",
    parameters: [.link]
  ) { visit in
    try await visit.withSetUp { visit, organization in
      try visit.show(visit.setUpPage(organization, visit.setUpFields(isFocused: true)))
    }
  }

  static let setUpByForm = Endpoint.page(
    "setUpByForm", .post, AccountPaths.setUp, "Makes an organization's first owner",
    detail: "Whoever has the link has the server.", fields: ["link", "name", "email", "password"]
  ) { visit in
    try await visit.withSetUp { visit, organization in
      try await visit.submit(visit.setUpFields()) { visit, fields, problems in
        try visit.show(visit.setUpPage(organization, fields), problems)
      } act: { visit in
        let step = try await visit.accounts.organizations.setUp(
          visit.link, email: visit.sent("email"), password: visit.sent("password"),
          name: visit.sent("name"), as: .browser, client: visit.call.client)
        return visit.arrive(step, to: .root)
      }
    }
  }
}

/// An invitation with the name of its organization.
private struct NamedInvitation {
  let invitation: Invitation
  let organization: String
}

extension Visit {
  /// What people call an organization.
  func organizationName(_ id: String) async throws -> String {
    try await call.store.organization(id)?.name ?? id
  }

  fileprivate mutating func withInvitation(
    _ body: (inout Visit, NamedInvitation) async throws -> Reply
  ) async throws -> Reply {
    do {
      let invitation = try await accounts.invitations.find(link)
      let name = try await organizationName(invitation.organization)
      return try await body(&self, NamedInvitation(invitation: invitation, organization: name))
    } catch let error as AccountError where error.code == .invalidLink {
      return try linkOver(ask: nil)
    }
  }

  fileprivate mutating func withSetUp(
    _ body: (inout Visit, String) async throws -> Reply
  ) async throws -> Reply {
    do {
      let id = try await accounts.organizations.organizationToSetUp(link)
      let name = try await organizationName(id)
      return try await body(&self, name)
    } catch let error as AccountError where error.code == .invalidLink {
      return try linkOver(ask: nil)
    }
  }

  fileprivate func joinFields() -> [PageField] {
    [words.nameField(), words.newPasswordField(isFirst: true)]
  }

  fileprivate func setUpFields(isFocused: Bool = false) -> [PageField] {
    [
      words.nameField(isFocused: isFocused), words.emailField(),
      words.newPasswordField(isFirst: true),
    ]
  }

  fileprivate func setUpPage(_ organization: String, _ fields: [PageField]) -> FormPage {
    FormPage(
      title: words.text("set-up.title", ["service": accounts.settings.serviceName]),
      lead: words.text("set-up.lead", ["organization": organization]), action: AccountPaths.setUp,
      submit: words["set-up.button"], fields: fields, hidden: ["link": link])
  }

  fileprivate mutating func showInvitation(
    _ named: NamedInvitation, _ fields: [PageField], _ problems: FormProblems = FormProblems()
  ) throws -> Reply {
    let (invitation, name) = (named.invitation, named.organization)
    var after: [PageLine] = []
    var context = facts(of: invitation)
    let here = Self.path(AccountPaths.invitation, ["link": link])
    if let person = signedIn?.person {
      let isTheirs = person.emailKey == invitation.emailKey
      if isTheirs {
        context["accept"] = ["text": words.text("invitation.accept", ["organization": name])]
      } else {
        let text = words.text("invitation.other", ["email": person.email])
        after.append(PageLine(text: text, href: "/logout", link: words["invitation.sign-out"]))
      }
    } else {
      context["join"] = true
      after.append(
        PageLine(
          text: words["invitation.have"], href: Self.path("/sign-in", ["return": here]),
          link: words["invitation.sign-in"]))
      for provider in accounts.identityProviders.providers {
        let query = ["invitation": link]
        after.append(
          PageLine(
            href: Self.path("/auth/\(provider.id)", query),
            link: words.text("sign-in.with", ["provider": provider.name])))
      }
    }
    context["lead"] = words.text(
      "invitation.lead", ["inviter": invitation.inviter, "organization": name])
    context["after"] = after.context
    return try entry(
      "invitation", words.text("invitation.title", ["organization": name]), context,
      fields: fields, problems: problems)
  }

  private func facts(of invitation: Invitation) -> [String: Any] {
    let grants = invitation.grants.map { grant -> [String: Any] in
      let place = grant.environment.map { "\(grant.application), \($0)" } ?? grant.application
      return ["place": place, "role": words["role.\(grant.role.rawValue)"]]
    }
    return [
      "role": words["role.\(invitation.role.rawValue)"], "grants": grants,
      "email": invitation.email, "expires": words.moment(invitation.expires),
      "accept": false, "join": false, "link": link,
      "hidden": [["key": "link", "value": link]],
    ]
  }
}
