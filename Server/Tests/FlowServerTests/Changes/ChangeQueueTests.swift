import FlowCore
import FlowServer
import Testing

/// The queue of a reader that does not read.
@Suite struct ChangeQueueTests {
  private func subscription(_ site: Site) throws -> ChangeSubscription {
    try site.services.changes.subscribe(to: "shop", of: "acme", principal: "someone", page: nil)
  }

  @Test func `one event of each state is queued, in the order of its latest arrival`()
    async throws
  {
    let site = try await Site()
    let subscription = try subscription(site)
    for number in 1...2000 {
      for environment in ["staging", "production"] {
        site.services.changes.publish(
          ChangeEvent(.release, of: environment, ["number": .number(JSONNumber(number))]),
          to: "shop")
      }
    }
    site.services.changes.publish(ChangeEvent(.draft, ["revision": 7]), to: "shop")
    site.services.changes.publish(
      ChangeEvent(.release, of: "staging", ["number": 2001]), to: "shop")
    let delivery = subscription.queue.drain()
    #expect(delivery.events.map(\.type) == [.release, .draft, .release])
    #expect(!delivery.hasOverflowed)
    #expect(subscription.queue.drain().events.isEmpty)
  }

  @Test func `every incremental event is queued, and too many end the stream`() async throws {
    let site = try await Site()
    let subscription = try subscription(site)
    for _ in 1...1024 {
      site.services.changes.publish(.incremental(.layout, ["flows": [:]]), to: "shop")
    }
    #expect(subscription.queue.drain().events.count == 1024)
    for _ in 1...1025 {
      site.services.changes.publish(.incremental(.layout, ["flows": [:]]), to: "shop")
    }
    let delivery = subscription.queue.drain()
    #expect(delivery.events.isEmpty)
    #expect(delivery.hasOverflowed)
    site.services.changes.publish(.incremental(.layout, ["flows": [:]]), to: "shop")
    #expect(subscription.queue.drain().events.isEmpty, "the reader must subscribe again")
  }

  @Test func `incremental events that are too large together end the stream`() async throws {
    let site = try await Site()
    let subscription = try subscription(site)
    let large = JSON.string(String(repeating: "x", count: 1 << 20))
    for _ in 1...8 { site.services.changes.publish(.incremental(.layout, large), to: "shop") }
    #expect(subscription.queue.drain().hasOverflowed)
  }
}
