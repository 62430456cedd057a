import FlowCore
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore

extension FlowHost {
  /// Adds the routes of all flows to a router.
  ///
  /// These are `/FLOW`, `/FLOW/STEP`, `/FLOW/SUBFLOW/STEP` and the host's own files, each below the
  /// path in the settings. Literal routes of the application, such as `/about`, take precedence.
  /// Add middleware that reads or limits bodies after calling this, or the host's own limits have
  /// no effect.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    let root = settings.path
    router.get("\(root)/\(Self.filesComponent)/:file") { [self] request, context in
      file(context.parameters.get("file") ?? "")
    }
    router.get("\(root)/\(Self.filesComponent)/pictures/:digest") { [self] _, context in
      await picture(context.parameters.get("digest") ?? "")
    }
    router.get("\(root)/\(Self.filesComponent)/changes") { [self] request, _ in
      changes.response(
        to: visitor(request)?.pseudonym,
        showing: request.headers[.lastEventID] ?? request.uri.queryParameters.get("at"))
    }
    for suffix in ["", "/:step", "/:step/:inner"] {
      let path = RouterPath("\(root)/:flow\(suffix)")
      router.get(path) { [self] request, context in
        await response(to: request, context.parameters, isForm: false)
      }
      router.post(path) { [self] request, context in
        await response(to: request, context.parameters, isForm: true)
      }
    }
  }

  /// Responds to a request; in case of a failure, with a page that explains what to do.
  private func response(
    to request: Request, _ parameters: Parameters, isForm: Bool
  ) async -> Response {
    let names = ["flow", "step", "inner"].compactMap { parameters.get($0) }
      .compactMap { FlowAddress.decoded($0) }
    let flow = names.first ?? ""
    do throws(WebFailure) {
      guard isForm else {
        let visitRequest = try await visitRequest(
          for: request, flow: flow, components: Array(names.dropFirst()))
        return response(try await page(visitRequest))
      }
      let form = try await form(request)
      let visitRequest = try await visitRequest(
        for: request, flow: flow, components: Array(names.dropFirst()))
      let reply = try await reply(to: visitRequest, form)
      return response(reply, isPatch: visitRequest.acceptsPatch)
    } catch {
      return response(to: error, request, flow)
    }
  }

  private func reply(to request: VisitRequest, _ form: FormBody) async throws(WebFailure)
    -> PageResponse
  {
    if form.first("restart") != nil { return try await restart(request) }
    return try await press(request, form)
  }

  /// Reads a submitted form; throws unless it was sent from one of this host's pages.
  private func form(_ request: Request) async throws(WebFailure) -> FormBody {
    let sender = RequestOrigin.check(
      request.headers, host: request.head.authority, origin: settings.origin)
    guard sender != .crossOrigin else { throw WebFailure(.crossOrigin) }
    let bytes: [UInt8]
    do throws(BodyReader.Failure) {
      bytes = try await BodyReader.read(
        request, atMost: FormBody.maximumBytes, within: settings.bodyTimeout)
    } catch {
      switch error {
      case .tooLarge: throw WebFailure(.tooLarge)
      case .timedOut: throw WebFailure(.timedOut)
      case .disconnected: throw WebFailure(.invalidForm)
      }
    }
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("application/x-www-form-urlencoded"),
      let form = FormBody(bytes)
    else { throw WebFailure(.invalidForm) }
    // A restart has no sealed state, so only the browser's headers show which page sent the form.
    guard sender == .sameOrigin || form.first("restart") == nil else {
      throw WebFailure(.crossOrigin)
    }
    return form
  }

  // MARK: Responses

  func response(_ page: PageResponse, isPatch: Bool = false) -> Response {
    var headers = isPatch ? patchHeaders : pageHeaders
    for cookie in page.cookies + page.senderOnlyCookies {
      headers.append(HTTPField(name: .setCookie, value: cookie))
    }
    if isPatch {
      let patch = page.patch ?? ["to": .string(page.location ?? "")]
      return Response(
        status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: patch.utf8())))
    }
    if let location = page.location { headers[.location] = location }
    if let refresh = page.refresh { headers[.refresh] = refresh }
    return Response(
      status: .init(code: page.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: page.body)))
  }

  private var patchHeaders: HTTPFields {
    [
      .contentType: ScreenPatch.type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
  }

  func response(to failure: WebFailure, _ request: Request, _ flow: Name) -> Response {
    if failure.kind == .internalError {
      settings.logger.error(
        "A page could not be rendered.", metadata: ["cause": .string(failure.cause)])
    }
    let release = releases.current
    let flows = release.release.flowIDs
    // The first flow is the one that a visitor starts with.
    let target = flows.contains(flow) ? flow : flows.first ?? flow
    let page = MessagePage(
      failure, language: language(for: request), action: address(target, .start), host: self)
    var failed = PageResponse(status: failure.status, body: page.html)
    if failure.kind == .inProgress { failed.refresh = "1" }
    var response = response(failed)
    if failure.kind == .rateLimited { response.headers[.retryAfter] = "1" }
    // An unread body must not be parsed as the next request.
    if failure.kind == .tooLarge || failure.kind == .timedOut {
      response.headers[.connection] = "close"
    }
    return response
  }

  private var pageHeaders: HTTPFields {
    let hosts = settings.mediaHosts.map { " " + Self.source($0) }.joined()
    let manifest = settings.webManifest == nil ? "" : " manifest-src 'self';"
    let targets = settings.allowedHosts.map { " https://" + $0 }.joined()
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
      // NB: browsers apply `form-action` also to redirects after a form submission.
      .contentSecurityPolicy:
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';\(manifest)"
        + " img-src 'self'\(hosts); media-src 'self'\(hosts); form-action 'self'\(targets);"
        + " base-uri 'none'; frame-ancestors 'none'",
      // NB: with `no-referrer`, browsers would send forms with `Origin: null`.
      .referrerPolicy: "same-origin",
      .crossOriginOpenerPolicy: "same-origin",
    ]
    headers[.xContentTypeOptions] = "nosniff"
    return headers
  }

  /// Returns a media host as a source in the page's content security policy.
  private static func source(_ host: String) -> String {
    RequestOrigin.isLoopbackOrigin(host) ? host : "https://" + host
  }

  private func file(_ name: String) -> Response {
    let themes = releases.themes
    guard let file = (WebFiles.all + themes).first(where: { $0.name == name }) else {
      return Response(status: .notFound)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: file.type, .cacheControl: "public, max-age=31536000, immutable",
        .xContentTypeOptions: "nosniff", .crossOriginResourcePolicy: "same-origin",
      ], body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }
}

extension HTTPField.Name {
  static let refresh = Self("Refresh") ?? .via
  static let lastEventID = Self("Last-Event-ID") ?? .via
}
