import FlowCore

/// Reads the interval between batches that a server requests.
package enum EventInterval {
  /// The range that a response may request.
  package static let allowedRange = Duration.seconds(1) ... .seconds(300)

  /// The `interval` member of a response, in seconds, clamped to the range; nil if it is missing.
  package static func requested(in body: [UInt8]) -> Duration? {
    guard let seconds = (try? JSON(parsing: body))?["interval"]?.number?.double, seconds.isFinite
    else { return nil }
    let longest = allowedRange.upperBound.inSeconds
    return max(allowedRange.lowerBound, .seconds(min(max(seconds, 0), longest)))
  }
}
