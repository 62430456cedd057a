/// A device's copy of a user's practice data: the confirmed state of the server, and pending
/// changes.
///
/// Changes are visible immediately, even offline. ``request(now:)`` returns the request to send,
/// and ``receive(_:for:)`` takes the response. A request can be sent any number of times.
public struct PracticeDevice: Codable, Hashable, Sendable {
  /// The state confirmed by the server.
  public private(set) var confirmed = PracticeState()
  /// The pending changes.
  public private(set) var pending = PracticeState()
  /// The server's revision of the last response.
  public private(set) var revision = 0
  /// The stamp of the latest change.
  private var latestStamp: HybridTimestamp

  /// Creates a device with an id that no other has, such as a UUID.
  public init(id: String) { latestStamp = HybridTimestamp(time: 0, counter: 0, device: id) }

  /// The id.
  public var id: String { latestStamp.device }

  /// The state to show: pending changes take precedence over the confirmed state.
  public var state: PracticeState {
    var state = confirmed
    state.positions.merge(pending.positions) { $1 }
    state.practiced.merge(pending.practiced) { $1 }
    state.favorites.merge(pending.favorites) { $1 }
    state.settings.merge(pending.settings) { $1 }
    state.completed.formUnion(pending.completed)
    state.sessions.merge(pending.sessions) { $1 }
    return state
  }

  /// Saves the position of a video.
  ///
  /// - `practiced`: the seconds practiced since the video last counted as finished; nil keeps them.
  public mutating func setPosition(
    _ seconds: Double, practiced: Double? = nil, of video: String, now: Int
  ) {
    pending.positions[video] = Register(seconds, at: tick(now))
    if let practiced { pending.practiced[video] = Register(practiced, at: tick(now)) }
  }

  /// Adds a video to the favorites, or removes it.
  public mutating func setFavorite(_ isFavorite: Bool, _ video: String, now: Int) {
    pending.favorites[video] = Register(isFavorite ? 1 : 0, at: tick(now))
  }

  /// Changes a setting.
  public mutating func set(_ setting: PracticeSetting, to value: String, now: Int) {
    pending.settings[setting.rawValue] = Register(value, at: tick(now))
  }

  /// Adds a finished practice, and resets the video's position and practiced seconds.
  public mutating func finish(_ session: PracticeSession, id: String, now: Int) {
    pending.sessions[id] = session
    pending.completed.insert(session.video)
    setPosition(0, practiced: 0, of: session.video, now: now)
  }

  private mutating func tick(_ now: Int) -> HybridTimestamp {
    latestStamp = latestStamp.next(now: now)
    return latestStamp
  }

  /// The request to send.
  public func request(now: Int) -> SyncRequest {
    SyncRequest(device: id, clock: now, revision: revision, changes: pending)
  }

  /// Handles the server's response to a request.
  ///
  /// Changes made meanwhile stay pending.
  public mutating func receive(_ response: SyncResponse, for request: SyncRequest) {
    if response.isComplete { confirmed = PracticeState() }
    // NB: takes the server's stamps, because the server corrects those of a device whose clock is
    // wrong.
    confirmed.merge(response.state)
    revision = response.revision
    // If the clock was ahead when a change was made, later changes must not continue from its time.
    latestStamp.time = min(latestStamp.time, response.clock)
    let sentChanges = request.changes
    pending.positions = pending.positions.filter { sentChanges.positions[$0.key] != $0.value }
    pending.practiced = pending.practiced.filter { sentChanges.practiced[$0.key] != $0.value }
    pending.favorites = pending.favorites.filter { sentChanges.favorites[$0.key] != $0.value }
    pending.settings = pending.settings.filter { sentChanges.settings[$0.key] != $0.value }
    pending.sessions = pending.sessions.filter { sentChanges.sessions[$0.key] != $0.value }
    pending.completed.subtract(sentChanges.completed)
    pending.completed.formUnion(pending.sessions.values.map(\.video))
  }

  /// Returns a copy with the pending changes only, for a user who has logged out.
  public func withoutConfirmed() -> PracticeDevice {
    var device = self
    device.confirmed = PracticeState()
    device.revision = 0
    return device
  }
}
