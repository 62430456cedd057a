import FlowCore
import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers

/// The counters and histograms of routes and services in memory, for Prometheus.
package final class Metrics: Sendable {
  /// The upper bounds of the latency histogram's buckets, in seconds.
  package static let bounds: [Double] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
  ]

  private struct RequestLabels: Hashable {
    let route: String
    let method: String
    let status: Int
  }

  private struct Latency {
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
    var sum = 0.0
    var count = 0
  }

  private struct State {
    var requests: [RequestLabels: Int] = [:]
    var latencies: [String: Latency] = [:]
    var publishes: [String: Int] = [:]
    var publishCount = 0
    var signInFailures: [String: Int] = [:]
    var quotaRefusals: [String: Int] = [:]
    var signingKeyCreated: Int?
    var events = 0
    var newBatches = 0
    var repeatedBatches = 0
  }

  private let state = NIOLockedValueBox(State())

  package init() {}

  /// Counts a completed request.
  package func count(route: String, method: String, status: Int, duration: Duration) {
    let seconds = duration / .seconds(1)
    // NB: clients choose the method; a label with unlimited values would exhaust memory.
    let method = Self.methods.contains(method) ? method : "other"
    state.withLockedValue { state in
      state.requests[RequestLabels(route: route, method: method, status: status), default: 0] += 1
      var latency = state.latencies[route] ?? Latency()
      for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
        latency.buckets[index] += 1
      }
      latency.sum += seconds
      latency.count += 1
      state.latencies[route] = latency
    }
  }

  private static let methods: Set<String> = [
    "GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH",
  ]

  /// The reasons for failed sign-ins that are counted.
  private static let signInFailures: [Problem.Code] = [
    .wrongCredentials, .wrongCode, .tooManyAttempts, .disabledAccount,
  ]

  /// Counts a problem if it is a failed sign-in.
  package func countSignInFailure(_ code: Problem.Code) {
    guard Self.signInFailures.contains(code) else { return }
    state.withLockedValue { $0.signInFailures[code.rawValue, default: 0] += 1 }
  }

  /// Counts a problem if it is an exceeded quota.
  package func countQuotaRefusal(_ problem: Problem) {
    guard problem.code == .quotaReached, let quota = problem.members["quota"]?.string else {
      return
    }
    state.withLockedValue { $0.quotaRefusals[quota, default: 0] += 1 }
  }

  /// Records when the signing key was created, in seconds since 1970.
  package func recordSigningKey(created second: Int) {
    state.withLockedValue { $0.signingKeyCreated = second }
  }

  /// Counts a batch of events: a new one that was stored, or a repetition.
  package func count(events: Int, isNew: Bool) {
    state.withLockedValue { state in
      if isNew {
        state.events += events
        state.newBatches += 1
      } else {
        state.repeatedBatches += 1
      }
    }
  }

  /// Counts a published release.
  package func countPublish(application: String, environment: String) {
    let labels = PrometheusText.labels([("application", application), ("environment", environment)])
    state.withLockedValue { state in
      state.publishes[labels, default: 0] += 1
      state.publishCount += 1
    }
  }

  /// These metrics and `families`, those of other parts of the server, in the Prometheus text
  /// format.
  ///
  /// Without `namesApplications`, no label identifies an application.
  package func text(families: [PrometheusText.Family], namesApplications: Bool = true) -> String {
    let state = state.withLockedValue { $0 }
    var text = PrometheusText()
    text.writeHeader(
      "flowmagic_http_requests_total", "counter", "Requests by route, method and status.")
    for (key, count) in Self.noRequests.merging(state.requests, uniquingKeysWith: { $1 }) {
      let labels = PrometheusText.labels([
        ("route", key.route), ("method", key.method), ("status", "\(key.status)"),
      ])
      text.writeSample("flowmagic_http_requests_total", labels, "\(count)")
    }
    Self.write(state.latencies, to: &text)
    text.writeHeader("flowmagic_publishes_total", "counter", "Published releases.")
    text.writeSample("flowmagic_publishes_total", "", "\(state.publishCount)")
    if namesApplications, !state.publishes.isEmpty {
      let name = "flowmagic_application_publishes_total"
      text.writeHeader(name, "counter", "Published releases, by application and environment.")
      for (labels, count) in state.publishes { text.writeSample(name, labels, "\(count)") }
    }
    text.writeHeader("flowmagic_events_accepted_total", "counter", "Events stored.")
    text.writeSample("flowmagic_events_accepted_total", "", "\(state.events)")
    text.writeHeader(
      "flowmagic_event_batches_total", "counter", "Batches of events, new or repeated.")
    text.writeSample("flowmagic_event_batches_total", "{result=\"new\"}", "\(state.newBatches)")
    text.writeSample(
      "flowmagic_event_batches_total", "{result=\"repeated\"}", "\(state.repeatedBatches)")
    text.writeHeader("flowmagic_sign_in_failures_total", "counter", "Failed sign-ins by reason.")
    for code in Self.signInFailures {
      let count = state.signInFailures[code.rawValue] ?? 0
      text.writeSample(
        "flowmagic_sign_in_failures_total", PrometheusText.labels([("reason", code.rawValue)]),
        "\(count)")
    }
    text.writeHeader("flowmagic_quota_refused_total", "counter", "Refused changes by quota.")
    for kind in Quotas.Kind.allCases {
      text.writeSample(
        "flowmagic_quota_refused_total", PrometheusText.labels([("quota", kind.rawValue)]),
        "\(state.quotaRefusals[kind.rawValue] ?? 0)")
    }
    Self.write(
      "flowmagic_signing_key_created_timestamp_seconds",
      "Creation time of the key that signs releases; 0 if it is not known.",
      state.signingKeyCreated ?? 0, to: &text)
    for family in families { text.write(family) }
    return text.string
  }

  private static func write(
    _ name: String, _ help: String, _ value: Int, to text: inout PrometheusText
  ) {
    text.write(PrometheusText.Family(name, help, [([], value)]))
  }

  /// Request counters that start at 0: an alert on an increase would miss the first error of a
  /// counter that appears with it.
  private static let noRequests: [RequestLabels: Int] = {
    var requests: [RequestLabels: Int] = [:]
    for endpoint in Routes.all {
      for status in [endpoint.responses.first?.status ?? 200, 500] {
        let key = RequestLabels(
          route: endpoint.id, method: endpoint.method.rawValue, status: status)
        requests[key] = 0
      }
    }
    return requests
  }()

  private static func write(_ latencies: [String: Latency], to text: inout PrometheusText) {
    let name = "flowmagic_http_request_duration_seconds"
    text.writeHeader(name, "histogram", "Time from a request's head to its response.")
    for (route, latency) in latencies {
      for (bound, count) in zip(bounds, latency.buckets) {
        let labels = PrometheusText.labels([("route", route), ("le", "\(bound)")])
        text.writeSample(name + "_bucket", labels, "\(count)")
      }
      let labels = PrometheusText.labels([("route", route), ("le", "+Inf")])
      text.writeSample(name + "_bucket", labels, "\(latency.count)")
      text.writeSample(name + "_sum", PrometheusText.labels([("route", route)]), "\(latency.sum)")
      text.writeSample(
        name + "_count", PrometheusText.labels([("route", route)]), "\(latency.count)")
    }
  }
}
