/// Recognizes times that were recorded while the clock was ahead.
///
/// After the clock was corrected, nobody knows how long ago such a time was. Its record must count
/// neither as recent nor as valid, or it would until the clock catches up.
enum RecordedTime {
  /// The lead over the clock that is allowed, in seconds: two servers' clocks may differ as much.
  static let tolerance = AccessTokens.skew

  /// Whether a time is in the future.
  static func isAhead(_ time: Int, of now: Int) -> Bool { time > now + tolerance }
}
