public import FlowCore

/// What one session did according to a batch of events, in order, as far as results count it.
public struct SessionActivity: Sendable, Equatable {
  /// The application's id.
  public let application: String
  /// The environment's name.
  public let environment: String
  /// The session's id, as reported by the app.
  public let session: String
  /// The time at which the batch was received.
  public let received: Int
  /// The events in order.
  public let events: [Event]

  /// Creates a record.
  public init(
    application: String, environment: String, session: String, received: Int, events: [Event]
  ) {
    self.application = application
    self.environment = environment
    self.session = session
    self.received = received
    self.events = events
  }

  /// An event.
  public struct Event: Sendable, Equatable {
    /// What happened.
    public let action: Action
    /// Whether the current release has all of its names: then it is always counted.
    ///
    /// Anyone may report other names, so only a limited number of those are counted.
    public let isDeclared: Bool

    /// Creates a record.
    public init(_ action: Action, isDeclared: Bool) {
      self.action = action
      self.isDeclared = isDeclared
    }
  }

  /// What happened.
  public enum Action: Sendable, Hashable {
    /// The session started with a flow.
    case started(flow: Name)
    /// A step was shown.
    case shown(flow: Name, step: Name)
    /// A step was left through a port.
    case left(flow: Name, step: Name, port: Name, to: ResultItem.Target)
    /// A variant of an experiment took effect for a user, whom `unit` identifies.
    case exposed(experiment: Name, variant: Name, unit: String)
    /// The session ended.
    case finished(outcome: Name)
    /// The session failed.
    case failed
    /// The app recorded an event of its own.
    case recorded(event: Name)
  }
}
