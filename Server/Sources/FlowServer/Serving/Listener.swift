/// The listener that received a request.
package enum Listener: Sendable {
  /// The only one.
  case single
  /// The one for everybody, beside one for administration.
  case shared
  /// The one for operators: its connections are reserved, so that no one else can take them.
  case administration
  /// The Unix socket beside the store, for the operator's commands on this machine.
  case control

  /// Whether it serves the metrics.
  var servesMetrics: Bool { self == .single || self == .administration }

  /// Whether its metrics name applications, which are others' business where anyone may ask.
  var namesApplications: Bool { self == .administration }
}
