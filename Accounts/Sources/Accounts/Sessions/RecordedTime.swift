/// Recognizes times that were recorded while the clock was ahead.
///
/// After the clock was corrected, it is not known how long ago such a time was. Its record must
/// count neither as recent nor as valid; otherwise it would count as such until the clock catches
/// up.
enum RecordedTime {
  /// The seconds that a time may be ahead of the clock: two servers' clocks may differ as much.
  static let tolerance = AccessTokens.skew

  /// The earliest time that a correct clock can show: the start of 2026, in seconds since 1970.
  static let earliest = 1_767_225_600

  /// Whether a time is in the future by more than ``tolerance``.
  static func isAhead(_ time: Int, of now: Int) -> Bool { time > now + tolerance }
}
