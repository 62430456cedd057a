import FlowServer
import Testing

/// The settings of purge requests.
@Suite struct PurgeSettingsTests {
  private static let invalid: [(String, method: String?, headers: [String])] = [
    ("", nil, []), ("varnish:6081{path}", nil, []), ("ftp://cache{path}", nil, []),
    ("https://user:secret@cache{path}", nil, []), ("https://cache/{key}", nil, []),
    ("https://cache/{path", nil, []), ("https://cache/a b", nil, []), ("https://", nil, []),
    ("https://cache{path}#x", nil, []), ("https://cache\r\nX: y", nil, []),
    ("https://cache{path}", "purge it", []), ("https://cache{path}", "purge", []),
    ("https://cache{path}", nil, ["Fastly-Key secret"]), ("https://cache{path}", nil, [": secret"]),
    ("https://cache{path}", nil, ["Fastly-Key:"]), ("https://cache{path}", nil, ["Host: secret"]),
    ("https://cache{path}", nil, ["A B: secret"]), ("https://cache{path}", nil, ["A: secret\u{7}"]),
  ]

  @Test(arguments: invalid.indices)
  func `invalid settings are rejected, and no secret is repeated`(index: Int) {
    let (url, method, headers) = Self.invalid[index]
    do throws(PurgeSettings.Failure) {
      _ = try PurgeSettings(
        url: url, method: method, headers: headers, publicURL: "https://flows.example.com")
      Issue.record("\(url) was accepted")
    } catch {
      #expect(error.message.contains("--purge-"))
      #expect(!error.message.contains("secret"))
    }
  }

  @Test func `the URL in the log has no query`() throws {
    let settings = try PurgeSettings(
      url: "https://cache.example/purge?token=secret&url={url}",
      publicURL: "https://flows.example.com")
    #expect(settings.loggedURL == "https://cache.example/purge")
  }
}
