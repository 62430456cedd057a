import FlowCore
import FlowMagic
import FlowMagicWeb
import Testing

/// The parameters for following a server; `test_web_releases.py` tests it with a real one.
@Suite struct ReleaseUpdatesTests {
  // NB: a key in the format of real ones, which no server has.
  private let key = "pk_0123456789abcdefABCDEF.11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

  private func requestUpdates(
    _ server: String = "https://flows.example.com", key: String? = nil,
    application: Name? = "shop", named: Name? = nil
  ) throws {
    var document = try Documents.signUp()
    document.application = named
    let host = try FlowHost(document, settings: Site.settings())
    _ = try host.updates(
      from: server, key: key ?? self.key, of: document, application: application,
      cache: NoCache())
  }

  private struct NoCache: ReleaseCache {
    func read() -> CacheContents { CacheContents() }
    func write(_ entry: CacheEntry) {}
  }

  @Test func `an application must be passed or named by the document`() throws {
    try requestUpdates()
    try requestUpdates(application: nil, named: "shop")
    #expect { try requestUpdates(application: nil) } throws: { error in
      (error as? WebHostError)?.code == .invalidServer
    }
  }

  @Test(arguments: ["flows.example.com", "ftp://flows.example.com", "https://", ""])
  func `an invalid server URL is rejected`(_ server: String) throws {
    #expect { try requestUpdates(server) } throws: { error in
      (error as? WebHostError)?.message.contains("https://flows.example.com") == true
    }
  }

  @Test func `a key that is not an SDK key is rejected`() throws {
    #expect { try requestUpdates(key: "secret") } throws: { error in
      (error as? FlowMagicError)?.code == .invalidSDKKey
    }
  }
}
