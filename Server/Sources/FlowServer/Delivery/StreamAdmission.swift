import Atomics
import NIOConcurrencyHelpers
import NIOCore

/// Counts every open stream against the same limits, and ends those whose reader has lost access:
/// an app's that is served from bytes, and those that routes serve (a token's stream of releases,
/// the changes of an application).
///
/// All functions may be called from any thread.
package final class StreamAdmission: Sendable {
  /// Who reads a stream of a route.
  enum Caller {
    /// An app; its streams count as those that are served from bytes.
    case app(ActiveKey)
    /// A token or a user, by id.
    case reader(String)
  }

  private struct State {
    var rechecks: [Int: AsyncStream<Void>.Continuation] = [:]
    var callers: [String: Int] = [:]
    var lastSeat = 0
    var isResting = false
    var isDue = false
  }

  /// How soon after one recheck of all streams the next may come.
  private static let rest = Duration.milliseconds(200)

  private let limits: DeliveryLimits
  private let total = ManagedAtomic(0)
  private let networks = NetworkCounts()
  private let state = NIOLockedValueBox(State())

  /// Admits streams within the limits; those that are not set fit the process's file limit.
  package init(_ limits: DeliveryLimits = DeliveryLimits()) { self.limits = limits.fitted }

  // MARK: Streams served from bytes

  /// Counts an app's stream in, or says why not.
  func admit(_ key: ActiveKey, from network: ClientNetwork?) -> Refusal? {
    guard total.loadThenWrappingIncrement(ordering: .relaxed) < limits.streams ?? .max else {
      total.wrappingDecrement(ordering: .relaxed)
      return .tooManyStreams
    }
    guard key.streams.loadThenWrappingIncrement(ordering: .relaxed) < limits.streamsPerKey else {
      uncount(key)
      return .tooManyStreamsOfKey
    }
    if let network, !networks.enter(network, limit: limits.streamsPerNetwork ?? .max) {
      uncount(key)
      return .tooManyStreamsOfNetwork
    }
    return nil
  }

  /// Counts an app's stream out.
  func leave(_ key: ActiveKey, from network: ClientNetwork?) {
    uncount(key)
    if let network { networks.leave(network) }
  }

  private func uncount(_ key: ActiveKey) {
    key.streams.wrappingDecrement(ordering: .relaxed)
    total.wrappingDecrement(ordering: .relaxed)
  }

  // MARK: Streams of routes

  /// Opens a seat for a stream of a route; the seat counts until it is left or released.
  ///
  /// - Throws: `too-many-streams`.
  func enter(_ caller: Caller, from network: ClientNetwork?) throws(Problem) -> StreamSeat {
    let refusal =
      switch caller {
      case .app(let key): admit(key, from: network)
      case .reader: admitReader(from: network)
      }
    if let refusal { throw refusal.problem(retryAfter: limits.retryAfterSeconds) }
    let (rechecks, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLockedValue { state -> Int? in
      guard state.rechecks.count < limits.routeStreams else { return nil }
      if case .reader(let id) = caller {
        let own = state.callers[id] ?? 0
        guard own < limits.streamsPerCaller else { return nil }
        state.callers[id] = own + 1
      }
      state.lastSeat += 1
      state.rechecks[state.lastSeat] = continuation
      return state.lastSeat
    }
    guard let id else {
      uncount(caller, from: network)
      throw Refusal.tooManyStreamsOfCaller.problem(retryAfter: limits.retryAfterSeconds)
    }
    return StreamSeat(rechecks: rechecks, continuation: continuation) { [weak self] in
      self?.leave(id, caller, from: network)
    }
  }

  private func admitReader(from network: ClientNetwork?) -> Refusal? {
    guard total.loadThenWrappingIncrement(ordering: .relaxed) < limits.streams ?? .max else {
      total.wrappingDecrement(ordering: .relaxed)
      return .tooManyStreams
    }
    if let network, !networks.enter(network, limit: limits.streamsPerNetwork ?? .max) {
      total.wrappingDecrement(ordering: .relaxed)
      return .tooManyStreamsOfNetwork
    }
    return nil
  }

  private func uncount(_ caller: Caller, from network: ClientNetwork?) {
    switch caller {
    case .app(let key): leave(key, from: network)
    case .reader:
      total.wrappingDecrement(ordering: .relaxed)
      if let network { networks.leave(network) }
    }
  }

  private func leave(_ seat: Int, _ caller: Caller, from network: ClientNetwork?) {
    state.withLockedValue { state in
      state.rechecks[seat] = nil
      guard case .reader(let id) = caller else { return }
      let own = (state.callers[id] ?? 1) - 1
      state.callers[id] = own > 0 ? own : nil
    }
    uncount(caller, from: network)
  }

  /// How many streams of routes are open.
  package var routeStreams: Int { state.withLockedValue(\.rechecks.count) }

  /// How many streams are open, of apps and of routes.
  package var streams: Int { total.load(ordering: .relaxed) }

  // MARK: Access

  /// Makes every stream of a route check at once whether its reader still has access, because
  /// someone's rights have changed.
  ///
  /// Many changes at once make one more check, a fifth of a second after the first.
  package func recheck() {
    let rechecks = state.withLockedValue { state -> [AsyncStream<Void>.Continuation] in
      guard !state.isResting else {
        state.isDue = true
        return []
      }
      guard !state.rechecks.isEmpty else { return [] }
      state.isResting = true
      return Array(state.rechecks.values)
    }
    guard !rechecks.isEmpty else { return }
    for recheck in rechecks { recheck.yield() }
    Task { [weak self] in
      try? await Task.sleep(for: Self.rest)
      self?.endRest()
    }
  }

  private func endRest() {
    let isDue = state.withLockedValue { state in
      defer {
        state.isResting = false
        state.isDue = false
      }
      return state.isDue
    }
    if isDue { recheck() }
  }
}

/// The place of one stream of a route among all streams; it is free again when this is left or
/// released.
package final class StreamSeat: Sendable {
  /// How often access is checked without a reason: what only time ends, such as an unused session.
  private static let pause = Duration.seconds(10)
  /// How long a reader that has lost access has to take the goodbye before it is cut off.
  private static let patience = TimeAmount.milliseconds(500)

  private let rechecks: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let release: NIOLockedValueBox<(@Sendable () -> Void)?>

  init(
    rechecks: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation,
    release: @escaping @Sendable () -> Void
  ) {
    self.rechecks = rechecks
    self.continuation = continuation
    self.release = NIOLockedValueBox(release)
  }

  // NB: a response to HEAD is dropped with its stream unread, and so is one without a client.
  deinit { leave() }

  /// Gives the place back.
  func leave() {
    continuation.finish()
    release.withLockedValue { release in
      defer { release = nil }
      return release
    }?()
  }

  /// Checks access whenever rights have changed, and from time to time, until the seat is left.
  ///
  /// - Parameters:
  ///   - right: Whether the reader still has access.
  ///   - connection: Cut off if the reader does not take the goodbye.
  ///   - onLoss: Ends the stream in good order.
  /// - Returns: The task that does so; to be cancelled when the stream ends.
  func guarding(
    _ right: AccessRecheck, _ connection: any Channel, onLoss: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    let rechecks = rechecks
    return Task { [continuation] in
      await withDiscardingTaskGroup { group in
        group.addTask {
          while (try? await Task.sleep(for: Self.pause)) != nil { continuation.yield() }
        }
        for await _ in rechecks where await !right.isStillAuthorized() {
          onLoss()
          connection.eventLoop.scheduleTask(in: Self.patience) { connection.close(promise: nil) }
          break
        }
        group.cancelAll()
      }
    }
  }
}
