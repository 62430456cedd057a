public import FlowCore

/// Something that sessions do and results count: each session counts once.
///
/// Its names are compared by their bytes, as in the store: a client that reports U+212A, which
/// `String` considers equal to `K`, must not count for the `K` of a release.
public enum ResultItem: Sendable, Hashable {
  /// A session started with the flow.
  case flow(Name)
  /// A step was shown.
  case step(flow: Name, step: Name)
  /// A step was left through a port.
  case port(flow: Name, step: Name, port: Name)
  /// A step was left through a port that led to a target.
  case route(flow: Name, step: Name, port: Name, to: Target)
  /// A session that started with the flow ended with the outcome.
  case outcome(flow: Name, outcome: Name)
  /// A session that started with the flow failed.
  case failure(flow: Name)
  /// The app recorded an event of its own.
  case event(Name)

  /// The target of a route.
  public enum Target: Sendable, Hashable {
    /// A step.
    case step(flow: Name, step: Name)
    /// The end of the session.
    case finish(Name)
  }
}

/// The results of an environment: what sessions did, and how experiments went.
public struct FlowResults: Sendable, Equatable {
  /// The numbers of sessions.
  public var sessions: [ResultItem: Int] = [:]
  /// The experiments by key.
  public var experiments: [Name: [Name: Variant]] = [:]
  /// The time at which the application's newest counted batch was received; nil if there is none,
  /// or none that is still kept.
  public var countedUntil: Int?
  /// The number of the application's batches that are not counted yet, at most
  /// `FlowResults.pendingBatchLimit`.
  public var pendingBatches = 0

  /// Creates results without sessions.
  public init() {}

  /// The maximum value of `pendingBatches`.
  public static let pendingBatchLimit = 10_000

  /// The results of an experiment's variant.
  public struct Variant: Sendable, Equatable {
    /// The users for whom it took effect before any other variant.
    public var users = 0
    /// Those of them for whom another variant took effect later.
    public var multipleExposures = 0
    /// The users who did something afterwards, in a session in which the experiment took effect.
    public var reached: [ResultItem: Int] = [:]

    /// Creates a variant without users.
    public init() {}
  }
}

/// Limits of results, because anyone who has an app can send events.
public enum ResultLimits {
  /// The maximum number of undeclared names in an environment, which the current release did not
  /// have when they were counted; a new one replaces one that no session of today or yesterday has.
  public static let undeclaredItems = 2_000
  /// The maximum number of undeclared experiments and variants in an environment.
  public static let undeclaredExperiments = 50
  /// The maximum number of users of an experiment.
  public static let users = 1_000_000
  /// The maximum number of items that are counted for one session, and for one user of an
  /// experiment.
  public static let itemsPerSession = 300
  /// The maximum number of experiments in which a session counts.
  public static let experimentsPerSession = 20
  /// The time without events after which a session counts as a new one, in seconds: 7 days.
  public static let sessionSeconds = 7 * 86_400
}
