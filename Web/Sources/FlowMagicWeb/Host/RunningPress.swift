import NIOConcurrencyHelpers

/// A press while its handlers run: requests wait for its response, see its progress, and cancel it.
final class RunningPress: Sendable {
  private struct State {
    var result: Result<PageResponse, WebFailure>?
    /// Whether the request that has pressed was answered already, with a page of the progress.
    var isDetached = false
    /// Whether the response is being stored: from then on it is waited for.
    var isSettled = false
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let state = NIOLockedValueBox(State())
  /// The progress that its action has reported.
  let progress = CallProgress()

  /// Whether it was cancelled.
  var isCancelled: Bool { state.withLockedValue { $0.isCancelled } }
  /// Whether it can be cancelled now.
  var isCancellable: Bool { state.withLockedValue { $0.cancel != nil && !$0.isCancelled } }

  // MARK: Waiting

  /// The response; nil if there is none yet after that time.
  func response(within time: Duration) async -> Result<PageResponse, WebFailure>? {
    let end = ended
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in end {} }
      group.addTask { try? await Task.sleep(for: time) }
      _ = await group.next()
      group.cancelAll()
    }
    return state.withLockedValue { $0.result }
  }

  /// The response of a press that ends soon, or has ended; nil if this request was cancelled.
  var response: Result<PageResponse, WebFailure>? {
    get async {
      for await _ in ended {}
      return state.withLockedValue { $0.result }
    }
  }

  /// A stream that ends with the press.
  private var ended: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let isRunning = state.withLockedValue { state in
      guard state.result == nil else { return false }
      state.waiting.append(continuation)
      return true
    }
    if !isRunning { continuation.finish() }
    return stream
  }

  /// Lets the request that has pressed answer before the end; false if the end has come.
  func detach() -> Bool {
    state.withLockedValue { state in
      guard !state.isSettled, state.result == nil else { return false }
      state.isDetached = true
      return true
    }
  }

  // MARK: Ending

  /// Begins to store the response; returns whether nobody but later requests will get it.
  func settle() -> Bool {
    state.withLockedValue { state in
      state.isSettled = true
      return state.isDetached
    }
  }

  /// Hands the response to all who wait for it.
  func finish(_ result: Result<PageResponse, WebFailure>) {
    let waiting = state.withLockedValue { state in
      state.result = result
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  // MARK: Cancelling

  /// Lets it be cancelled until `cancel` is nil; at once if cancellation was requested meanwhile.
  func allowCancelling(_ cancel: (@Sendable () -> Void)?) {
    let isCancelled = state.withLockedValue { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel?() }
  }

  /// Cancels the action that runs, if it can be cancelled.
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

  /// Adds a press, unless another request works on the same.
  func add(_ press: RunningPress, _ id: String) {
    presses.withLockedValue { if $0[id] == nil { $0[id] = press } }
  }

  func remove(_ press: RunningPress, _ id: String) {
    presses.withLockedValue { if $0[id] === press { $0[id] = nil } }
  }
}
