import Accounts
import HTTPTypes

extension EndpointTable {
  /// The portal: the page itself at each of its addresses, and what it loads.
  static let portal = [readPortalFile] + portalPages

  static let readPortalFile = Endpoint(
    "readPortalFile", .get, "/portal/{name}", .pages, .anyone, "A file that the portal loads",
    parameters: [
      Parameter("Accept-Encoding", in: .header, "`gzip` makes the answer smaller.")
    ],
    answers: [
      AnswerDeclaration(
        200, "The file; its name changes with what is in it.", .text,
        contentType: "text/javascript; charset=utf-8", headers: [.cacheControl])
    ], problems: [.unknownPath], problemStyle: .page
  ) { call in
    let encodings = call.headers[.acceptEncoding] ?? ""
    let acceptsGzip = PortalFiles.takesGzip(encodings)
    // The sign-in pages use the program's own typeface, whichever portal is served.
    let reply =
      call.services.portal.reply(call.path("name"), acceptsGzip: acceptsGzip)
      ?? PortalFiles.built.reply(call.path("name"), acceptsGzip: acceptsGzip)
    guard let reply else { throw Problem(.unknownPath, "There is no such file.") }
    return reply
  }

  /// The addresses that the portal's own pages have; it finds its way from there.
  private static let portalPaths = [
    ("showPortalApplication", "/apps/{application}"),
    ("showPortalView", "/apps/{application}/{view}"),
    ("showPortalPlace", "/apps/{application}/{view}/{place}"),
    ("showPortalPlaces", "/apps/{application}/{view}/{place}/{other}"),
    ("showPortalOrganization", "/organization"),
    ("showPortalOrganizationView", "/organization/{view}"),
    ("showPortalHelp", "/help"),
    ("showPortalHelpView", "/help/{view}"),
  ]

  private static let portalPages = portalPaths.map { id, path in
    Endpoint.page(id, .get, path, "The portal, for who is signed in") { visit in
      guard let signedIn = visit.signedIn else {
        return visit.go(
          to: Visit.path("/sign-in", ["return": visit.call.address(path)]),
          notice: visit.isSessionOver ? "notice.session-over" : "notice.sign-in-needed")
      }
      guard !visit.accounts.sessions.lacksSecondFactor(signedIn) else {
        return visit.go(to: AccountSection.security.path, notice: "notice.second-factor-needed")
      }
      return try visit.portal()
    }
  }
}

extension Call {
  /// The address that was asked for, as a path with its query.
  fileprivate func address(_ pattern: String) -> String {
    let parts = pattern.split(separator: "/").map { part in
      part.hasPrefix("{") ? QueryText.escaped(path(String(part.dropFirst().dropLast()))) : "\(part)"
    }
    return Visit.path("/" + parts.joined(separator: "/"), query)
  }
}

extension Visit {
  /// The portal's page.
  ///
  /// - Throws: `unknown-path` if the server was built without it.
  mutating func portal() throws(Problem) -> Reply {
    guard let reply = portalIfThere() else {
      throw Problem(
        .unknownPath, "This server was built without the portal; `make run` builds it along.")
    }
    return reply
  }

  mutating func portalIfThere() -> Reply? {
    guard let file = call.services.portal.file(PortalFiles.page) else { return nil }
    return PortalPage.reply(
      file, PageSettings(call.headers), notice: takeNotice(),
      publicURL: accounts.settings.publicURL)
  }
}
