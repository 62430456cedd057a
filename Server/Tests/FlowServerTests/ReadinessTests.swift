import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The responses to probes, and their cost.
@Suite struct ReadinessTests {
  @Test func `probes write nothing, however many arrive`() async throws {
    let site = try await Site()
    let commits = await site.store.status().commits.count
    for path in ["/healthz", "/livez", "/readyz", "/readyz/writes"] {
      for _ in 0..<20 {
        #expect(try await site.send(.get, path, as: .anonymous).status == 200)
        site.clock.advance(by: 1)
      }
    }
    #expect(await site.store.status().commits.count == commits)
  }

  @Test func `a damaged store is not ready to read or write, but the process is alive`()
    async throws
  {
    let site = try await Site(store: FailingStore(StoreError(.damaged, "torn")))
    #expect(try await site.send(.get, "/livez", as: .anonymous).status == 200)
    for path in ["/readyz", "/readyz/writes"] {
      #expect(try await site.send(.get, path, as: .anonymous).code == "store-unavailable")
    }
  }
}
