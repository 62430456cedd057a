import Accounts
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// The account's sections about the person themselves, and where they work.
  static let profilePages = [
    showProfile, renameByForm, changeAddressByForm, showNewAddress, confirmNewAddress,
    deleteByForm, showOrganizations, leaveByForm,
  ]

  static let showProfile = Endpoint.page(
    "showProfile", .get, "/account", "The account: name, address, look"
  ) { visit in try visit.showProfile(visit.profileFields()) }

  static let renameByForm = Endpoint.page(
    "renameByForm", .post, "/account", "Changes the person's name", fields: ["name"]
  ) { visit in
    let signedIn = try visit.person()
    return try await visit.submit(visit.profileFields()) { visit, fields, problems in
      try visit.showProfile(fields, problems)
    } act: { visit in
      try await visit.accounts.profile.rename(
        signedIn, to: visit.sent("name"), client: visit.call.client)
      return visit.go(to: "/account", notice: "notice.saved")
    }
  }

  static let changeAddressByForm = Endpoint.page(
    "changeAddressByForm", .post, "/account/address/change",
    "Sends a mail to the address that a person wants to have", here: "/account",
    fields: ["new-email"]
  ) { visit in
    let signedIn = try visit.person()
    let field = PageField("new-email", .email, visit.words["field.new-email"])
    return try await visit.submit([field]) { visit, fields, problems in
      try visit.showProfile(visit.profileFields(), address: fields.first, problems)
    } act: { visit in
      try await visit.accounts.profile.changeEmail(
        signedIn, to: visit.sent("new-email"), client: visit.call.client)
      return visit.go(to: "/account", notice: "notice.address-asked")
    }
  }

  static let showNewAddress = Endpoint.page(
    "showNewAddress", .get, AccountPaths.address, "The page behind the link to a new address",
    detail: "Changes nothing: programs that look through mail open links too.",
    parameters: [.link]
  ) { visit in
    _ = try visit.person()
    let words = visit.words
    return try visit.show(
      FormPage(
        title: words["address.title"], lead: words["address.lead"], symbol: "mail",
        action: AccountPaths.address, submit: words["address.button"],
        hidden: ["link": visit.link],
        after: [PageLine(href: "/account", link: words["page.cancel"])]))
  }

  static let confirmNewAddress = Endpoint.page(
    "confirmNewAddress", .post, AccountPaths.address, "Takes the new address", fields: ["link"]
  ) { visit in
    let signedIn = try visit.person()
    do {
      _ = try await visit.accounts.profile.finishEmailChange(
        visit.link, signedIn, client: visit.call.client)
    } catch let error as AccountError where error.code == .invalidLink {
      return try visit.linkOver(ask: "/account")
    }
    return visit.go(to: "/account", notice: "notice.address-changed")
  }

  static let deleteByForm = Endpoint.page(
    "deleteByForm", .post, "/account/delete", "Deletes the account", here: "/account"
  ) { visit in
    let signedIn = try visit.person()
    do {
      try await visit.accounts.profile.delete(signedIn, client: visit.call.client)
    } catch let error as AccountError where error.code == .lastOwner {
      return visit.go(to: "/account", notice: "account-error.last-owner")
    }
    visit.set(Cookies.noSession)
    return visit.go(to: "/sign-in", notice: "notice.deleted")
  }

  static let showOrganizations = Endpoint.page(
    "showOrganizations", .get, "/account/organizations", "Where the person works, and as what"
  ) { visit in
    let person = try visit.person().person
    var list: [[String: Any]] = []
    for membership in try await visit.accounts.organizations.memberships(of: person.id) {
      list.append(try await visit.place(membership))
    }
    return try visit.room(
      "account-organizations", visit.words["account.organizations"], section: .organizations,
      ["organizations": list, "hasOrganizations": !list.isEmpty])
  }

  static let leaveByForm = Endpoint.page(
    "leaveByForm", .post, "/account/organizations/leave", "Leaves an organization",
    here: "/account/organizations", fields: ["organization"]
  ) { visit in
    let signedIn = try visit.person()
    do {
      try await visit.accounts.organizations.leave(
        visit.sent("organization"), signedIn, client: visit.call.client)
    } catch let error as AccountError where [.lastOwner, .notFound].contains(error.code) {
      return visit.go(
        to: "/account/organizations", notice: "account-error.\(error.code.rawValue)")
    }
    return visit.go(to: "/account/organizations", notice: "notice.left")
  }
}

extension Visit {
  fileprivate func profileFields() throws -> [PageField] {
    let person = try person().person
    var name = words.nameField()
    name.value = person.name
    var email = PageField("email", .fixedEmail, words["field.email"])
    email.value = person.email
    return [name, email]
  }

  fileprivate mutating func showProfile(
    _ fields: [PageField], address: PageField? = nil, _ problems: FormProblems = FormProblems()
  ) throws -> Reply {
    var field = address ?? PageField("new-email", .email, words["field.new-email"])
    field.problem = problems.text(at: field.id)
    return try room(
      "account-profile", words["account.profile"], section: .profile,
      [
        "choices": choices, "canChangeAddress": accounts.settings.canSendMail,
        "addressOpen": address != nil, "addressFields": [field.context],
      ], fields: fields, problems: problems)
  }

  private var choices: [[String: Any]] {
    let themes = [nil, "light", "dark"].map { value -> [String: Any] in
      let name = value ?? "system"
      return [
        "group": "theme", "value": name, "text": words["look.\(name)"], "isChosen": value == theme,
      ]
    }
    let languages = Language.allCases.map { language -> [String: Any] in
      [
        "group": "language", "value": language.rawValue, "text": language.name,
        "isChosen": language == words.language,
      ]
    }
    return [
      ["legend": words["look.theme"], "options": themes],
      ["legend": words["look.language"], "options": languages],
    ]
  }

  fileprivate func place(_ membership: Membership) async throws -> [String: Any] {
    let name = try await organizationName(membership.organization)
    let role = membership.role.rawValue
    return [
      "id": membership.organization, "name": name, "role": words["role.\(role)"],
      "about": words["role.\(role)-about"], "since": words.moment(membership.since),
      "leaveLabel": words.text("organizations.leave-label", ["organization": name]),
    ]
  }
}
