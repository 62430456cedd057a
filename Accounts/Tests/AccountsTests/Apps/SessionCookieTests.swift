import Accounts
import AccountsWeb
import HTTPTypes
import Testing

@Suite struct SessionCookieTests {
  private let cookies = SessionCookies(session: "app", device: "app-device")

  /// The headers of a browser that has received `Set-Cookie` fields.
  private func headers(_ fields: [String]) -> HTTPFields {
    [.cookie: fields.map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")]
  }

  @Test func `a browser with the cookies of a sign-in has its session and its device`()
    async throws
  {
    let fixture = try AccountsFixture()
    let session = try await fixture.user("ada@example.com")
    let sessions = fixture.accounts.sessions
    let fields = cookies.signInFields(for: session, now: fixture.clock.now)
    #expect(fields.count == 2)
    for field in fields {
      #expect(field.hasPrefix("__Host-app"))
      #expect(field.contains("; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age="))
    }
    let authenticated = try await cookies.session(headers(fields), in: sessions)
    #expect(authenticated?.user.id == session.user.id)
    #expect(
      cookies.deviceSecrets(in: headers(fields)).map(\.string)
        == session.deviceSecrets.map(\.string))

    #expect(try await cookies.session([:], in: sessions) == nil)
    #expect(try await cookies.session([.cookie: "__Host-app=unknown"], in: sessions) == nil)
    #expect(
      cookies.signOutField == "__Host-app=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0")
  }

  @Test(arguments: [
    ("__Host-app=a", "a"), ("x=1; __Host-app=a; y=2", "a"), ("__Host-app=a=b", "a=b"),
    ("__Host-app=a; __Host-app=a", "a"), ("__Host-app=a; __Host-app=b", nil),
    ("__Host-app-device=a", nil), ("__host-app=a", nil), ("__Host-app", nil), ("", nil),
  ])
  func `of cookies with the same name and different values, none counts`(
    header: String, value: String?
  ) {
    #expect(SessionCookies.value("__Host-app", in: [.cookie: header]) == value)
  }

  @Test func `at most four devices count`() {
    let tokens = (0..<6).map { _ in SecretToken() }
    let header = "__Host-app-device=" + tokens.map(\.string).joined(separator: ".")
    let devices = cookies.deviceSecrets(in: [.cookie: header])
    #expect(devices.map(\.string) == tokens.prefix(4).map(\.string))
    #expect(cookies.deviceSecrets(in: [.cookie: "__Host-app-device=..x."]).isEmpty)
  }

  @Test(
    arguments: [
      (["192.0.2.1"], "192.0.2.1"), (["192.0.2.9, 192.0.2.1"], "192.0.2.1"),
      (["192.0.2.9", "192.0.2.8,\t2001:db8::1 "], "2001:db8::1"), (["192.0.2.9, "], nil),
      ([""], nil), ([], nil),
    ] as [([String], String?)])
  func `only the entry of the proxy directly in front counts`(values: [String], address: String?)
    throws
  {
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    var headers = HTTPFields()
    headers[values: name] = values
    #expect(headers.forwardedAddress == address)
  }
}
