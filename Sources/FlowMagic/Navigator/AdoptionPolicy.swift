/// What a new release means for a session under way.
public enum AdoptionPolicy: String, Sendable, CaseIterable {
  /// The session moves when its step still exists and nothing that the way ahead needs is missing.
  case whenSafe = "when-safe"
  /// The session ends on the release that it began with; the next one begins on the newest.
  case never
}
