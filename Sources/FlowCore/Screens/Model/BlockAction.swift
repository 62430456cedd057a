/// An action that is performed when a block is pressed, an option is chosen, or a video ends.
public indirect enum BlockAction: Sendable, Equatable {
  /// Leaves the screen through a port, with the entered values.
  case fire(Name)
  /// Goes back.
  case back
  /// Sets a state value of the screen.
  case set(Name, to: StateValue)
  /// Opens an `https` URL whose host the app allows.
  case open(String, inBrowser: Bool)
  /// Calls an action that the app declares in its manifest.
  case call(Name, with: [Argument], then: [Outcome])

  /// The value that `set` assigns to a state value.
  public enum StateValue: Sendable, Equatable {
    /// A fixed value.
    case literal(JSON)
    /// The chosen value, or the position at which the video was stopped.
    case event
  }

  /// An argument of a call.
  public struct Argument: Sendable, Equatable {
    /// The name of the parameter.
    public let name: Name
    /// The value: a literal or a binding.
    public let value: BlockValue

    /// Creates an argument.
    public init(name: Name, value: BlockValue) {
      self.name = name
      self.value = value
    }
  }

  /// The action that follows an outcome of a call.
  public struct Outcome: Sendable, Equatable {
    /// The outcome of the call.
    public let name: Name
    /// The action.
    public let action: BlockAction

    /// Creates an outcome.
    public init(name: Name, action: BlockAction) {
      self.name = name
      self.action = action
    }
  }

  /// Whether both are equal; URLs are compared byte by byte.
  public static func == (left: BlockAction, right: BlockAction) -> Bool {
    switch (left, right) {
    case (.fire(let left), .fire(let right)): left == right
    case (.back, .back): true
    case (.set(let left, let leftValue), .set(let right, let rightValue)):
      left == right && leftValue == rightValue
    case (.open(let left, let leftIn), .open(let right, let rightIn)):
      Name(left) == Name(right) && leftIn == rightIn
    case (.call(let left, let leftWith, let leftThen), .call(let right, let with, let then)):
      left == right && leftWith == with && leftThen == then
    default: false
    }
  }

  /// Whether the action has to be the last one in its list, because it may leave the screen.
  public var isLast: Bool {
    switch self {
    case .fire, .back, .call: true
    case .set, .open: false
    }
  }

  /// The ports through which the action may leave the screen.
  public var ports: [Name] {
    switch self {
    case .fire(let port): [port]
    case .call(_, _, let outcomes): outcomes.flatMap { $0.action.ports }
    case .back, .set, .open: []
    }
  }
}
