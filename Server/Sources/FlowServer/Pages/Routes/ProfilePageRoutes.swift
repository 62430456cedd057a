import Accounts
import FlowStore
import HTTPTypes

/// The account sections about the user's profile and organizations.
enum ProfilePageRoutes {
  static let all = [
    showProfile, renameByForm, changeAddressByForm, showNewAddress, confirmNewAddress,
    deleteByForm, showOrganizations, leaveByForm,
  ]

  static let showProfile = Endpoint.page(
    "showProfile", .get, "/account", "The account page: name, email address, theme and language"
  ) { page in try page.showProfile(page.profileFields()) }

  static let renameByForm = Endpoint.page(
    "renameByForm", .post, "/account", "Changes the user's name", fields: ["name"]
  ) { page in
    let signedIn = try page.requireSession()
    return try await page.submit(page.profileFields()) { page, fields, errors in
      try page.showProfile(fields, errors)
    } act: { page in
      try await page.accounts.profile.rename(
        signedIn, to: page.formValue("name"), client: page.request.client)
      return page.redirect(to: "/account", notice: "notice.saved")
    }
  }

  static let changeAddressByForm = Endpoint.page(
    "changeAddressByForm", .post, "/account/address/change",
    "Sends a verification email to a new address", pagePath: "/account",
    fields: ["new-email"]
  ) { page in
    let signedIn = try page.requireSession()
    let field = PageField("new-email", .email, page.texts["field.new-email"])
    return try await page.submit([field]) { page, fields, errors in
      try page.showProfile(page.profileFields(), address: fields.first, errors)
    } act: { page in
      try await page.accounts.profile.requestEmailChange(
        signedIn, to: page.formValue("new-email"), client: page.request.client)
      return page.redirect(to: "/account", notice: "notice.address-change-requested")
    }
  }

  static let showNewAddress = Endpoint.page(
    "showNewAddress", .get, AccountPaths.address, "The page to confirm a new address",
    detail: "Changes nothing, because mail scanners open links too.",
    parameters: [.link]
  ) { page in
    _ = try page.requireSession()
    let texts = page.texts
    return try page.show(
      FormPage(
        title: texts["address.title"], lead: texts["address.lead"], symbol: "mail",
        action: AccountPaths.address, submitLabel: texts["address.button"],
        hiddenFields: ["link": page.linkToken],
        footerLinks: [PageLink(href: "/account", label: texts["page.cancel"])]))
  }

  static let confirmNewAddress = Endpoint.page(
    "confirmNewAddress", .post, AccountPaths.address, "Changes the email address", fields: ["link"]
  ) { page in
    let signedIn = try page.requireSession()
    do {
      let session = try await page.accounts.profile.finishEmailChange(
        page.linkToken, signedIn, client: page.request.client)
      page.setCookies(of: session)
    } catch let error as AccountError where error.code == .invalidLink {
      return try page.expiredLinkPage(requestPath: "/account")
    }
    return page.redirect(to: "/account", notice: "notice.address-changed")
  }

  static let deleteByForm = Endpoint.page(
    "deleteByForm", .post, "/account/delete", "Deletes the account", pagePath: "/account"
  ) { page in
    let signedIn = try page.requireSession()
    do {
      try await page.accounts.profile.delete(signedIn, client: page.request.client)
    } catch let error as AccountError where error.code == .lastOwner {
      return page.redirect(to: "/account", notice: "account-error.last-owner")
    }
    return page.redirectSignedOut(notice: "notice.deleted")
  }

  static let showOrganizations = Endpoint.page(
    "showOrganizations", .get, "/account/organizations",
    "The organizations of the user, with their roles"
  ) { page in
    let user = try page.requireSession().user
    var list: [[String: Any]] = []
    for membership in try await page.accounts.organizations.memberships(of: user.id) {
      list.append(try await page.organizationRow(membership))
    }
    return try page.accountPage(
      "account-organizations", page.texts["account.organizations"], section: .organizations,
      ["organizations": list, "hasOrganizations": !list.isEmpty])
  }

  static let leaveByForm = Endpoint.page(
    "leaveByForm", .post, "/account/organizations/leave", "Leaves an organization",
    pagePath: "/account/organizations", fields: ["organization"]
  ) { page in
    let signedIn = try page.requireSession()
    do {
      try await page.accounts.organizations.leave(
        page.formValue("organization"), signedIn, client: page.request.client)
    } catch let error as AccountError where [.lastOwner, .notFound].contains(error.code) {
      return page.redirect(
        to: "/account/organizations", notice: "account-error.\(error.code.rawValue)")
    }
    return page.redirect(to: "/account/organizations", notice: "notice.left")
  }
}

extension PageRequest {
  fileprivate func profileFields() throws -> [PageField] {
    let user = try requireSession().user
    var name = texts.nameField()
    name.value = user.name
    var email = PageField("email", .readOnlyEmail, texts["field.email"])
    email.value = user.email
    return [name, email]
  }

  fileprivate mutating func showProfile(
    _ fields: [PageField], address: PageField? = nil, _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    var field = address ?? PageField("new-email", .email, texts["field.new-email"])
    field.error = errors.text(at: field.id)
    return try accountPage(
      "account-profile", texts["account.profile"], section: .profile,
      [
        "choices": choices, "canChangeAddress": accounts.settings.canSendMail,
        "isAddressOpen": address != nil, "addressFields": [field.context],
      ], fields: fields, errors: errors)
  }

  private var choices: [[String: Any]] {
    let themes = [nil, "light", "dark"].map { value -> [String: Any] in
      let name = value ?? "system"
      return [
        "group": "theme", "value": name, "text": texts["appearance.\(name)"],
        "isChosen": value == theme,
      ]
    }
    let languages = Language.allCases.map { language -> [String: Any] in
      [
        "group": "language", "value": language.rawValue, "text": language.name,
        "isChosen": language == texts.language,
      ]
    }
    return [
      ["legend": texts["appearance.theme"], "options": themes],
      ["legend": texts["appearance.language"], "options": languages],
    ]
  }

  fileprivate func organizationRow(_ membership: Membership) async throws -> [String: Any] {
    let name = try await organizationName(membership.organization)
    let role = membership.role.rawValue
    return [
      "id": membership.organization, "name": name, "role": texts["role.\(role)"],
      "about": texts["role.\(role)-about"], "since": texts.dateTime(membership.since),
      "leaveLabel": texts.text("organizations.leave-label", ["organization": name]),
    ]
  }
}
