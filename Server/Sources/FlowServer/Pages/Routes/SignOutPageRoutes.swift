import Accounts
import HTTPTypes

/// The pages for signing out, at `/logout`, as in the first Flow Magic.
enum SignOutPageRoutes {
  static let all = [showSignOut, signOutByForm]

  /// Asks for confirmation.
  ///
  /// NB: any page of any site can make a browser load a URL, which must not sign users out.
  static let showSignOut = Endpoint.page(
    "showSignOut", .get, "/logout", "The page to sign out",
    detail: "Changes nothing, because any site could contain the link."
  ) { page in
    guard let user = page.signedIn?.user else {
      return page.redirect(to: "/sign-in", notice: "notice.signed-out")
    }
    let texts = page.texts
    return try page.show(
      FormPage(
        title: texts["sign-out.title"], lead: texts.text("sign-out.lead", ["email": user.email]),
        action: "/logout", submitLabel: texts["sign-out.button"],
        footerLinks: [
          PageLink(text: texts["sign-out.stay-before"], href: "/", label: texts["sign-out.stay"])
        ]))
  }

  static let signOutByForm = Endpoint.page(
    "signOutByForm", .post, "/logout", "Signs out"
  ) { page in
    if let signedIn = page.signedIn {
      try await page.accounts.sessions.signOut(
        signedIn.session.id, of: signedIn.user.id, client: page.request.client)
    }
    return page.redirectSignedOut(notice: "notice.signed-out")
  }
}
