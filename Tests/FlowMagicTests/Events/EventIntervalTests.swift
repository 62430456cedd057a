import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventIntervalTests {
  private func respond(_ exchange: InMemoryExchange, _ body: String) {
    exchange.respond(TransportResponse(status: 202, body: Array(body.utf8)))
  }

  @Test func `outside of production, the first events are sent after a second`() async throws {
    var fixture = try QueueFixture()
    fixture.configuration = EventQueueConfiguration(
      server: fixture.configuration.server, application: "shop", environment: "development",
      key: fixture.configuration.key, directory: fixture.folder.url)
    let queue = fixture.queue()

    queue.record(.numbered(1))
    #expect(try await fixture.clock.nextSleep() == .seconds(1))
    fixture.clock.advance(by: .seconds(1))

    #expect(try await fixture.transport.nextExchange().eventNames == ["e1"])
  }

  @Test func `each environment has its own folder for events`() {
    let folders = ["production", "staging", "development"].map {
      EventQueueConfiguration.directory(of: "shop", environment: Name($0)).path
    }
    #expect(Set(folders).count == 3)
    #expect(folders[0] == EventQueueConfiguration.directory(of: "shop").path)
    #expect(folders[0].hasSuffix("FlowMagic/shop/events"))
  }

  @Test func `the server sets the interval of the next batch`() async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    queue.record(.numbered(1))
    _ = try await fixture.clock.nextSleep { $0 == .seconds(30) }
    fixture.clock.advance(by: .seconds(30))
    respond(try await fixture.transport.nextExchange(), #"{"accepted":1,"interval":1}"#)
    await queue.flush()

    queue.record(.numbered(2))
    #expect(try await fixture.clock.nextSleep() == .seconds(1))
    fixture.clock.advance(by: .seconds(1))

    #expect(try await fixture.transport.nextExchange().eventNames == ["e2"])
  }

  @Test func `a shorter interval from the server also applies to a running timer`() async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    queue.record(.numbered(1))
    #expect(try await fixture.clock.nextSleep() == .seconds(30))
    async let flush: Void = queue.flush()
    let first = try await fixture.transport.nextExchange()

    respond(first, #"{"accepted":1,"interval":1}"#)
    await flush
    queue.record(.numbered(2))
    #expect(try await fixture.clock.nextSleep() == .seconds(1))
    fixture.clock.advance(by: .seconds(1))

    #expect(try await fixture.transport.nextExchange().eventNames == ["e2"])
  }

  @Test(arguments: [
    ("0", 1), ("-5", 1), ("1", 1), ("7", 7), ("300", 300), ("1e300", 300), ("86400", 300),
  ])
  func `the server's interval is clamped between a second and five minutes`(
    requested: String, seconds: Int
  ) {
    let body = Array(#"{"accepted":1,"interval":\#(requested)}"#.utf8)
    #expect(EventInterval.requested(in: body) == .seconds(seconds))
  }

  @Test(arguments: ["", "{}", "[]", #"{"interval":"1"}"#, #"{"interval":null}"#, "<html>"])
  func `a response without a valid interval requests none`(body: String) {
    #expect(EventInterval.requested(in: Array(body.utf8)) == nil)
  }
}
