import NIOConcurrencyHelpers

/// The progress of a long-running call, which is shown to its visitor.
public final class CallProgress: Sendable {
  /// The latest report.
  struct Report: Sendable {
    var fraction: Double?
    var text: String?
  }

  private let report = NIOLockedValueBox(Report())

  init() {}

  /// Reports the progress of the call.
  ///
  /// - Parameters:
  ///   - fraction: The completed fraction, from 0 to 1; nil if unknown.
  ///   - text: A sentence for the visitor, in the language of the call; nil for the host's default.
  public func report(_ fraction: Double?, _ text: String? = nil) {
    let fraction = fraction.map { min(max($0, 0), 1) }
    report.withLockedValue { $0 = Report(fraction: fraction, text: text) }
  }

  var latest: Report { report.withLockedValue { $0 } }
}
