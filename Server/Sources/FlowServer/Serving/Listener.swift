/// The listener that received a request.
package enum Listener: Sendable {
  /// The only listener.
  case single
  /// The public listener, beside one for administration.
  case `public`
  /// The listener for operators, whose connections are reserved.
  case administration
  /// The Unix socket beside the store, for operators' commands on this machine.
  case control

  /// Whether it serves the metrics.
  var servesMetrics: Bool { self == .single || self == .administration }

  /// Whether its metrics contain names of applications, which are confidential where anyone may
  /// read the metrics.
  var namesApplications: Bool { self == .administration }
}
