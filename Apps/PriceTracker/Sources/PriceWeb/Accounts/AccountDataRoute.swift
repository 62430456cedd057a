import HTTPTypes
import Hummingbird
import NIOCore
import PriceService

/// The download of everything that is stored about the signed-in user.
struct AccountDataRoute: Sendable {
  static let path = "/account/data"

  let site: PriceSite

  func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get(RouterPath(Self.path)) { request, _ in
      let caller = try await site.visitors.caller(request.headers)
      guard caller.session != nil else { return SitePage.redirect("/prices/login") }
      let document = try await site.service.exportDocument(by: caller)
      var headers: HTTPFields = [
        .contentType: "application/json", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"price-tracker.json\"",
        .xContentTypeOptions: "nosniff",
      ]
      // No other site may embed it.
      headers[.crossOriginResourcePolicy] = "same-origin"
      return Response(
        status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: document)))
    }
  }
}
