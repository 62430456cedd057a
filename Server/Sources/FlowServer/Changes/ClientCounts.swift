import FlowCore
import FlowStore

/// Counts clients by the release that they run.
struct ClientCounts: Sendable {
  let store: any Store
  let currentReleases: CurrentReleases

  /// The previous counts, so that only changes are published.
  struct Baseline: Sendable {
    /// The delivery counters: while they are unchanged, no client connected, left or updated.
    var deliveryCounters: [Int]
    var clients: [String: [Int: Int]]
  }

  /// Returns the counts as events, one for each environment.
  func events(of application: String) async throws(StoreError) -> [ChangeEvent] {
    var events: [ChangeEvent] = []
    for environment in try await store.environments(of: application).map(\.name) {
      let clients = await currentReleases.clientsByRelease(
        application: application, environment: environment)
      events.append(Self.event(environment, clients))
    }
    return events
  }

  /// Returns events for the environments whose counts have changed; the first time, for all.
  ///
  /// Counts that cannot be read are retried the next time.
  func changes(of application: String, since last: inout Baseline?) async -> [ChangeEvent] {
    let counts = currentReleases.counts
    let deliveryCounters = [counts.streams, counts.streamsOpened, counts.eventsSent]
    guard deliveryCounters != last?.deliveryCounters else { return [] }
    guard let environments = try? await store.environments(of: application) else { return [] }
    var baseline = Baseline(deliveryCounters: deliveryCounters, clients: [:])
    var events: [ChangeEvent] = []
    for name in environments.map(\.name) {
      let clients = await currentReleases.clientsByRelease(
        application: application, environment: name)
      baseline.clients[name] = clients
      if clients != last?.clients[name] { events.append(Self.event(name, clients)) }
    }
    last = baseline
    return events
  }

  private static func event(_ environment: String, _ clients: [Int: Int]) -> ChangeEvent {
    ChangeEvent(.clients, of: environment, json(environment, clients))
  }

  /// `{"environment", "total", "releases"}`, newest release first; clients without a release are
  /// counted in `total` only.
  static func json(_ environment: String, _ clients: [Int: Int]) -> JSON {
    let known = clients.filter { $0.key > 0 }.sorted { $0.key > $1.key }
    let releases = known.map { number, count -> JSON in
      ["number": .number(JSONNumber(number)), "clients": .number(JSONNumber(count))]
    }
    return [
      "environment": .string(environment),
      "total": .number(JSONNumber(clients.values.reduce(0, +))), "releases": .array(releases),
    ]
  }
}
