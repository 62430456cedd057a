import ArgumentParser
import FlowStore

/// Measures publishing one release after the other.
struct PublishReleases: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publishes", abstract: "Measure durable releases per second.")

  @Option(help: "The store's URL; the store is not deleted afterwards.")
  var store: String
  @Option(help: "The number of releases.")
  var count = 500
  @Option(help: "The size of each document in bytes.")
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
    let elapsed = clock.now - start
    try await store.close()
    print(
      Measurement(
        calls: "releases", times: times, elapsed: elapsed, unitsPerCall: 1,
        unit: "releases"))
  }
}
