import ArgumentParser
import FlowStore

/// One release after the other, as one environment sees them.
struct Publishes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how many releases a second become durable.")

  @Option(help: "The store's URL; kept afterwards.")
  var store: String
  @Option(help: "How many releases.")
  var count = 500
  @Option(help: "Bytes of each document.")
  var bytes = 4096

  func run() async throws {
    let store = try await Stores.open(store)
    let traffic = Traffic()
    try await traffic.prepare(store)
    let first = try await store.nextNumber(of: Traffic.application)
    let clock = ContinuousClock()
    let start = clock.now
    var times: [Duration] = []
    for number in first..<(first + count) {
      let sent = clock.now
      try await traffic.publish(number, bodySize: bytes, to: store)
      times.append(clock.now - sent)
    }
    let spent = clock.now - start
    try await store.close()
    print(Figures(what: "releases", times: times, spent: spent, each: 1, unit: "releases"))
  }
}
