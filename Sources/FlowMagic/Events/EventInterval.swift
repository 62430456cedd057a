import FlowCore

/// How often a server wants to be sent events.
package enum EventInterval {
  /// What an answer may ask for: no more than once a second, and often enough to be of use.
  package static let allowed = Duration.seconds(1) ... .seconds(300)

  /// The `interval` of an answer, in seconds; nil if it names none.
  package static func asked(in body: [UInt8]) -> Duration? {
    guard let seconds = (try? JSON(parsing: body))?["interval"]?.number?.double, seconds.isFinite
    else { return nil }
    let longest = allowed.upperBound.inSeconds
    return max(allowed.lowerBound, .seconds(min(max(seconds, 0), longest)))
  }
}
