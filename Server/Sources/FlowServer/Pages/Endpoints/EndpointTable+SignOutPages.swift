import Accounts
import HTTPTypes

extension EndpointTable {
  /// Signing out, as the Flow Magic report's `/logout`.
  static let signOutPages = [showSignOut, signOutByForm]

  /// Asks first.
  ///
  /// NB: any page of any site can make a browser open an address, and none may sign
  /// people out by that.
  static let showSignOut = Endpoint.page(
    "showSignOut", .get, "/logout", "Asks whether to sign out",
    detail: "A link alone ends nothing: any site could hold one."
  ) { visit in
    guard let person = visit.signedIn?.person else {
      var reply = visit.go(to: "/sign-in", notice: "notice.signed-out")
      // So that the next one at this machine does not find pages with the way back.
      reply.headers[.clearSiteData] = "\"cache\", \"storage\""
      return reply
    }
    let words = visit.words
    return try visit.show(
      FormPage(
        title: words["sign-out.title"], lead: words.text("sign-out.lead", ["email": person.email]),
        action: "/logout", submit: words["sign-out.button"],
        after: [
          PageLine(text: words["sign-out.stay-before"], href: "/", link: words["sign-out.stay"])
        ]))
  }

  static let signOutByForm = Endpoint.page(
    "signOutByForm", .post, "/logout", "Signs out"
  ) { visit in
    if let signedIn = visit.signedIn {
      try await visit.accounts.sessions.signOut(
        signedIn.session.id, of: signedIn.person.id, client: visit.call.client)
    }
    visit.set(Cookies.noSession)
    return visit.go(to: "/sign-in", notice: "notice.signed-out")
  }
}
