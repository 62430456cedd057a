import ArgumentParser
import FlowStore

/// Measures concurrent callers that each append a batch once the previous one is durable.
struct AppendEvents: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Measure durable events per second.")

  @Option(help: "The store's URL; the store is not deleted afterwards.")
  var store: String
  @Option(help: "The number of concurrent callers.")
  var callers = 64
  @Option(help: "The number of events in a batch.")
  var batch = 100
  @Option(help: "The duration in seconds.")
  var seconds = 10

  func run() async throws {
    let store = try await Stores.open(store)
    let traffic = Traffic(batchSize: batch)
    try await traffic.prepare(store)
    let runID = String(UInt32.random(in: .min ... .max), radix: 16)
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + .seconds(seconds)
    let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
      for caller in 0..<callers {
        group.addTask {
          var times: [Duration] = []
          let template = traffic.batch("\(runID)-\(caller)")
          while clock.now < end {
            let batch = EventBatch(
              application: template.application, environment: template.environment,
              key: "\(runID)-\(caller)-\(times.count)", count: template.count,
              body: template.body, received: 1, uses: template.uses)
            let sent = clock.now
            _ = try await store.append([batch])
            times.append(clock.now - sent)
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let elapsed = clock.now - start
    try await store.close()
    print(
      Measurement(
        calls: "batches", times: times, elapsed: elapsed, unitsPerCall: batch,
        unit: "events"))
  }
}
