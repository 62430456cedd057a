public import Foundation
public import Observation
public import YogaDomain

/// A user's progress, favorites and settings on this device, synchronized with the service.
///
/// Changes are stored on the device first and are visible at once, also offline. They are sent
/// after each change, and whenever ``synchronize()`` is called: at launch, when the app becomes
/// active, and when the network is back. States are merged (see `PracticeState.merge`), so neither
/// side's finished practices are lost, and of two changes to one value the later wins.
@MainActor @Observable
public final class PracticeSync {
  /// Whether the device's changes have reached the service.
  public enum Status: Hashable, Sendable {
    /// Everything is sent.
    case synchronized
    /// Changes are being sent.
    case synchronizing
    /// Changes wait for the next attempt.
    case pending
  }

  /// Sends a request, and returns the response with its user.
  public typealias Exchange = @Sendable (SyncRequest) async throws(YogaAPIError) -> SyncMessage

  /// The state to show; empty for a guest.
  public private(set) var state = PracticeState()
  /// Whether the changes have been sent.
  public private(set) var status = Status.synchronized
  /// The user whose data this is; nil for a guest.
  public private(set) var user: String?

  /// The maximum number of requests in a row, each with the changes made during the one before.
  static let maximumRounds = 5
  @ObservationIgnored private var device: PracticeDevice
  @ObservationIgnored private let files: PracticeFiles
  @ObservationIgnored private let exchange: Exchange
  @ObservationIgnored private let now: @Sendable () -> Int
  @ObservationIgnored private let makeID: @Sendable () -> String
  @ObservationIgnored private var syncTask: Task<Void, Never>?
  @ObservationIgnored private var isSyncRequested = false
  @ObservationIgnored var onSignedOut: @MainActor () async -> Void = {}
  @ObservationIgnored var onChange: () -> Void = {}

  /// Creates the data of a guest.
  ///
  /// - Parameters:
  ///   - folder: The folder for the files; created if needed.
  ///   - now: Returns the time in milliseconds since 1970.
  ///   - makeID: Returns a new unique id of 8 to 64 letters, digits and hyphens.
  ///   - exchange: Sends a request to the service.
  public init(
    folder: URL, now: @escaping @Sendable () -> Int = PracticeSync.currentMilliseconds,
    makeID: @escaping @Sendable () -> String = { UUID().uuidString },
    exchange: @escaping Exchange
  ) {
    files = PracticeFiles(folder: folder)
    self.now = now
    self.makeID = makeID
    self.exchange = exchange
    device = PracticeDevice(id: makeID())
  }

  /// Returns the current time in milliseconds since 1970.
  public nonisolated static let currentMilliseconds: @Sendable () -> Int = {
    Int(Date().timeIntervalSince1970 * 1_000)
  }

  // MARK: The user

  /// Shows the data of a user who has logged in.
  public func open(_ user: String) {
    guard self.user != user else { return }
    self.user = user
    device = files.record(of: user)?.device ?? PracticeDevice(id: makeID())
    status = device.pending.isEmpty ? .synchronized : .pending
    show()
  }

  /// Hides the data of a user who has logged out, and removes it from the device.
  ///
  /// Changes that were not sent stay in a file for the user's next login on this device.
  public func close() {
    guard let user else { return }
    if device.pending.isEmpty {
      files.remove(user)
    } else {
      try? files.write(.init(user: user, device: device.withoutConfirmed()))
    }
    forget()
  }

  /// Removes the data of a user whose account was deleted.
  public func erase() {
    if let user { files.remove(user) }
    forget()
  }

  private func forget() {
    user = nil
    device = PracticeDevice(id: makeID())
    status = .synchronized
    show()
  }

  // MARK: Changes

  /// Saves the position of a video in seconds, and the seconds that it has been practiced since it
  /// last counted as finished; nil keeps them.
  public func setPosition(_ seconds: Double, practiced: Double? = nil, of video: String) {
    change { $0.setPosition(seconds, practiced: practiced, of: video, now: $1) }
  }

  /// Adds a video to the favorites, or removes it.
  public func setFavorite(_ isFavorite: Bool, _ video: String) {
    change { $0.setFavorite(isFavorite, video, now: $1) }
  }

  /// Changes a setting.
  public func set(_ setting: PracticeSetting, to value: String) {
    guard setting.values.contains(value) else { return }
    change { $0.set(setting, to: value, now: $1) }
  }

  /// Adds a finished practice.
  ///
  /// - Parameters:
  ///   - video: The video's id.
  ///   - seconds: The practiced seconds, without skipped ones.
  ///   - utcOffset: The UTC offset of the local time, in minutes.
  public func finish(_ video: String, seconds: Int, utcOffset: Int) {
    let id = makeID()
    change { device, now in
      let session = PracticeSession(
        video: video, endedAt: now, utcOffset: utcOffset, seconds: max(1, seconds))
      device.finish(session, id: id, now: now)
    }
  }

  private func change(_ body: (inout PracticeDevice, Int) -> Void) {
    guard user != nil else { return }
    body(&device, now())
    status = syncTask == nil ? .pending : .synchronizing
    store()
    show()
    Task { await synchronize() }
  }

  private func store() {
    guard let user else { return }
    // If the device is full, the changes are still sent.
    try? files.write(.init(user: user, device: device))
  }

  private func show() {
    state = device.state
    onChange()
  }

  // MARK: Synchronization

  /// Sends the changes, and receives those of other devices.
  ///
  /// Calls during a running synchronization join it; it then sends once more.
  public func synchronize() async {
    isSyncRequested = true
    let task = syncTask ?? Task { await run() }
    syncTask = task
    await task.value
  }

  private func run() async {
    var rounds = 0
    while let user, isSyncRequested, rounds < Self.maximumRounds {
      isSyncRequested = false
      rounds += 1
      status = .synchronizing
      guard await send(for: user) else { break }
      if self.user == user, !device.pending.isEmpty { isSyncRequested = true }
    }
    syncTask = nil
    status = device.pending.isEmpty ? .synchronized : .pending
  }

  /// Sends one request; returns false if it failed, or if the response is for another user.
  private func send(for user: String) async -> Bool {
    var request = device.request(now: now())
    request.user = user
    let message: SyncMessage
    do {
      message = try await exchange(request)
    } catch {
      if error == .signedOut, self.user == user { await onSignedOut() }
      return false
    }
    // While the response was on its way, another user may have logged in, or this one again.
    guard self.user == user, device.id == request.device, device.revision == request.revision
    else { return true }
    guard message.user == user else { return false }
    device.receive(message.response, for: request)
    store()
    show()
    return true
  }
}
