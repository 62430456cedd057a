import AccountsPictures
import Dispatch
import Foundation
import NIOConcurrencyHelpers
import Testing
import YogaDomain
import YogaService
import YogaWeb

/// How users' data is written: without delaying other users, and not for deleted ones.
@Suite(.timeLimit(.minutes(5))) struct PracticeStoreTests {
  private static func newFolder() throws -> String {
    let path = NSTemporaryDirectory() + "yoga-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private static func makeRequest(_ video: String = "agni/mantra") -> SyncRequest {
    var device = PracticeDevice(id: "device-1")
    device.setPosition(7, of: video, now: 1_000)
    return device.request(now: 1_000)
  }

  @Test func `attack: a synchronization that changes nothing writes nothing`() async throws {
    let folder = try Self.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try YogaStore(path: folder + "/yoga.db")
    let log = URL(fileURLWithPath: folder + "/yoga.db-wal")
    let first = Self.makeRequest()
    _ = try await store.update("mira", check: {}) { try $0.apply(first, now: 1_000) }
    let before = try Data(contentsOf: log)
    #expect(!before.isEmpty)
    let empty = PracticeDevice(id: "device-2").request(now: 2_000)
    for request in [first, empty] {
      let response = try await store.update("mira", check: {}) { try $0.apply(request, now: 2_000) }
      #expect(response.state.positions["agni/mantra"]?.value == 7)
    }
    #expect(try Data(contentsOf: log) == before)
    // The store is used until here, because closing it would remove the log.
    let second = Self.makeRequest("kali/mantra")
    _ = try await store.update("mira", check: {}) { try $0.apply(second, now: 2_000) }
    #expect(try Data(contentsOf: log) != before)
    #expect(try await store.practice(of: "mira").state.positions.count == 2)
  }

  @Test func `attack: a slow change of one user does not delay another's`() async throws {
    let folder = try Self.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try YogaStore(path: folder + "/yoga.db")
    let request = Self.makeRequest()
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let hasLeft = NIOLockedValueBox(false)
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let slow = Task {
      try await store.update("mira", check: {}) { practice in
        beginning.finish()
        _ = gate.wait(timeout: .now() + 30)
        hasLeft.withLockedValue { $0 = true }
        return try practice.apply(request, now: 1_000)
      }
    }
    for await _ in begun {}
    _ = try await store.update("noor", check: {}) { try $0.apply(request, now: 1_000) }
    #expect(!hasLeft.withLockedValue { $0 })
    gate.signal()
    _ = try await slow.value
    for user in ["mira", "noor"] {
      #expect(try await store.practice(of: user).state.positions.count == 1)
    }
  }

  /// Ways to store data of a user.
  enum Write: CaseIterable {
    case practice, picture

    func apply(
      to store: YogaStore, check: @escaping @Sendable () async throws -> Void
    ) async throws {
      switch self {
      case .practice:
        let request = PracticeStoreTests.makeRequest()
        _ = try await store.update("mira", check: check) { try $0.apply(request, now: 1_000) }
      case .picture:
        let picture = try ProfilePicture.make(from: Array(UserDataTests.png))
        _ = try await store.setPicture(picture, of: "mira", check: check)
      }
    }
  }

  @Test(arguments: Write.allCases)
  func `attack: nothing is left of changes that wait, or are written, while an account is deleted`(
    write: Write
  ) async throws {
    let store = try YogaStore()
    let isDeleted = NIOLockedValueBox(false)
    let endedCount = NIOLockedValueBox(0)
    let tasks = NIOLockedValueBox<[Task<Void, any Error>]>([])
    /// Returns when all tasks that have begun wait for the user's turn, or have ended without it.
    @Sendable func begin(_ work: @escaping @Sendable () async throws -> Void) async {
      let task = Task {
        defer { endedCount.withLockedValue { $0 += 1 } }
        try await work()
      }
      let count = tasks.withLockedValue { tasks in
        tasks.append(task)
        return tasks.count
      }
      while !Task.isCancelled {
        let waitingCount = await store.turns.waitingCount(of: "mira")
        guard waitingCount + endedCount.withLockedValue({ $0 }) < count else { return }
        await Task.yield()
      }
    }
    // The check of this change passes; those that begin meanwhile wait until it is written.
    try await write.apply(to: store) {
      await begin {
        try await write.apply(to: store) {
          if isDeleted.withLockedValue({ $0 }) { throw SessionEnded() }
        }
      }
      isDeleted.withLockedValue { $0 = true }
      await begin { try await store.remove("mira") }
    }
    let begun = tasks.withLockedValue { $0 }
    await #expect(throws: SessionEnded.self) { try await begun[0].value }
    try await begun[1].value
    #expect(try await store.practice(of: "mira").state.isEmpty)
    #expect(try await store.picture(of: "mira") == nil)
  }

  @Test func `concurrent changes of a user are all applied, also after one that fails`()
    async throws
  {
    let store = try YogaStore()
    let invalid = PracticeDevice(id: "short").request(now: 1_000)
    await #expect(throws: SyncError(code: .invalidDevice)) {
      _ = try await store.update("mira", check: {}) { try $0.apply(invalid, now: 1_000) }
    }
    let videos = Catalog.current.videos.prefix(20).map(\.id)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for video in videos {
        let request = Self.makeRequest(video)
        group.addTask {
          _ = try await store.update("mira", check: {}) { try $0.apply(request, now: 1_000) }
        }
      }
      try await group.waitForAll()
    }
    let practice = try await store.practice(of: "mira")
    #expect(practice.revision == videos.count)
    #expect(Set(practice.state.positions.keys) == Set(videos))
  }
}
