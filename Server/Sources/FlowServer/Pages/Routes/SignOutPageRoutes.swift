import Accounts
import HTTPTypes

/// Signing out, as the Flow Magic report's `/logout`.
enum SignOutPageRoutes {
  static let all = [showSignOut, signOutByForm]

  /// Asks first.
  ///
  /// NB: any page of any site can make a browser open an address, and none may sign
  /// people out by that.
  static let showSignOut = Endpoint.page(
    "showSignOut", .get, "/logout", "Asks whether to sign out",
    detail: "A link alone ends nothing: any site could hold one."
  ) { page in
    guard let person = page.signedIn?.person else {
      var reply = page.go(to: "/sign-in", notice: "notice.signed-out")
      // So that the next one at this machine does not find pages with the way back.
      reply.headers[.clearSiteData] = "\"cache\", \"storage\""
      return reply
    }
    let texts = page.texts
    return try page.show(
      FormPage(
        title: texts["sign-out.title"], lead: texts.text("sign-out.lead", ["email": person.email]),
        action: "/logout", submit: texts["sign-out.button"],
        after: [
          PageLine(text: texts["sign-out.stay-before"], href: "/", link: texts["sign-out.stay"])
        ]))
  }

  static let signOutByForm = Endpoint.page(
    "signOutByForm", .post, "/logout", "Signs out"
  ) { page in
    if let signedIn = page.signedIn {
      try await page.accounts.sessions.signOut(
        signedIn.session.id, of: signedIn.person.id, client: page.request.client)
    }
    page.set(Cookies.noSession)
    return page.go(to: "/sign-in", notice: "notice.signed-out")
  }
}
