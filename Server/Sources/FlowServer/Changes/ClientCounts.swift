import FlowCore
import FlowStore

/// How many clients have which release.
struct ClientCounts: Sendable {
  let store: any FlowStore
  let hub: ReleaseHub

  /// What was so the last time, to tell only what changed.
  struct Seen: Sendable {
    /// What the delivery counts anyway: as long as it stands still, nobody came, went or caught up.
    var movement: [Int]
    var clients: [String: [Int: Int]]
  }

  /// One event for each environment.
  func events(of application: String) async throws(StoreError) -> [ChangeEvent] {
    var events: [ChangeEvent] = []
    for environment in try await store.environments(of: application).map(\.name) {
      let clients = await hub.clientsByRelease(application: application, environment: environment)
      events.append(Self.event(environment, clients))
    }
    return events
  }

  /// Events for the environments in which something is otherwise than the last time.
  ///
  /// All of them the first time. What cannot be read is looked at again the next time.
  func changes(of application: String, since last: inout Seen?) async -> [ChangeEvent] {
    let counts = hub.counts
    let movement = [counts.streams, counts.streamsOpened, counts.eventsSent]
    guard movement != last?.movement else { return [] }
    guard let environments = try? await store.environments(of: application) else { return [] }
    var seen = Seen(movement: movement, clients: [:])
    var events: [ChangeEvent] = []
    for name in environments.map(\.name) {
      let clients = await hub.clientsByRelease(application: application, environment: name)
      seen.clients[name] = clients
      if clients != last?.clients[name] { events.append(Self.event(name, clients)) }
    }
    last = seen
    return events
  }

  private static func event(_ environment: String, _ clients: [Int: Int]) -> ChangeEvent {
    ChangeEvent(.clients, of: environment, json(environment, clients))
  }

  /// `{"environment", "total", "releases"}`, the newest release first; who waits for the first one
  /// counts in `total` alone.
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
