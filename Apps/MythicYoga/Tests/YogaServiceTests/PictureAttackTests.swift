import AccountsWeb
import Dispatch
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing
import YogaDomain

/// Pictures that take time or memory from other users.
@Suite(.timeLimit(.minutes(5))) struct PictureAttackTests {
  @Test func `attack: pictures are not decoded on the threads that read media`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      let gate = DispatchSemaphore(value: 0)
      let threads = NIOSingletons.blockingPoolThreadCountSuggestion
      for _ in 0..<threads {
        NIOThreadPool.singleton.submit { _ in _ = gate.wait(timeout: .now() + 30) }
      }
      let start = ContinuousClock.now
      try await mira.send(
        .post, AppPaths.picture, type: "image/png", body: ByteBuffer(bytes: OwnDataTests.png))
      #expect(mira.status == 200 && ContinuousClock.now - start < .seconds(20))
      for _ in 0..<threads { gate.signal() }
    }
  }

  @Test func `attack: pictures beyond 20 an hour are rejected before they are read`() async throws {
    try await YogaSite.run { site in
      var mira = try await site.register()
      for _ in 0..<20 {
        try await mira.send(
          .post, AppPaths.picture, type: "image/png", body: ByteBuffer(string: "none"))
        #expect(mira.status == 422)
      }
      let isRead = NIOLockedValueBox(false)
      site.bodyHook.beforeBody { isRead.withLockedValue { $0 = true } }
      let picture = ByteBuffer(bytes: OwnDataTests.png)
      try await mira.send(.post, AppPaths.picture, type: "image/png", body: picture)
      #expect(mira.status == 429 && mira.headers[.retryAfter] == "3600")
      #expect(!isRead.withLockedValue { $0 })
      var noor = try await site.register("noor@example.com")
      try await noor.send(.post, AppPaths.picture, type: "image/png", body: picture)
      #expect(noor.status == 200)
    }
  }

  @Test func `attack: bodies that take too much memory are rejected, and others are not`()
    async throws
  {
    let memory = BodyMemory(maximumBytes: 3_000, perSender: 2_000)
    try await YogaSite.run(bodyMemory: memory) { site in
      var mira = try await site.register()
      let large = ByteBuffer(repeating: 0, count: 2_001)
      for (path, type) in [(AppPaths.picture, "image/png"), (AppPaths.sync, "application/json")] {
        try await mira.send(.post, path, type: type, body: large)
        #expect(mira.status == 503 && mira.page.contains("busy"), "\(path)")
      }
      // The rejected bodies no longer take memory.
      try await mira.send(
        .post, AppPaths.picture, type: "image/png", body: ByteBuffer(bytes: OwnDataTests.png))
      #expect(mira.status == 200)
    }
  }
}
