/// A device's request with its pending changes.
public struct SyncRequest: Codable, Hashable, Sendable {
  /// The device's id.
  public var device: String
  /// The device's clock at the time of sending, in milliseconds since 1970.
  public var clock: Int
  /// The revision of the last response; 0 for the complete state.
  public var revision: Int
  /// The changes.
  public var changes: PracticeState
  /// The id of the user whose changes they are; nil if the device does not know it yet.
  public var user: String?

  /// Creates a request.
  public init(
    device: String, clock: Int, revision: Int, changes: PracticeState, user: String? = nil
  ) {
    self.device = device
    self.clock = clock
    self.revision = revision
    self.changes = changes
    self.user = user
  }

  /// The request for the complete state, without the changes.
  public var withoutChanges: SyncRequest {
    SyncRequest(device: device, clock: clock, revision: 0, changes: PracticeState(), user: user)
  }
}

/// The server's response: the changes since the revision of the request.
public struct SyncResponse: Codable, Hashable, Sendable {
  /// The server's clock, in milliseconds since 1970.
  public var clock: Int
  /// The revision of this response.
  public var revision: Int
  /// Whether this is the complete state, which replaces the device's confirmed state.
  public var isComplete: Bool
  /// The changed parts.
  public var state: PracticeState
  /// The rejected changes, such as `positions: agni/none`; they must not be sent again.
  public var rejected: [String]

  /// Creates a response.
  public init(
    clock: Int, revision: Int, isComplete: Bool, state: PracticeState, rejected: [String] = []
  ) {
    self.clock = clock
    self.revision = revision
    self.isComplete = isComplete
    self.state = state
    self.rejected = rejected
  }
}

/// The reason why a request was rejected as a whole.
public struct SyncError: Error, Hashable, Sendable {
  /// The reason.
  public let code: Code

  /// Creates an error.
  public init(code: Code) { self.code = code }

  /// The reasons.
  public enum Code: String, Sendable {
    /// The device's id is not 8 to 64 letters, digits and hyphens.
    case invalidDevice = "invalid-device"
  }
}
