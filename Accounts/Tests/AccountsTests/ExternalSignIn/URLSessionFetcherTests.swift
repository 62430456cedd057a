import Accounts
import Foundation
import Testing

/// Tests against a misbehaving service on loopback.
@Suite(.serialized)
struct URLSessionFetcherTests {
  private func fetch(
    _ path: String, limit: Int = 65536, timeout: Int = 10
  ) async throws -> FetchedResponse {
    let configuration = try IdentityProviders.shared.get().configuration
    return try await URLSessionFetcher(timeout: timeout).fetch(
      FetchRequest(url: configuration.hostile + path, limit: limit))
  }

  private func redirectTargetRequests() async throws -> Double? {
    StrictJSON(try await fetch("/seen").body)?["reached"]?.number
  }

  private static let openFiles = "/proc/self/fd"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: openFiles)), .timeLimit(.minutes(5)))
  func `fetchers open no files before their first request, and leak none`() async throws {
    func count() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: Self.openFiles).count
    }
    let configuration = try IdentityProviders.shared.get().configuration
    let before = try count()
    // Other tests open files in the meantime, but never as many.
    let idle = (0..<1000).map { _ in URLSessionFetcher() }
    #expect(try count() < before + 1000)
    withExtendedLifetime(idle) {}
    for _ in 0..<300 {
      let fetcher = URLSessionFetcher()
      _ = try await fetcher.fetch(FetchRequest(url: configuration.hostile + "/plain", limit: 1000))
    }
    while try count() >= before + 300 { await Task.yield() }
  }

  @Test func `a response has its status and its bytes`() async throws {
    let response = try await fetch("/plain")
    #expect(response.status == 200)
    #expect(StrictJSON(response.body)?["plain"] == .bool(true))
    #expect(try await fetch("/nowhere").status == 404)
  }

  @Test func `a redirect is a response, and is not followed`() async throws {
    let before = try await redirectTargetRequests()
    #expect(try await fetch("/redirect").status == 302)
    #expect(try await redirectTargetRequests() == before)
  }

  @Test func `cookies are not stored`() async throws {
    let configuration = try IdentityProviders.shared.get().configuration
    let fetcher = URLSessionFetcher()
    for _ in 0..<3 {
      _ = try await fetcher.fetch(FetchRequest(url: configuration.hostile + "/plain", limit: 1000))
    }
    let seen = StrictJSON(try await fetch("/seen").body)
    #expect(seen?["cookies"] == .array([]))
  }

  @Test(arguments: ["/large", "/bomb"])
  func `a response that exceeds its limit is aborted`(path: String) async throws {
    await #expect(throws: FetchFailure("The response is too large.")) {
      try await fetch(path)
    }
  }

  @Test func `a response that never ends is aborted`() async throws {
    await #expect(throws: FetchFailure("No response within 1 s.")) {
      try await fetch("/drip", timeout: 1)
    }
  }

  @Test func `a refused connection is an error whose message has no URL`() async throws {
    let failure = await #expect(throws: FetchFailure.self) {
      try await URLSessionFetcher().fetch(
        FetchRequest(url: "http://127.0.0.1:1/secret", limit: 10))
    }
    #expect(failure?.message.contains("secret") == false)
  }

  @Test(arguments: [
    "http://example.com/", "ftp://127.0.0.1/", "file:///etc/passwd",
    "http://127.0.0.1.evil.example/",
    "http://localhost@evil.example/", "http://[::2]/", "", "//127.0.0.1/",
  ])
  func `only https requests leave this machine`(url: String) async throws {
    let failure = FetchFailure("The URL is invalid, or it is plain HTTP to another machine.")
    await #expect(throws: failure) {
      try await URLSessionFetcher().fetch(FetchRequest(url: url, limit: 10))
    }
  }
}
