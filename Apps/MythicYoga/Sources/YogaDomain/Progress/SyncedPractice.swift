/// The server's state of a user, with the revision in which each value last changed.
public struct SyncedPractice: Codable, Hashable, Sendable {
  /// The state.
  public private(set) var state = PracticeState()
  /// The number of requests that changed the state.
  public private(set) var revision = 0
  /// The revision in which each value last changed, by its kind and id: `positions: agni/mantra`.
  private var changeRevisions: [String: Int] = [:]

  /// The clock difference in milliseconds above which stamps are corrected.
  public static let clockTolerance = 5_000

  /// Creates the state of a new user.
  public init() {}

  /// Applies a device's changes, and returns the changes since its last request.
  ///
  /// A device sends the time of its clock; if that differs from the server's by more than
  /// ``clockTolerance``, its stamps are shifted by the difference. Stamps in the future are set to
  /// the server's time, so that a device whose clock is ahead does not win every conflict.
  ///
  /// - Throws: ``SyncError`` if the request's device id is invalid.
  public mutating func apply(_ request: SyncRequest, now: Int, catalog: Catalog = .current)
    throws(SyncError) -> SyncResponse
  {
    guard SyncValidator.isValidID(request.device) else { throw SyncError(code: .invalidDevice) }
    var validator = SyncValidator(request, now: now, catalog: catalog)
    let accepted = validator.validated(request.changes)
    let before = state
    state.merge(accepted)
    if state != before {
      revision += 1
      recordChanges(since: before)
    }
    let isComplete = request.revision <= 0 || request.revision > revision
    return SyncResponse(
      clock: now, revision: revision, isComplete: isComplete,
      state: isComplete ? state : changes(since: request.revision), rejected: validator.rejected)
  }

  /// Adds a practice that a user has finished without a device that records it, such as a browser
  /// without JavaScript; does nothing if the session is known, so that it counts once.
  ///
  /// - Parameters:
  ///   - video: The video, whose whole length counts as practiced.
  ///   - session: The id of the session: 8 to 64 letters, digits and hyphens.
  ///   - now: The time in milliseconds since 1970.
  /// - Throws: ``SyncError``, never in practice: the device's id is valid.
  public mutating func finish(_ video: Video, session: String, now: Int) throws(SyncError) {
    guard state.sessions[session] == nil else { return }
    // The service does not know the time zone: it assumes that of the latest session, or UTC.
    let latest = state.sessions.values.max { $0.endedAt < $1.endedAt }
    let practice = PracticeSession(
      video: video.id, endedAt: now, utcOffset: latest?.utcOffset ?? 0, seconds: video.seconds)
    var device = PracticeDevice(id: "web-service")
    device.finish(practice, id: session, now: now)
    _ = try apply(device.request(now: now), now: now)
  }

  private mutating func recordChanges(since before: PracticeState) {
    for id in Self.changedIDs(before.positions, state.positions) { recordRevision("positions", id) }
    for id in Self.changedIDs(before.practiced, state.practiced) { recordRevision("practiced", id) }
    for id in Self.changedIDs(before.favorites, state.favorites) { recordRevision("favorites", id) }
    for id in Self.changedIDs(before.settings, state.settings) { recordRevision("settings", id) }
    for id in Self.changedIDs(before.sessions, state.sessions) { recordRevision("sessions", id) }
    for id in state.completed where !before.completed.contains(id) {
      recordRevision("completed", id)
    }
    if state.sessions.count == PracticeState.maximumSessions {
      changeRevisions = changeRevisions.filter {
        !$0.key.hasPrefix("sessions: ") || state.sessions[String($0.key.dropFirst(10))] != nil
      }
    }
  }

  private static func changedIDs<Value: Equatable>(
    _ before: [String: Value], _ after: [String: Value]
  ) -> [String] {
    after.compactMap { id, value in before[id] == value ? nil : id }
  }

  private mutating func recordRevision(_ kind: String, _ id: String) {
    changeRevisions["\(kind): \(id)"] = revision
  }

  private func changes(since revision: Int) -> PracticeState {
    func isNew(_ kind: String, _ id: String) -> Bool {
      changeRevisions["\(kind): \(id)", default: 0] > revision
    }
    var state = PracticeState()
    state.positions = self.state.positions.filter { isNew("positions", $0.key) }
    state.practiced = self.state.practiced.filter { isNew("practiced", $0.key) }
    state.favorites = self.state.favorites.filter { isNew("favorites", $0.key) }
    state.settings = self.state.settings.filter { isNew("settings", $0.key) }
    state.sessions = self.state.sessions.filter { isNew("sessions", $0.key) }
    state.completed = self.state.completed.filter { isNew("completed", $0) }
    return state
  }
}

/// Validates the changes of a request, and adjusts their stamps to the server's time.
struct SyncValidator {
  /// The milliseconds by which the device's clock is ahead; 0 within the tolerance.
  private let skew: Int
  private let now: Int
  private let device: String
  private let catalog: Catalog
  /// The maximum length of a practice: a day.
  private static let maximumSeconds = 86_400
  /// The rejected changes, such as `positions: agni/mantra`; at most 100.
  private(set) var rejected: [String] = []

  init(_ request: SyncRequest, now: Int, catalog: Catalog) {
    let (skew, overflows) = request.clock.subtractingReportingOverflow(now)
    self.skew = overflows || abs(Double(skew)) <= Double(SyncedPractice.clockTolerance) ? 0 : skew
    self.now = now
    device = request.device
    self.catalog = catalog
  }

  /// Whether a text is a valid id of a device or a session.
  static func isValidID(_ text: String) -> Bool {
    (8...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Returns the valid changes, and adds the others to ``rejected``.
  mutating func validated(_ changes: PracticeState) -> PracticeState {
    var state = PracticeState()
    for (id, register) in changes.positions.sorted(by: { $0.key < $1.key }) {
      let length = Double(catalog.video(id)?.seconds ?? -1)
      if length >= 0, register.value.isFinite, register.value >= 0 {
        state.positions[id] = Register(min(register.value, length), at: corrected(register.stamp))
      } else {
        reject("positions", id)
      }
    }
    for (id, register) in changes.practiced.sorted(by: { $0.key < $1.key }) {
      if catalog.video(id) != nil, register.value.isFinite, register.value >= 0 {
        let seconds = min(register.value, Double(Self.maximumSeconds))
        state.practiced[id] = Register(seconds, at: corrected(register.stamp))
      } else {
        reject("practiced", id)
      }
    }
    for (id, register) in changes.favorites.sorted(by: { $0.key < $1.key }) {
      if catalog.video(id) != nil, register.value == 0 || register.value == 1 {
        state.favorites[id] = Register(register.value, at: corrected(register.stamp))
      } else {
        reject("favorites", id)
      }
    }
    for (id, register) in changes.settings.sorted(by: { $0.key < $1.key }) {
      if PracticeSetting(rawValue: id)?.values.contains(register.value) == true {
        state.settings[id] = Register(register.value, at: corrected(register.stamp))
      } else {
        reject("settings", id)
      }
    }
    for id in changes.completed.sorted() {
      if catalog.video(id) != nil { state.completed.insert(id) } else { reject("completed", id) }
    }
    for (id, session) in changes.sessions.sorted(by: { $0.key < $1.key }) {
      if let session = validated(session, id) {
        state.sessions[id] = session
      } else {
        reject("sessions", id)
      }
    }
    return state
  }

  private func validated(_ session: PracticeSession, _ id: String) -> PracticeSession? {
    guard Self.isValidID(id), catalog.video(session.video) != nil,
      (-840...840).contains(session.utcOffset), session.seconds >= 1
    else { return nil }
    var session = session
    // NB: a device adds to the practiced seconds for as long as the video is not finished, so a
    // practice may be longer.
    session.seconds = min(session.seconds, Self.maximumSeconds)
    session.endedAt = corrected(session.endedAt)
    return session
  }

  private func corrected(_ stamp: HybridTimestamp) -> HybridTimestamp {
    HybridTimestamp(
      time: corrected(stamp.time), counter: min(max(stamp.counter, 0), 1_000_000), device: device)
  }

  private func corrected(_ time: Int) -> Int {
    let (shifted, overflows) = time.subtractingReportingOverflow(skew)
    return min(max(overflows ? 0 : shifted, 0), now)
  }

  private mutating func reject(_ kind: String, _ id: String) {
    guard rejected.count < 100 else { return }
    rejected.append("\(kind): \(id.prefix(64))")
  }
}
