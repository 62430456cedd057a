import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PriceDomain
import PriceService
import PriceStore

/// The routes by which the page's script turns notifications in this browser on and off.
struct DeviceRoutes: Sendable {
  let site: PriceSite

  /// A browser's push subscription, as returned by `PushSubscription.toJSON()`, and its language.
  private struct Registration: Decodable {
    struct Keys: Decodable {
      let p256dh: String
      let auth: String
    }

    let endpoint: String
    let keys: Keys
    let language: String
    /// The ID of the earlier registration that this one renews.
    let id: String?
  }

  private struct Removal: Decodable {
    let id: String
  }

  func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.post("\(SiteFiles.pathPrefix)/devices") { request, _ in
      try await respond(to: request) { (body: Registration, caller) in
        let device = try await site.service.registerDevice(
          .web(endpoint: body.endpoint, p256dh: body.keys.p256dh, auth: body.keys.auth),
          name: Self.deviceName(userAgent: request.headers[.userAgent] ?? ""),
          language: Language(page: body.language), renewing: body.id, by: caller)
        return device.id
      }
    }
    router.post("\(SiteFiles.pathPrefix)/devices/remove") { request, _ in
      try await respond(to: request) { (body: Removal, caller) in
        try await site.service.removeDevice(body.id, by: caller)
        return body.id
      }
    }
  }

  private func respond<Body: Decodable>(
    to request: Request, _ perform: (Body, Caller) async throws -> String
  ) async throws -> Response {
    guard site.isSameOrigin(request.headers) else { throw HTTPError(.forbidden) }
    let bytes = try await SitePage.body(of: request, atMost: 16 << 10)
    guard let body = try? JSONDecoder().decode(Body.self, from: Data(bytes))
    else { throw HTTPError(.badRequest) }
    do {
      let caller = try await site.visitors.caller(request.headers)
      let id = try await perform(body, caller)
      var response = Self.response(200, ["id": id])
      response.headers[.setCookie] = SiteCookies.pushDeviceCookie(
        Body.self == Removal.self ? "" : id)
      return response
    } catch {
      guard let problem = ClientProblem(error) else { throw error }
      return Self.response(problem.status, ["detail": problem.detail])
    }
  }

  private static func response(_ status: Int, _ members: [String: String]) -> Response {
    let json = (try? JSONEncoder().encode(members)) ?? Data()
    return Response(
      status: .init(code: status),
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ], body: .init(byteBuffer: ByteBuffer(bytes: json)))
  }

  /// Returns a browser's name in the list of devices.
  static func deviceName(userAgent: String) -> String {
    let browsers = [
      ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
      ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    let systems = [
      ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Mac OS", "Mac"),
      ("Windows", "Windows"), ("Linux", "Linux"),
    ]
    let browser = browsers.first { userAgent.contains($0.0) }?.1 ?? "Browser"
    return systems.first { userAgent.contains($0.0) }.map { "\(browser), \($0.1)" } ?? browser
  }
}
