import Hummingbird
import HummingbirdTesting
import PriceService
import PriceWeb
import Testing

/// Requests of link checkers and of the scanners of mail servers.
@Suite(.timeLimit(.minutes(10))) struct HeadRequestTests {
  @Test(arguments: ["/prices/home", "/account/verify?token=x", "/docs", "/api/v1/categories"])
  func `A HEAD request has the response of GET without its body`(path: String) async throws {
    let fixture = try SiteFixture()
    defer { fixture.remove() }
    let server = PriceServer(fixture.service, channels: NoticeChannels(), port: 0)
    let app = server.application(addRoutes: { fixture.site.addRoutes(to: $0) }) { _ in }
    try await app.test(.router) { client in
      let get = try await client.execute(uri: path, method: .get)
      let head = try await client.execute(uri: path, method: .head)
      #expect(head.status == get.status && head.status.code < 400)
      #expect(head.headers[.contentType] == get.headers[.contentType])
      #expect(head.body.readableBytes == 0)
    }
  }
}
