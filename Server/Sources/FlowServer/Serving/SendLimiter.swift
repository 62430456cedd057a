import NIOConcurrencyHelpers

/// Limits how many large responses are written at the same time, so that the event loops can serve
/// other requests.
///
/// A fast client can receive 12 MiB in a moment, and hundreds of them at once would keep the event
/// loops busy for a second. So each chunk waits for its turn. Turns rotate among the credentials
/// with pending chunks: one with a hundred connections gets no more turns than one with a single
/// connection.
///
/// A turn ends when the chunk has been written, or at a timeout, of 20 milliseconds by default, if
/// the client has not accepted it: slow clients cost the event loops nothing, so they do not block
/// others.
package final class SendLimiter: Sendable {
  /// The recipient of a response.
  package struct Recipient: Hashable, Sendable {
    package let organization: String
    /// The user or token; nil for anonymous clients, which may be many.
    package let credential: String?

    package init(organization: String, credential: String? = nil) {
      self.organization = organization
      self.credential = credential
    }
  }

  fileprivate struct State {
    /// The recipients of the chunks being sent, by turn.
    var running: [Int: Recipient] = [:]
    var lastTurn = 0
    /// All recipients with pending chunks, in the order of their turns.
    var order: [Recipient] = []
    /// The continuations of the pending chunks of each recipient, oldest first.
    var pending: [Recipient: [CheckedContinuation<Int, Never>]] = [:]
  }

  /// The maximum number of chunks sent at a time: in total, and of one organization.
  private let limit: (total: Int, perOrganization: Int)
  private let timeout: @Sendable () async throws -> Void
  private let state = NIOLockedValueBox(State())

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of chunks sent at a time.
  ///   - perOrganization: The maximum number of chunks of one organization.
  ///   - timeout: Waits for the maximum duration of a turn.
  package init(
    limit: Int = 16, perOrganization: Int = 4,
    timeout: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(20))
    }
  ) {
    self.limit = (limit, perOrganization)
    self.timeout = timeout
  }

  /// The number of chunks that await their turn.
  package var pendingCount: Int {
    state.withLockedValue { $0.pending.values.reduce(0) { $0 + $1.count } }
  }

  /// The turn of a chunk, which may be sent until it ends.
  package struct Turn: Sendable {
    fileprivate let number: Int
    /// Ends the turn of a client that does not accept the chunk.
    fileprivate let expiry: Task<Void, any Error>
  }

  /// Waits until a chunk may be sent.
  ///
  /// The caller ends the turn after sending it.
  package func begin(for recipient: Recipient) async -> Turn {
    let number = await withCheckedContinuation { continuation in
      let number = state.withLockedValue { state -> Int? in
        if state.pending[recipient] == nil, mayRun(recipient, state) {
          return state.start(recipient)
        }
        if state.pending[recipient] == nil { state.order.append(recipient) }
        state.pending[recipient, default: []].append(continuation)
        return nil
      }
      if let number { continuation.resume(returning: number) }
    }
    let expiry = Task {
      try await timeout()
      end(number)
    }
    return Turn(number: number, expiry: expiry)
  }

  /// Ends a turn, if it has not ended yet, and begins the next ones up to the limits.
  package func end(_ turn: Turn) {
    turn.expiry.cancel()
    end(turn.number)
  }

  private func end(_ number: Int) {
    let next = state.withLockedValue { state -> [(CheckedContinuation<Int, Never>, Int)] in
      guard state.running.removeValue(forKey: number) != nil else { return [] }
      var next: [(CheckedContinuation<Int, Never>, Int)] = []
      while let index = state.order.firstIndex(where: { mayRun($0, state) }) {
        let recipient = state.order.remove(at: index)
        guard var parts = state.pending[recipient], !parts.isEmpty else { continue }
        next.append((parts.removeFirst(), state.start(recipient)))
        state.pending[recipient] = parts.isEmpty ? nil : parts
        if !parts.isEmpty { state.order.append(recipient) }
      }
      return next
    }
    for (continuation, number) in next { continuation.resume(returning: number) }
  }

  private func mayRun(_ recipient: Recipient, _ state: State) -> Bool {
    guard state.running.count < limit.total else { return false }
    let count = state.running.values.count { $0.organization == recipient.organization }
    return count < limit.perOrganization
  }
}

extension SendLimiter.State {
  /// Begins a turn.
  fileprivate mutating func start(_ recipient: SendLimiter.Recipient) -> Int {
    lastTurn += 1
    running[lastTurn] = recipient
    return lastTurn
  }
}
