/// Whether a running session moves to a new release.
public enum AdoptionPolicy: String, Sendable, CaseIterable {
  /// The session moves if its step still exists and no output that later steps need is missing.
  case whenSafe = "when-safe"
  /// The session stays on the release that it started with; the next one starts on the latest.
  case never
}
