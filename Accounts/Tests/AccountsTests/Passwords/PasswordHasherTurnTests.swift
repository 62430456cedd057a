import Accounts
import Dispatch
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct PasswordHasherTurnTests {
  @Test func `a limited number of calls runs concurrently, in order`() async throws {
    let runs = RunRecorder()
    let hasher = blockedHasher(by: runs, maximumRunning: 2, maximumWaiting: 10)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<5 {
        group.addTask { _ = try await hasher.hash("\(number)") }
        // The next call starts once this one runs or waits.
        await waitUntil { await runs.recorded.count + hasher.waitingCount == number + 1 }
      }
      #expect(runs.recorded.count == 2)
      #expect(await hasher.waitingCount == 3)
      for _ in 0..<5 { runs.release() }
      try await group.waitForAll()
    }
    #expect(runs.peak == 2)
    #expect(await hasher.derivationCount == 5)
    #expect(Set(runs.recorded.prefix(2).map(\.password)) == [Array("0".utf8), Array("1".utf8)])
    #expect([Array("2".utf8), Array("3".utf8)].contains(runs.recorded[2].password))
  }

  @Test func `a call is rejected while the queue is full`()
    async throws
  {
    let runs = RunRecorder()
    let hasher = blockedHasher(by: runs, maximumRunning: 1, maximumWaiting: 1)
    async let first = hasher.hash("first")
    await runs.waitForRun()
    async let second = hasher.check("second", against: nil)
    await waitUntil { await hasher.waitingCount == 1 }
    let error = await #expect(throws: AccountError.self) {
      try await hasher.check("third", against: nil)
    }
    #expect(error?.code == .tooManyAttempts)
    #expect(error?.retryAfter == 5)
    runs.release()
    runs.release()
    _ = try await (first, second)
    #expect(await hasher.derivationCount == 2)
    runs.release()
    #expect(try await hasher.check("third", against: nil) == .wrong)
  }

  @Test func `a cancelled call leaves the queue without running`() async throws {
    let runs = RunRecorder()
    let hasher = blockedHasher(by: runs, maximumRunning: 1, maximumWaiting: 5)
    async let first = hasher.hash("first")
    await runs.waitForRun()
    let second = Task { try await hasher.hash("second") }
    await waitUntil { await hasher.waitingCount == 1 }
    async let third = hasher.hash("third")
    await waitUntil { await hasher.waitingCount == 2 }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(await hasher.waitingCount == 1)
    runs.release()
    runs.release()
    _ = try await (first, third)
    #expect(runs.recorded.map(\.password) == [Array("first".utf8), Array("third".utf8)])
  }

  @Test func `nothing runs for a task that is already cancelled`() async throws {
    let hasher = PasswordHasher(parameters: .forTests)
    let endless = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in endless.stream {}
      return try await hasher.hash("password")
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    withExtendedLifetime(endless.continuation) {}
    #expect(await hasher.derivationCount == 0)
  }

  @Test func `the next call runs after one that fails`() async throws {
    struct TestError: Error {}
    let hasher = PasswordHasher(parameters: .forTests, maximumRunning: 1, maximumWaiting: 5) { _ in
      throw TestError()
    }
    for _ in 0..<3 {
      await #expect(throws: TestError.self) { try await hasher.hash("password") }
    }
    #expect(await hasher.derivationCount == 3)
  }

  @Test func `attack: a user has two calls at the same time, and others get their turn`()
    async throws
  {
    let runs = RunRecorder()
    let hasher = blockedHasher(by: runs, maximumRunning: 1, maximumWaiting: 8)
    async let first = hasher.hash("a1", for: .user("a", network: "n"))
    await runs.waitForRun()
    async let second = hasher.hash("a2", for: .user("a", network: "elsewhere"))
    await waitUntil { await hasher.waitingCount == 1 }
    for _ in 0..<20 {
      let error = await #expect(throws: AccountError.self) {
        try await hasher.check("a3", against: nil, for: .user("a", network: "a third one"))
      }
      #expect(error?.code == .tooManyAttempts)
    }
    async let other = hasher.hash("b", for: .user("b", network: "n"))
    await waitUntil { await hasher.waitingCount == 2 }
    for _ in 0..<3 { runs.release() }
    _ = try await (first, second, other)
    runs.release()
    _ = try await hasher.hash("a4", for: .user("a", network: "n"))
    #expect(await hasher.derivationCount == 4)
  }

  @Test func `attack: a network's many calls do not keep a user or another network waiting`()
    async throws
  {
    let runs = RunRecorder()
    let hasher = blockedHasher(by: runs, maximumRunning: 1, maximumWaiting: 20)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10 {
        group.addTask { _ = try await hasher.hash("flood \(number)", for: .network("a")) }
        await waitUntil { await runs.recorded.count + hasher.waitingCount == number + 1 }
      }
      group.addTask { _ = try await hasher.hash("user", for: .user("u", network: "c")) }
      await waitUntil { await hasher.waitingCount == 10 }
      group.addTask { _ = try await hasher.hash("neighbor", for: .network("b")) }
      await waitUntil { await hasher.waitingCount == 11 }
      for _ in 0..<12 { runs.release() }
      try await group.waitForAll()
    }
    let order = runs.recorded.map { String(decoding: $0.password, as: UTF8.self) }
    #expect(order.prefix(4) == ["flood 0", "user", "flood 1", "neighbor"])
  }

  @Test func `attack: a network with a full queue loses its place to others and to users`()
    async throws
  {
    let runs = RunRecorder()
    let hasher = blockedHasher(by: runs, maximumRunning: 1, maximumWaiting: 4)
    let rejections = AsyncStream<Void>.makeStream()
    func waitForRejection() async { for await _ in rejections.stream { return } }
    let flood = (0..<4).map { number in
      Task {
        do {
          _ = try await hasher.hash("flood \(number)", for: .network("a"))
        } catch {
          rejections.continuation.yield()
        }
      }
    }
    await waitUntil { await runs.recorded.count + hasher.waitingCount == 4 }
    await #expect(throws: AccountError.self, "the last quarter of the queue is for known users") {
      try await hasher.hash("flood 4", for: .network("a"))
    }
    let first = Task { try await hasher.hash("user", for: .user("u", network: "c")) }
    await waitUntil { await hasher.waitingCount == 4 }
    let second = Task { try await hasher.hash("other", for: .user("v", network: "c")) }
    await waitForRejection()
    let neighbor = Task { try await hasher.hash("neighbor", for: .network("b")) }
    await waitForRejection()
    await waitUntil { await hasher.waitingCount == 4 }
    for _ in 0..<5 { runs.release() }
    for call in [first, second, neighbor] { _ = try await call.value }
    for call in flood { await call.value }
    #expect(await hasher.derivationCount == 5)
  }

  @Test func `attack: many known users leave space in the queue for new devices`() async throws {
    let runs = RunRecorder()
    let hasher = blockedHasher(by: runs, maximumRunning: 1, maximumWaiting: 4)
    let known = (0..<4).map { number in
      Task {
        let user = PasswordRequester.user("u\(number)", network: "n\(number)")
        _ = try await hasher.hash("known \(number)", for: user)
      }
    }
    await waitUntil { await runs.recorded.count + hasher.waitingCount == 4 }
    await #expect(throws: AccountError.self) {
      try await hasher.hash("known 4", for: .user("u4", network: "n4"))
    }
    let new = Task { _ = try await hasher.hash("new", for: .network("a")) }
    await waitUntil { await hasher.waitingCount == 4 }
    for _ in 0..<5 { runs.release() }
    for call in known + [new] { try await call.value }
    #expect(await hasher.derivationCount == 5)
  }
}

/// A hasher whose runs are recorded, and block until they are released.
func blockedHasher(
  by runs: RunRecorder, maximumRunning: Int, maximumWaiting: Int
) -> PasswordHasher {
  PasswordHasher(
    parameters: .forTests, maximumRunning: maximumRunning, maximumWaiting: maximumWaiting
  ) { run in
    runs.record(run)
    runs.wait()
    return [UInt8](repeating: 7, count: run.length)
  }
}

/// Waits until a condition that another task fulfills is true, or the test is cancelled.
func waitUntil(_ condition: @Sendable () async -> Bool) async {
  while !Task.isCancelled, await !condition() { await Task.yield() }
}

/// Records the runs of a hasher, and blocks them.
final class RunRecorder: @unchecked Sendable {
  private struct State {
    var runs: [Derivation] = []
    var running = 0
    var peak = 0
  }

  private let lock = NSLock()
  private var state = State()
  private let gate = DispatchSemaphore(value: 0)
  private let starts = AsyncStream<Void>.makeStream()

  var recorded: [Derivation] { lock.withLock { state.runs } }
  /// The maximum number of concurrent blocked runs.
  var peak: Int { lock.withLock { state.peak } }

  func record(_ run: Derivation) {
    lock.withLock { state.runs.append(run) }
    starts.continuation.yield()
  }

  /// Waits until one more run has begun.
  func waitForRun() async { for await _ in starts.stream { return } }

  func wait() {
    lock.withLock {
      state.running += 1
      state.peak = max(state.peak, state.running)
    }
    gate.wait()
    lock.withLock { state.running -= 1 }
  }

  func release() { gate.signal() }
}
