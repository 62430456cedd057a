import Dispatch
import Foundation
import Testing
import YogaDomain
import YogaService

/// How practice data is written: without delaying other users.
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
    _ = try await store.update("mira") { try $0.apply(first, now: 1_000) }
    let before = try Data(contentsOf: log)
    #expect(!before.isEmpty)
    let empty = PracticeDevice(id: "device-2").request(now: 2_000)
    for request in [first, empty] {
      let response = try await store.update("mira") { try $0.apply(request, now: 2_000) }
      #expect(response.state.positions["agni/mantra"]?.value == 7)
    }
    #expect(try Data(contentsOf: log) == before)
    // The store is used until here, because closing it would remove the log.
    let second = Self.makeRequest("kali/mantra")
    _ = try await store.update("mira") { try $0.apply(second, now: 2_000) }
    #expect(try Data(contentsOf: log) != before)
    #expect(try await store.practice(of: "mira").state.positions.count == 2)
  }

  @Test func `attack: a slow change of one user does not delay another's`() async throws {
    let folder = try Self.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try YogaStore(path: folder + "/yoga.db")
    let request = Self.makeRequest()
    let gate = DispatchSemaphore(value: 0)
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let slow = Task {
      try await store.update("mira") { practice in
        beginning.finish()
        _ = gate.wait(timeout: .now() + 30)
        return try practice.apply(request, now: 1_000)
      }
    }
    for await _ in begun {}
    let start = ContinuousClock.now
    _ = try await store.update("noor") { try $0.apply(request, now: 1_000) }
    #expect(ContinuousClock.now - start < .seconds(20))
    gate.signal()
    _ = try await slow.value
    for user in ["mira", "noor"] {
      #expect(try await store.practice(of: user).state.positions.count == 1)
    }
  }

  @Test func `concurrent changes of a user are all applied, also after one that fails`()
    async throws
  {
    let store = try YogaStore()
    let invalid = PracticeDevice(id: "short").request(now: 1_000)
    await #expect(throws: SyncError(code: .invalidDevice)) {
      _ = try await store.update("mira") { try $0.apply(invalid, now: 1_000) }
    }
    let videos = Catalog.current.videos.prefix(20).map(\.id)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for video in videos {
        let request = Self.makeRequest(video)
        group.addTask {
          _ = try await store.update("mira") { try $0.apply(request, now: 1_000) }
        }
      }
      try await group.waitForAll()
    }
    let practice = try await store.practice(of: "mira")
    #expect(practice.revision == videos.count)
    #expect(Set(practice.state.positions.keys) == Set(videos))
  }
}
