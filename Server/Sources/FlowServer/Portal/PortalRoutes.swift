import Accounts
import HTTPTypes

/// The routes of the portal: its page at each of its URLs except `/`, which `showHome` serves, and
/// its assets.
enum PortalRoutes {
  static let all = [readPortalFile] + portalPages

  static let readPortalFile = Endpoint(
    "readPortalFile", .get, "/portal/{name}", .pages, .anyone, "A static file of the portal",
    parameters: [
      Parameter("Accept-Encoding", in: .header, "With `gzip`, the response is compressed.")
    ],
    responses: [
      ResponseDeclaration(
        200, "The file; each name except `OFL.txt` contains a hash of the contents.", .text,
        contentType: "text/javascript; charset=utf-8", headers: [.cacheControl])
    ], problems: [.unknownPath], problemStyle: .page
  ) { request in
    let encodings = request.headers[.acceptEncoding] ?? ""
    let acceptsGzip = PortalFiles.acceptsGzip(encodings)
    // The sign-in pages use the embedded typeface, whichever portal is served.
    let response =
      request.services.portal.response(request.path("name"), acceptsGzip: acceptsGzip)
      ?? PortalFiles.embedded.response(request.path("name"), acceptsGzip: acceptsGzip)
    guard let response else { throw Problem(.unknownPath, "There is no such file.") }
    return response
  }

  /// The paths of the portal's pages, which it routes on the client.
  private static let portalPaths = [
    ("showPortalApplication", "/apps/{application}"),
    ("showPortalView", "/apps/{application}/{view}"),
    ("showPortalItem", "/apps/{application}/{view}/{item}"),
    ("showPortalSubitem", "/apps/{application}/{view}/{item}/{subitem}"),
    ("showPortalOrganization", "/organization"),
    ("showPortalOrganizationView", "/organization/{view}"),
    ("showPortalHelp", "/help"),
    ("showPortalHelpView", "/help/{view}"),
  ]

  private static let portalPages = portalPaths.map { id, path in
    Endpoint.page(id, .get, path, "The portal, for signed-in users", problems: [.noPortal]) {
      page in
      guard let signedIn = page.signedIn else {
        return page.redirect(
          to: PageRequest.path("/sign-in", ["return": page.request.pathWithQuery(path)]),
          notice: page.hasInvalidSession ? "notice.session-over" : "notice.sign-in-needed")
      }
      guard !page.accounts.sessions.lacksSecondFactor(signedIn) else {
        return page.redirect(
          to: AccountSection.security.path, notice: "notice.second-factor-needed")
      }
      return try page.portal()
    }
  }
}

extension EndpointRequest {
  /// The requested URL as a path with its query, for the route's path pattern.
  fileprivate func pathWithQuery(_ pattern: String) -> String {
    let parts = pattern.split(separator: "/").map { part in
      part.hasPrefix("{")
        ? QueryString.percentEncoded(path(String(part.dropFirst().dropLast()))) : "\(part)"
    }
    return PageRequest.path("/" + parts.joined(separator: "/"), query)
  }
}

extension PageRequest {
  /// The portal's page.
  ///
  /// - Throws: `no-portal` if the server was built without it.
  mutating func portal() throws(Problem) -> EndpointResponse {
    guard let response = portalPage() else {
      throw Problem(
        .noPortal,
        "This server was built without the portal. Run `make portal`, then build the server again; "
          + "or start it with `--portal Portal/.build/files`.")
    }
    return response
  }

  /// Returns the portal's page; nil if the server was built without it.
  mutating func portalPage() -> EndpointResponse? {
    guard let file = request.services.portal.file(PortalFiles.pageName) else { return nil }
    return PortalPage.response(
      file, PageSettings(request.headers), notice: takeNotice(),
      publicURL: accounts.settings.publicURL, packageURL: request.services.packageURL)
  }
}
