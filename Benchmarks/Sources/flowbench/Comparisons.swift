import CUnleash
import FlowCore
import Foundation

/// Comparisons with other libraries that do the same work, measured alternately with ours.
enum Comparisons {
  /// Compares Foundation's decoder with ours on the same screen flow.
  static func foundation(_ ours: Operation) -> Comparison {
    let data = Data(Workloads.screenFlow.utf8)
    let decoder = JSONDecoder()
    return compare { samples in
      measure(ours.name, batch: ours.batch, samples: samples) { ours.run() }
    } with: { samples in
      measure("Foundation's JSONDecoder", batch: 100, samples: samples) {
        (try? JSONBenchmarks.decodeWithFoundation(data, decoder))?.screenFlow.count ?? 0
      }
    }
  }

  /// Compares Unleash's Rust engine with ours: three constraints and a rollout, with a JSON
  /// context.
  ///
  /// - Returns: Nil if `UNLEASH_ENGINE` is not the path of its library.
  static func unleash(_ ours: Operation) -> Comparison? {
    guard let library = ProcessInfo.processInfo.environment["UNLEASH_ENGINE"],
      let engine = unleash_open(library, state),
      unleash_evaluate(engine, "short-form", context) >= 0
    else { return nil }
    return compare { samples in
      measure(ours.name, batch: ours.batch, samples: samples) { ours.run() }
    } with: { samples in
      measure("Unleash's Rust engine", batch: 1_000, samples: samples) {
        unleash_evaluate(engine, "short-form", context)
      }
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
