import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// The routes for presence, layout and the stream of changes of an application.
enum ChangeRoutes {
  static let all = [streamChanges, putPresence, readLayout, changeLayout]

  private static let layoutPath = "/v1/apps/{app}/layout"

  static let readLayout = Endpoint(
    "readLayout", .get, layoutPath, .applications, .scope(.read),
    "The positions of steps on the canvas",
    detail: "Contains the steps that were moved; the layout is shared by the team.",
    responses: [ResponseDeclaration(200, "The positions by flow and step.", .layout)]
  ) { request in .json(try await LayoutService(request).current()) }

  static let changeLayout = Endpoint(
    "changeLayout", .patch, layoutPath, .applications, .scope(.draft),
    "Moves steps on the canvas",
    detail: "A merge patch: `null` removes a position or the layout of a flow. The last writer "
      + "wins. The layout is not audited and not part of the draft.",
    parameters: [.pageClient],
    body: RequestBodyDeclaration(.layoutChange, limit: LayoutService.bodyLimit),
    responses: [ResponseDeclaration(200, "The layouts of the changed flows.", .layout)],
    problems: [.tooManyDocuments]
  ) { request in .json(try await LayoutService(request).change()) }

  static let streamChanges = Endpoint(
    "streamChanges", .get, "/v1/apps/{app}/changes", .applications, .scope(.read),
    "The stream of changes in the application",
    detail: "Server-sent events with JSON objects: first the current state, then `ready`, then "
      + "changes. A comment is sent at least every 15 seconds. The stream is closed within a second"
      + " after access is revoked, and within ten after it expires.",
    parameters: [
      Parameter(
        "client", format: .pattern(EndpointRequest.pagePattern),
        "An id that the page chooses; required to be shown to other members.")
    ],
    responses: [
      ResponseDeclaration(
        200, "The stream.", .changeStream, contentType: "text/event-stream",
        headers: [.cacheControl])
    ],
    problems: [.tooManyStreams]
  ) { request in try await stream(request) }

  private static func stream(_ request: EndpointRequest) async throws -> EndpointResponse {
    // NB: subscribe first, so that no change is lost between the initial state and the first event.
    let subscription = try request.services.changes.subscribe(
      to: request.applicationID, of: try request.organization, principal: try request.readerID,
      isServiceAccount: request.principal.isServiceAccount, from: request.network,
      page: try request.page())
    let state = try await ChangeState(request.services, request.applicationID).events()
    var response = EndpointResponse(
      200, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"])
    response.stream =
      ChangeStream(
        request, subscription: subscription, state: state,
        access: AccessRecheck(request, streamChanges)
      ).body
    return response
  }

  static let putPresence = Endpoint(
    "putPresence", .put, "/v1/apps/{app}/presence", .applications, .scope(.read),
    "Reports the presence of a page",
    detail: "Shown to other members while the page's stream of changes is open. Only for users: "
      + "tokens are refused.",
    body: RequestBodyDeclaration(.presence),
    responses: [ResponseDeclaration(204, "The presence was recorded.")], problems: [.notFound]
  ) { request in
    guard case .user(let user) = request.principal else {
      throw Problem(.notAllowed, "This requires a signed-in user, not an API token.")
    }
    let (client, location) = try PresenceReader.read(try request.object())
    let hasOpenStream = request.services.changes.move(
      user: user.authenticatedSession.user.id, client: client, to: location,
      in: request.applicationID)
    guard hasOpenStream else {
      throw Problem(
        .notFound, "The page has no stream open: open `/changes?client=\(client)` first.")
    }
    return .noContent
  }
}

/// Reads the location that a page reports.
private enum PresenceReader {
  static func read(
    _ object: JSONView
  ) throws -> (client: String, location: ApplicationChanges.PageLocation) {
    let client = try object.requiredString("client")
    guard EndpointRequest.isPageID(client) else {
      throw Problem.malformedBody("`client` must have 8 to 40 letters and digits.")
    }
    let views = ApplicationChanges.PageLocation.View.allCases.map(\.rawValue)
    let view = ApplicationChanges.PageLocation.View(rawValue: try object.requiredString("view"))
    guard let view else {
      throw Problem.malformedBody("`view` must be one of " + views.joined(separator: ", ") + ".")
    }
    let location = ApplicationChanges.PageLocation(
      view: view, flow: try object.optionalText("flow", limit: 500),
      step: try object.optionalText("step", limit: 500),
      isEditing: try object.optionalBool("editing") ?? false)
    return (client, location)
  }
}

extension EndpointRequest {
  /// The pattern of the id that a page chooses: 8 to 40 letters and digits.
  static let pagePattern = "^[A-Za-z0-9]{8,40}$"

  static func isPageID(_ text: String) -> Bool {
    (8...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      }
  }

  /// The page that sent a change, so that it can recognize its own events; nil if not given.
  var pageID: String? {
    get throws(Problem) {
      guard let text = headers[.pageClient] else { return nil }
      guard Self.isPageID(text) else {
        throw Problem(.invalidParameter, "`X-Client` must have 8 to 40 letters and digits.")
      }
      return text
    }
  }

  /// The id of the stream's reader, for counting its streams.
  ///
  /// A user can create many tokens, so their streams are counted together with those of the user's
  /// sessions. Only owners create tokens of service accounts, and each is counted separately.
  var readerID: String {
    get throws(Problem) {
      guard let id = principal.callerID else {
        throw Problem.needsTokenOrUser
      }
      return id
    }
  }

  /// The page that opens a stream, as others see it; nil for programs and for pages without an id.
  fileprivate func page() throws(Problem) -> ApplicationChanges.Page? {
    guard let client = query["client"] else { return nil }
    guard Self.isPageID(client) else {
      throw Problem(.invalidParameter, "`client` must have 8 to 40 letters and digits.")
    }
    guard case .user(let caller) = principal else { return nil }
    let user = caller.authenticatedSession.user
    return ApplicationChanges.Page(
      user: user.id, client: client, name: user.name, email: user.email, since: now)
  }
}

extension Parameter {
  /// The page that sends a change.
  static let pageClient = Parameter(
    "X-Client", in: .header, format: .pattern(EndpointRequest.pagePattern),
    "The id that the page chooses; the stream of changes repeats it, so that the page recognizes "
      + "its own changes.")
}

extension HTTPField.Name {
  // NB: never nil, because the name is a token of RFC 9110, but the initializer is failable.
  static let pageClient = Self("X-Client") ?? .via
}
