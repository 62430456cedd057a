import Accounts
import AccountsSQLite
import Foundation
import Logging
import Testing

/// An outbox on a real store, with a manual clock and a scripted transport.
final class MailFixture: Sendable {
  let store: WatchedStore
  let transport = ScriptedTransport()
  let signal: OutboxSignal
  private let now = LockedValue(Emails.now)
  private let isClockTrusted = LockedValue(true)
  private let ticks = AsyncStream<Void>.makeStream()

  private let keys: AccountKeyring

  init(_ store: (any AccountStore)? = nil, keys: AccountKeyring = Emails.keys) throws {
    self.keys = keys
    self.store = WatchedStore(try store ?? SQLiteAccounts.inMemory())
    signal = OutboxSignal()
  }

  /// Advances the clock and makes the outbox poll.
  func advance(by seconds: Int) {
    now.with { $0 += seconds }
    signal.send()
  }

  var time: Int { now.with { $0 } }

  /// Sets whether the outbox trusts the clock.
  func trustClock(_ isTrusted: Bool) { isClockTrusted.with { $0 = isTrusted } }

  /// Ends a pause of the outbox.
  func tick() { ticks.continuation.yield() }

  /// Runs an outbox while `body` runs, and then stops it gracefully; `stopping` runs once it has
  /// been asked to stop.
  func run(stopping: () -> Void = {}, _ body: () async throws -> Void) async throws {
    let outbox = Outbox(
      store: store, transport: transport, keys: { [keys] in keys },
      signal: signal, logger: Logger(label: "mail"),
      clock: { [now] in now.with { $0 } },
      isClockTrusted: { [isClockTrusted] in isClockTrusted.with { $0 } },
      pause: { [ticks] _ in
        for await _ in ticks.stream { return }
        throw CancellationError()
      })
    let run = Task { await outbox.run() }
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    run.cancel()
    stopping()
    await run.value
    try outcome.get()
  }

  /// Puts emails into the outbox and signals it.
  func post(_ emails: MailMessage...) async throws {
    try await store.change { writer in for mail in emails { try writer.put(mail) } }
    signal.send()
  }

  /// The stored email, once it satisfies a condition.
  @discardableResult
  func mail(
    _ id: String, when condition: @Sendable (MailMessage) -> Bool
  ) async throws -> MailMessage {
    var changes = store.changes().makeAsyncIterator()
    while true {
      if let mail = try await store.read({ try $0.mail(id) }), condition(mail) { return mail }
      try #require(await changes.next() != nil, "the test was cancelled")
    }
  }
}

/// A transport with scripted failures by address; all other emails are sent immediately.
final class ScriptedTransport: MailTransport {
  private struct State {
    var responses: [String: [MailFailure?]] = [:]
    var held: Set<String> = []
    var suspended: [String: [CheckedContinuation<Void, Never>]] = [:]
    var sent: [OutgoingMail] = []
  }

  private let state = LockedValue(State())
  private let attempted = AsyncStream<OutgoingMail>.makeStream()

  /// The emails as they are attempted.
  var attempts: AsyncStream<OutgoingMail> { attempted.stream }
  /// The accepted emails, in order.
  var sent: [OutgoingMail] { state.with { $0.sent } }

  /// Scripts the failures for emails to an address; later ones are accepted.
  func respond(to address: String, with failures: MailFailure?...) {
    state.with { $0.responses[address] = failures }
  }

  /// Makes emails to an address hang until they are released.
  func hold(_ address: String) { state.with { _ = $0.held.insert(address) } }

  func release(_ address: String) {
    let suspended = state.with { state in
      state.held.remove(address)
      return state.suspended.removeValue(forKey: address)
    }
    for continuation in suspended ?? [] { continuation.resume() }
  }

  func send(_ mail: OutgoingMail) async throws(MailFailure) {
    attempted.continuation.yield(mail)
    await withCheckedContinuation { continuation in
      let isHeld = state.with { state in
        guard state.held.contains(mail.to) else { return false }
        state.suspended[mail.to, default: []].append(continuation)
        return true
      }
      if !isHeld { continuation.resume() }
    }
    let failure = state.with { state -> MailFailure? in
      if let responses = state.responses[mail.to], let first = responses.first {
        state.responses[mail.to] = Array(responses.dropFirst())
        if let first { return first }
      }
      state.sent.append(mail)
      return nil
    }
    if let failure { throw failure }
  }
}

/// A store that reports its changes, and fails on demand.
final class WatchedStore: AccountStore {
  struct DiskFull: Error {}

  private struct State {
    var listeners: [AsyncStream<Void>.Continuation] = []
    /// The number of changes that succeed before all others fail; nil for no failures.
    var remaining: Int?
  }

  private let store: any AccountStore
  private let state = LockedValue(State())

  init(_ store: any AccountStore) { self.store = store }

  /// One element for each change from now on, including failed ones.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    state.with { $0.listeners.append(continuation) }
    return stream
  }

  /// Lets this many changes succeed and then none; nil lets all succeed.
  func fail(after changes: Int?) { state.with { $0.remaining = changes } }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountReader) throws -> Value
  ) async throws -> Value { try await store.read(body) }

  func change<Value: Sendable>(
    _ body: @escaping @Sendable (any AccountWriter) throws -> Value
  ) async throws -> Value {
    defer { for listener in state.with({ $0.listeners }) { listener.yield() } }
    let isFull = state.with { state in
      guard let remaining = state.remaining else { return false }
      state.remaining = max(0, remaining - 1)
      return remaining == 0
    }
    if isFull { throw DiskFull() }
    // A store may react to the cancellation of its caller.
    try Task.checkCancellation()
    return try await store.change(body)
  }
}

/// A value that several tasks may change.
final class LockedValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
