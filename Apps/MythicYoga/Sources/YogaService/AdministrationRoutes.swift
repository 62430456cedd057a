import Accounts
import AccountsWeb
import FlowMagicWeb
import HTTPTypes
import Hummingbird
import YogaDomain

/// `/administration`: lists, searches, disables, enables and deletes accounts, and sends password
/// reset links.
///
/// Only for administrators, whose addresses the operator has configured, after they have entered
/// their password recently; other users get a 404, and guests are asked to log in.
struct AdministrationRoutes: Sendable {
  static let path = "/administration"
  /// The maximum number of accounts on a page.
  static let pageSize = 50

  let users: YogaUsers
  let origin: String
  let host: FlowHost
  /// The keys of the administrators' email addresses.
  let administrators: Set<String>

  func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get(RouterPath(Self.path)) { request, _ in
      try await asAdministrator(request) { signedIn, language in
        let query = request.uri.queryParameters
        return try await list(
          search: query.get("search") ?? "", after: query.get("after") ?? "",
          completedChange: query.get("done").flatMap(AccountChange.init), signedIn, language)
      }
    }
    router.get("\(Self.path)/delete") { request, _ in
      try await asAdministrator(request) { _, language in
        let user = try await users.accounts.administration.user(
          request.uri.queryParameters.get("user") ?? "")
        return AdministrationPage.deletion(of: user, language)
      }
    }
    router.post("\(Self.path)/confirm") { request, _ in try await confirm(request) }
    router.post("\(Self.path)/change") { request, _ in
      guard FormPages.isSameOrigin(request.headers, origin: origin) else {
        return YogaPage.csrfRejection(host.language(for: request))
      }
      let form = try await PageForm(request)
      return try await asAdministrator(request) { signedIn, language in
        guard let change = AccountChange(rawValue: form["change"]) else {
          return YogaPage.message(.noSuchPage, language, 404)
        }
        let client = YogaUsers.client(request.headers, language: language)
        try await apply(change, to: form["user"], signedIn, client)
        return YogaPage.redirect("\(Self.path)?done=\(change.rawValue)")
      }
    }
  }

  // MARK: Authorization

  /// Responds to an administrator who has entered their password recently.
  private func asAdministrator(
    _ request: Request, _ respond: (AuthenticatedSession, String) async throws -> Response
  ) async throws -> Response {
    let language = host.language(for: request)
    guard let signedIn = try await users.session(from: request.headers) else {
      return YogaPage.message(.logInFirst, language, 401)
    }
    guard isAdministrator(signedIn.user) else {
      return YogaPage.message(.noSuchPage, language, 404)
    }
    guard users.accounts.sessions.isRecent(signedIn) else {
      return AdministrationPage.confirmation(language)
    }
    do {
      return try await respond(signedIn, language)
    } catch is OwnAccountError {
      return Self.rejection(OwnAccountError.text.text(in: language), language)
    } catch let error as AccountError {
      return Self.rejection(error.text(in: language), language)
    }
  }

  private static func rejection(_ text: String, _ language: String) -> Response {
    let title = LocalizedText(en: "Nothing was changed", de: "Nichts wurde geändert")
    return YogaPage.message(title.text(in: language), text, language, 422, to: path)
  }

  private func isAdministrator(_ user: User) -> Bool {
    user.verified != nil && administrators.contains(user.emailKey)
  }

  private func confirm(_ request: Request) async throws -> Response {
    let language = host.language(for: request)
    guard FormPages.isSameOrigin(request.headers, origin: origin) else {
      return YogaPage.csrfRejection(language)
    }
    let form = try await PageForm(request)
    guard let signedIn = try await users.session(from: request.headers) else {
      return YogaPage.message(.logInFirst, language, 401)
    }
    guard isAdministrator(signedIn.user) else {
      return YogaPage.message(.noSuchPage, language, 404)
    }
    do {
      let session = try await users.accounts.sessions.reauthenticate(
        signedIn, password: form["password"],
        client: YogaUsers.client(request.headers, language: language))
      var response = YogaPage.redirect(Self.path)
      for cookie in SessionCookies.yoga.signInFields(for: session, now: users.accounts.clock()) {
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
      }
      return response
    } catch let error as AccountError {
      return AdministrationPage.confirmation(language, error: error.text(in: language))
    }
  }

  // MARK: Accounts

  private func apply(
    _ change: AccountChange, to id: String, _ signedIn: AuthenticatedSession, _ client: Client
  ) async throws {
    let administration = users.accounts.administration
    let user = try await administration.user(id)
    let actor = Actor.user(signedIn.user)
    // Otherwise no administrator might be left.
    guard user.id != signedIn.user.id || change == .sendResetLink else { throw OwnAccountError() }
    switch change {
    case .disable: try await administration.disable(user.id, by: actor)
    case .enable: try await administration.enable(user.id, by: actor)
    case .delete: try await users.delete(user.id, by: actor)
    // The link is sent to the account's owner and visible to no one else.
    case .sendResetLink:
      try await users.accounts.passwords.requestReset(email: user.email, client: client)
    }
  }

  private func list(
    search: String, after: String, completedChange: AccountChange?,
    _ signedIn: AuthenticatedSession, _ language: String
  ) async throws -> Response {
    let matches = try await find(search.lowercased(), after: after)
    return AdministrationPage.list(
      Array(matches.prefix(Self.pageSize)), search: search, completedChange: completedChange,
      currentUserID: signedIn.user.id,
      nextCursor: matches.count > Self.pageSize ? matches[Self.pageSize - 1].id : nil, language)
  }

  /// Returns the accounts after an id whose address or name contains a text: at least one more
  /// than a page shows, if there are as many.
  private func find(_ text: String, after: String) async throws -> [User] {
    var (matches, lastID) = ([User](), after)
    while matches.count <= Self.pageSize {
      let page = try await users.accounts.administration.users(after: lastID, limit: 500)
      matches += page.filter {
        text.isEmpty || $0.email.lowercased().contains(text) || $0.name.lowercased().contains(text)
      }
      guard let end = page.last?.id else { break }
      lastID = end
    }
    return matches
  }
}

/// An administrator tried to disable or delete their own account.
private struct OwnAccountError: Error {
  static let text = LocalizedText(
    en: "This is your own account. Change it in the app, under “Account and settings”.",
    de: "Das ist dein eigenes Konto. Ändere es in der App, unter „Konto und Einstellungen“.")
}

/// A change of an account by an administrator.
enum AccountChange: String {
  case disable, enable, delete, sendResetLink
}
