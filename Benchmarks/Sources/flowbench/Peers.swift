import CPeer
import FlowCore
import Foundation

/// What others do for the same job, measured in the same run.
enum Peers {
  /// Foundation's decoder on the same screen flow.
  static func foundation() throws -> Measurement {
    let data = Data(Workloads.screenFlow.utf8)
    let decoder = JSONDecoder()
    return measure("Foundation's JSONDecoder", batch: 100) {
      (try? JSONBenchmarks.foundation(data, decoder))?.screenFlow.count ?? 0
    }
  }

  /// Unleash's Rust engine: three constraints and a rollout, the context as JSON.
  ///
  /// - Returns: Nil when `UNLEASH_ENGINE` does not name its library.
  static func unleash() -> Measurement? {
    guard let library = ProcessInfo.processInfo.environment["UNLEASH_ENGINE"],
      let peer = peer_open(library, state), peer_decide(peer, "short-form", context) >= 0
    else { return nil }
    return measure("Unleash's Rust engine", batch: 1_000) {
      peer_decide(peer, "short-form", context)
    }
  }

  private static let state = """
    {"version": 2, "features": [{"name": "short-form", "enabled": true, "strategies": [
      {"name": "flexibleRollout",
       "parameters": {"rollout": "50", "stickiness": "userId", "groupId": "short-form"},
       "constraints": [
         {"contextName": "country", "operator": "IN", "values": ["FR", "AT", "CH"]},
         {"contextName": "appVersion", "operator": "SEMVER_GT", "value": "2.0.0"},
         {"contextName": "plan", "operator": "IN", "values": ["basic"]}]}]}]}
    """

  private static let context = """
    {"userId": "123e4567-e89b-12d3-a456-426614174000", "properties": {"country": "FR", \
    "locale": "fr-FR", "platform": "ios", "appVersion": "2.14.3", "build": "451", \
    "plan": "basic", "age": "36", "beta": "false", "city": "Lyon"}}
    """
}
