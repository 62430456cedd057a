import FlowMagic
import NIOConcurrencyHelpers

/// A press whose handlers are running: requests wait for its response, see its progress, or cancel
/// it.
final class RunningPress: Sendable {
  private struct State {
    var result: Result<PageResponse, WebFailure>?
    /// Whether its request has been answered with a progress page.
    var isDetached = false
    /// Whether the response is being stored; from then on, requests wait for it.
    var isBeingStored = false
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
    var waiters: [AsyncStream<Void>.Continuation] = []
  }

  private let state = NIOLockedValueBox(State())
  /// The progress reported by its action.
  let progress = CallProgress()
  /// Identifies the sender of the press, because only the sender's progress page contains it.
  ///
  /// Nothing else distinguishes the sender from someone who has copied the browser's cookies.
  let ticket = Base64URL.encode(RandomBytes.make(18))

  /// Whether it has been cancelled.
  var isCancelled: Bool { state.withLockedValue { $0.isCancelled } }
  /// Whether it can be cancelled now.
  var isCancellable: Bool { state.withLockedValue { $0.cancel != nil && !$0.isCancelled } }

  // MARK: Waiting

  /// The response; nil if it takes longer than the given time.
  func response(within time: Duration) async -> Result<PageResponse, WebFailure>? {
    let completion = completion
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in completion {} }
      group.addTask { try? await Task.sleep(for: time) }
      _ = await group.next()
      group.cancelAll()
    }
    return state.withLockedValue { $0.result }
  }

  /// The response, once the press has ended; nil if this request has been cancelled.
  var response: Result<PageResponse, WebFailure>? {
    get async {
      for await _ in completion {}
      return state.withLockedValue { $0.result }
    }
  }

  /// A stream that ends with the press.
  private var completion: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let isRunning = state.withLockedValue { state in
      guard state.result == nil else { return false }
      state.waiters.append(continuation)
      return true
    }
    if !isRunning { continuation.finish() }
    return stream
  }

  /// Allows the press's own request to respond with a progress page; returns false if the response
  /// is already available or being stored.
  func detach() -> Bool {
    state.withLockedValue { state in
      guard !state.isBeingStored, state.result == nil else { return false }
      state.isDetached = true
      return true
    }
  }

  // MARK: Ending

  /// Starts storing the response; returns whether only later requests will receive it.
  func beginStoring() -> Bool {
    state.withLockedValue { state in
      state.isBeingStored = true
      return state.isDetached
    }
  }

  /// Passes the response to all requests that wait for it.
  func finish(_ result: Result<PageResponse, WebFailure>) {
    let waiters = state.withLockedValue { state in
      state.result = result
      defer { state.waiters = [] }
      return state.waiters
    }
    for continuation in waiters { continuation.finish() }
  }

  // MARK: Cancelling

  /// Allows cancellation until `cancel` is nil; cancels at once if the press has been cancelled.
  func allowCancelling(_ cancel: (@Sendable () -> Void)?) {
    let isCancelled = state.withLockedValue { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel?() }
  }

  /// Cancels the running action, if possible.
  func cancel() {
    let cancel = state.withLockedValue { state -> (@Sendable () -> Void)? in
      guard let cancel = state.cancel else { return nil }
      state.isCancelled = true
      return cancel
    }
    cancel?()
  }
}

/// The presses that this process works on, by id.
struct RunningPresses: Sendable {
  private let presses = NIOLockedValueBox<[String: RunningPress]>([:])

  subscript(id: String) -> RunningPress? { presses.withLockedValue { $0[id] } }

  /// Adds a press, unless another request is working on the same one.
  func add(_ press: RunningPress, _ id: String) {
    presses.withLockedValue { if $0[id] == nil { $0[id] = press } }
  }

  func remove(_ press: RunningPress, _ id: String) {
    presses.withLockedValue { if $0[id] === press { $0[id] = nil } }
  }
}
