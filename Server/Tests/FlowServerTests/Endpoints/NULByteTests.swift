import FlowServer
import HTTPTypes
import Testing

/// A NUL byte in a path; `Site.send` checks that the status is documented.
@Suite struct NULByteTests {
  @Test(arguments: [
    "/v1/organizations/acme/invitations/%00", "/v1/apps/shop/screens/%00/snapshot",
  ])
  func `a NUL byte where a name belongs is rejected with a documented status`(
    path: String
  ) async throws {
    let site = try await Site()
    #expect(try await site.send(.delete, path).status == 400)
  }
}
