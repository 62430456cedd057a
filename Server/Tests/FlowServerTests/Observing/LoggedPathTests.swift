import Accounts
import FlowServer
import HTTPTypes
import Testing

/// A secret that someone puts into a path is not logged.
@Suite struct LoggedPathTests {
  private static let id = "0123456789abcdef"
  // With a letter of each case and a digit, which nearly every secret has.
  private static let secret: String = "aB3" + SecretToken().string.dropFirst(3)

  private static func hex(_ byte: UInt8) -> String { String(byte, radix: 16) }

  static let secretPaths = [
    "/v1/tokens/fm_\(id)_\(secret)", "/v1/tokens/fm_\(id)_\(secret)x",
    "/v1/tokens/fm_\(id)_\(secret.prefix(40))", "/v1/tokens/fm%5F\(id)%5F\(secret)",
    "/v1/apps/fm_\(id)_\(secret)/draft", "/v1/tokens/\(secret)",
    "/v1/organizations/acme/invitations/http%3A%2F%2Ftest%2Finvitation%3Flink%3D\(secret)",
    "/v1/tokens/fm_\(id)_%" + hex(secret.utf8.first ?? 0) + secret.dropFirst(),
    "/v1/tokens/Bearer%20eyJhbGciOiJFZERTQSJ9.eyJzdWIi.\(secret)",
    "/account/reset/\(secret)/", "/v1/tokens/eyJhbGciOiJFZERTQSJ9.eyJzdWIi.\(secret.prefix(40))",
    "/v1/tokens/\(secret.prefix(40))", "/v1/tokens/\(secret.prefix(40))-\(secret.suffix(3))",
    "/v1/tokens/\(secret.prefix(23))", "/v1/tokens/fm%255F\(id)%255F\(secret.prefix(30))",
    "/v1/tokens/\(secret.prefix(20))%zz\(secret.dropFirst(20))",
  ]

  @Test(arguments: secretPaths)
  func `a secret in a path is replaced`(path: String) {
    let logged = LoggedPath.masked(path)
    #expect(!logged.contains(Self.secret.dropFirst(5).prefix(8)))
    #expect(logged.contains("***"))
    #expect(logged.split(separator: "/").count == path.split(separator: "/").count)
  }

  @Test(arguments: [[22], [21], [12], [30], [14, 14], [8, 16, 11]])
  func `a secret with slashes in it is replaced`(lengths: [Int]) {
    var remaining = "aB3xY7kQ2mZ9pL4rT6vW8nC1dF5gH0jK3sM7uP2bX4y"[...]
    var parts: [Substring] = []
    for length in lengths {
      parts.append(remaining.prefix(length))
      remaining = remaining.dropFirst(length)
    }
    parts.append(remaining)
    let masked = ["", "v1", "tokens"] + parts.map { _ in "***" }
    #expect(
      LoggedPath.masked("/v1/tokens/" + parts.joined(separator: "/"))
        == masked.joined(separator: "/"))
    // With a percent-encoded letter in the last part.
    #expect(
      LoggedPath.masked(
        "/v1/tokens/" + parts.dropLast().joined(separator: "/") + "/%41\(remaining)")
        == masked.joined(separator: "/"))
  }

  static let otherPaths = [
    "", "/", "//", "/v1/apps/shop/environments/production/releases/12",
    "/v1/apps/shop/sdk-keys/pk_0123456789abcdefABCDEF", "/v1/tokens/0123456789abcdef",
    "/v1/organizations/acme/members/p_0123456789abcdef",
    "/v1/assets/" + String(repeating: "0123456789abcdef", count: 4),
    "/v1/apps/shop/screens/Gr%C3%BC%C3%9Fe_in_fm_and_elsewhere/snapshot",
    "/v1/apps/a-long-name-of-an-application-that-is-no-secret-at-all/draft",
    "/v1/apps/iPhone15ProMax/environments/Production2/builds/1.2.3", "/v1/tokens/aB3xY7kQ2mZ9pL4r",
    "/v1/apps/PriceTrackerForIPad/CheckoutScreenTwo", "/v1/keys/0123456789abcdef/0123456789abcdef",
  ]

  @Test(arguments: otherPaths)
  func `a path without a secret is logged unchanged`(path: String) {
    #expect(LoggedPath.masked(path) == path)
  }

  @Test func `a segment that contains a secret is replaced as a whole`() {
    #expect(LoggedPath.masked("/account/reset/for-\(Self.secret)-x/1") == "/account/reset/***/1")
  }

  @Test func `the id of an SDK key remains, and what follows it is replaced`() {
    let path = LoggedPath.masked("/v1/keys/pk_0123456789abcdefABCDEF.\(Self.secret)")
    #expect(path == "/v1/keys/pk_0123456789abcdefABCDEF.***")
  }

  @Test func `the id of a token remains, so that it can be revoked`() {
    let path = LoggedPath.masked("/v1/tokens/fm_\(Self.id)_\(Self.secret)")
    #expect(path == "/v1/tokens/fm_\(Self.id)_***")
  }

  @Test func `a full token in place of its id is not in the log`() async throws {
    let log = CapturedLog()
    let site = try await Site(logger: log.logger)
    let token = try await site.addToken("acme", .read)
    #expect(try await site.send(.delete, "/v1/tokens/\(token)").status == 404)
    #expect(log.text.contains("DELETE /v1/tokens/fm_"))
    #expect(!log.text.contains(token.suffix(SecretToken.length)))
  }
}
