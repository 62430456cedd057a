import Accounts
import Testing

/// Many accounts on one network: password hashes take turns by network, then by user.
struct PasswordHasherNetworkTests {
  @Test(arguments: [PasswordRequester.user("b", network: "b"), .network("b")])
  func `attack: forty accounts of a network do not keep another network waiting`(
    other: PasswordRequester
  ) async throws {
    let queue = BlockedQueue(maximumWaiting: 64)
    for number in 0...40 {
      await queue.add("flood \(number)", for: .user("a\(number)", network: "a"))
    }
    await queue.add("other", for: other)
    let order = await queue.run()
    #expect(order.count == 42)
    #expect(order.prefix(2) == ["flood 0", "other"])
  }

  @Test func `attack: a network that floods as known users and as others gets every second turn`()
    async throws
  {
    let queue = BlockedQueue(maximumWaiting: 64)
    for number in 0..<16 {
      await queue.add("known \(number)", for: .user("a\(number)", network: "a"))
      await queue.add("unknown \(number)", for: .network("a"))
    }
    for number in 0..<2 {
      await queue.add("user \(number)", for: .user("u\(number)", network: "b"))
      await queue.add("stranger \(number)", for: .network("b"))
    }
    let order = await queue.run()
    #expect(
      order.prefix(9) == [
        "known 0", "user 0", "known 1", "stranger 0", "unknown 0", "user 1", "known 2",
        "stranger 1", "unknown 1",
      ])
  }

  @Test func `attack: many networks of strangers do not keep a known user waiting`() async throws {
    let queue = BlockedQueue(maximumWaiting: 64)
    for number in 0...40 { await queue.add("stranger \(number)", for: .network("\(number)")) }
    await queue.add("user", for: .user("u", network: "home"))
    let order = await queue.run()
    #expect(order.prefix(3).contains("user"))
  }

  @Test func `callers on one network take turns by user`() async throws {
    let queue = BlockedQueue(maximumWaiting: 64)
    await queue.add("running", for: .server)
    for (user, call) in [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 1)] {
      await queue.add("\(user)\(call)", for: .user(user, network: "office"))
    }
    #expect(await queue.run() == ["running", "a1", "b1", "c1", "a2", "b2"])
  }

  @Test func `callers without a network take turns as if they were on one`() async throws {
    let queue = BlockedQueue(maximumWaiting: 64)
    for number in 0..<4 { await queue.add("server \(number)", for: .server) }
    await queue.add("user", for: .user("u", network: "home"))
    #expect(await queue.run() == ["server 0", "user", "server 1", "server 2", "server 3"])
  }

  @Test func `attack: a full queue makes space for other networks, and not for the largest`()
    async throws
  {
    let queue = BlockedQueue(maximumWaiting: 8)
    // The first one runs.
    for number in 0...6 {
      await queue.add("known \(number)", for: .user("a\(number)", network: "a"))
    }
    for number in 0..<2 { await queue.add("unknown \(number)", for: .network("a")) }
    #expect(await queue.waitingCount == 8)

    #expect(await queue.addToFull("known 7", for: .user("a7", network: "a")) == "known 7")
    #expect(await queue.addToFull("unknown 2", for: .network("a")) == "unknown 2")
    #expect(await queue.addToFull("user", for: .user("u", network: "b")) == "known 6")
    #expect(await queue.addToFull("stranger", for: .network("c")) == "unknown 1")
    #expect(await queue.addToFull("other", for: .network("d")) == "unknown 0")
    #expect(await queue.addToFull("last", for: .network("e")) == "known 5")
    #expect(await queue.addToFull("known 8", for: .user("a8", network: "a")) == "known 8")

    let order = await queue.run()
    #expect(
      Set(order) == [
        "known 0", "known 1", "known 2", "known 3", "known 4", "user", "stranger", "other", "last",
      ])
  }

  @Test func `a user with two calls loses one before another user of the network`() async throws {
    let queue = BlockedQueue(maximumWaiting: 5)
    await queue.add("running", for: .server)
    for (user, call) in [("a", 1), ("b", 1), ("b", 2), ("c", 1)] {
      await queue.add("\(user)\(call)", for: .user(user, network: "office"))
    }
    #expect(await queue.addToFull("home", for: .user("u", network: "home")) == "b2")
    let order = await queue.run()
    #expect(Set(order) == ["running", "a1", "b1", "c1", "home"])
  }

  @Test func `attack: a network full of users with two calls makes space for another user of it`()
    async throws
  {
    // Three slots are for known users.
    let queue = BlockedQueue(maximumWaiting: 4)
    await queue.add("running", for: .server)
    for (user, call) in [("a", 1), ("a", 2), ("b", 1)] {
      await queue.add("\(user)\(call)", for: .user(user, network: "office"))
    }
    #expect(await queue.addToFull("b2", for: .user("b", network: "office")) == "b2")
    #expect(await queue.addToFull("c1", for: .user("c", network: "office")) == "a2")
    #expect(await queue.addToFull("d1", for: .user("d", network: "office")) == "d1")
    let order = await queue.run()
    #expect(Set(order) == ["running", "a1", "b1", "c1"])
  }

  @Test func `attack: fresh networks do not push out calls of small ones`() async throws {
    let queue = BlockedQueue(maximumWaiting: 4)
    await queue.add("running", for: .server)
    for number in 0..<3 { await queue.add("stranger \(number)", for: .network("\(number)")) }
    await queue.add("user", for: .user("u", network: "home"))
    #expect(await queue.addToFull("fresh", for: .network("fresh")) == "fresh")
    #expect(
      await queue.addToFull("known", for: .user("v", network: "other")) == "stranger 2",
      "a known user takes a stranger's slot")
    let order = await queue.run()
    #expect(Set(order) == ["running", "stranger 0", "stranger 1", "user", "known"])
  }
}

/// Calls to a hasher that runs one at a time, and only once all have been added.
private final class BlockedQueue: Sendable {
  private let runs: RunRecorder
  private let hasher: PasswordHasher
  private let rejections = AsyncStream<String>.makeStream()

  init(maximumWaiting: Int) {
    let runs = RunRecorder()
    self.runs = runs
    hasher = blockedHasher(by: runs, maximumRunning: 1, maximumWaiting: maximumWaiting)
  }

  var waitingCount: Int { get async { await hasher.waitingCount } }

  private var added: Int { get async { await runs.recorded.count + hasher.waitingCount } }

  private func start(_ name: String, for requester: PasswordRequester) {
    Task {
      do {
        _ = try await hasher.hash(name, for: requester)
      } catch {
        rejections.continuation.yield(name)
      }
    }
  }

  /// Adds a call, and waits until it runs or waits.
  func add(_ name: String, for requester: PasswordRequester) async {
    let before = await added
    start(name, for: requester)
    await waitUntil { await self.added == before + 1 }
  }

  /// Adds a call to a full queue, and returns the name of the rejected one.
  func addToFull(_ name: String, for requester: PasswordRequester) async -> String? {
    start(name, for: requester)
    for await rejected in rejections.stream { return rejected }
    return nil
  }

  /// Runs all calls, and returns their names in the order of their runs.
  func run() async -> [String] {
    let count = await added
    for _ in 0..<count { runs.release() }
    await waitUntil { self.runs.recorded.count == count }
    return runs.recorded.map { String(decoding: $0.password, as: UTF8.self) }
  }
}
