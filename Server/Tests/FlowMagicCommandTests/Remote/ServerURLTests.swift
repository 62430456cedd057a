import Testing
import flowmagic

@Suite struct ServerURLTests {
  @Test func `only requests over HTTP to another machine are unencrypted`() throws {
    for url in [
      "http://127.0.0.1:8080", "http://127.8.8.8", "http://localhost", "http://[::1]:8080",
      "https://flows.example.com",
    ] {
      #expect(try !ServerURL(url).isUnencrypted, "\(url)")
    }
    for url in ["http://flows.example.com", "http://127.example.com", "http://10.0.0.1"] {
      #expect(try ServerURL(url).isUnencrypted, "\(url)")
    }
  }
}
