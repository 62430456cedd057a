import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct EventIntervalTests {
  private func answer(_ exchange: InMemoryExchange, _ body: String) {
    exchange.answer(TransportResponse(status: 202, body: Array(body.utf8)))
  }

  @Test func `outside production the first events go after a second`() async throws {
    var bench = try QueueBench()
    bench.configuration = EventQueueConfiguration(
      server: bench.configuration.server, application: "shop", environment: "development",
      key: bench.configuration.key, directory: bench.folder.url)
    let queue = bench.queue()

    queue.record(.named(1))
    #expect(try await bench.clock.nextSleep() == .seconds(1))
    bench.clock.advance(by: .seconds(1))

    #expect(try await bench.transport.nextExchange().eventNames == ["e1"])
  }

  @Test func `each environment's events wait in a folder of their own`() {
    let folders = ["production", "staging", "development"].map {
      EventQueueConfiguration.directory(of: "shop", environment: Name($0)).path
    }
    #expect(Set(folders).count == 3)
    #expect(folders[0] == EventQueueConfiguration.directory(of: "shop").path)
    #expect(folders[0].hasSuffix("FlowMagic/shop/events"))
  }

  @Test func `the server says how long the next events wait`() async throws {
    let bench = try QueueBench()
    let queue = bench.queue()
    queue.record(.named(1))
    _ = try await bench.clock.nextSleep { $0 == .seconds(30) }
    bench.clock.advance(by: .seconds(30))
    answer(try await bench.transport.nextExchange(), #"{"accepted":1,"interval":1}"#)
    await queue.flush()

    queue.record(.named(2))
    #expect(try await bench.clock.nextSleep() == .seconds(1))
    bench.clock.advance(by: .seconds(1))

    #expect(try await bench.transport.nextExchange().eventNames == ["e2"])
  }

  @Test func `a wait that is under way when the answer comes is shortened too`() async throws {
    let bench = try QueueBench()
    let queue = bench.queue()
    queue.record(.named(1))
    #expect(try await bench.clock.nextSleep() == .seconds(30))
    async let flush: Void = queue.flush()
    let first = try await bench.transport.nextExchange()

    answer(first, #"{"accepted":1,"interval":1}"#)
    await flush
    queue.record(.named(2))
    #expect(try await bench.clock.nextSleep() == .seconds(1))
    bench.clock.advance(by: .seconds(1))

    #expect(try await bench.transport.nextExchange().eventNames == ["e2"])
  }

  @Test(arguments: [
    ("0", 1), ("-5", 1), ("1", 1), ("7", 7), ("300", 300), ("1e300", 300), ("86400", 300),
  ])
  func `what a server asks for is held between a second and five minutes`(
    asked: String, seconds: Int
  ) {
    let body = Array(#"{"accepted":1,"interval":\#(asked)}"#.utf8)
    #expect(EventInterval.asked(in: body) == .seconds(seconds))
  }

  @Test(arguments: ["", "{}", "[]", #"{"interval":"1"}"#, #"{"interval":null}"#, "<html>"])
  func `an answer without an interval changes nothing`(body: String) {
    #expect(EventInterval.asked(in: Array(body.utf8)) == nil)
  }
}
