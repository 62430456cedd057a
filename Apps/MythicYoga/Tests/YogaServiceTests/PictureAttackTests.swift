import AccountsWeb
import Dispatch
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing
import YogaDomain
import YogaService

/// Pictures that take time or memory from other users.
@Suite(.timeLimit(.minutes(5))) struct PictureAttackTests {
  @Test func `attack: pictures are not decoded on the threads that read media`() async throws {
    let threads = NIOThreadPool(numberOfThreads: 1)
    threads.start()
    var settings = YogaServer.Settings()
    #expect(settings.decodingThreads !== NIOThreadPool.singleton)
    settings.decodingThreads = threads
    try await YogaSite.run(settings: settings) { site in
      let folder = site.mediaFolder + "/agni/mantra"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for file in ["master.m3u8", "video.mp4"] {
        try Data("#EXTM3U".utf8).write(to: URL(filePath: "\(folder)/\(file)"))
      }
      var mira = try await site.register()
      var app = AppClient(site)
      try await app.logIn(Credentials(email: "mira@example.com", password: YogaSite.password))
      try await app.send(.get, AppPaths.links(of: "agni/mantra"))
      let link = try app.read(VideoPaths.self).hls
      let gate = DispatchSemaphore(value: 0)
      defer { gate.signal() }
      let isBusy = NIOLockedValueBox(true)
      threads.submit { _ in
        _ = gate.wait(timeout: .now() + 60)
        isBusy.withLockedValue { $0 = false }
      }
      var player = AppClient(site)
      for path in [link, link.replacing("master.m3u8", with: "video.mp4")] {
        try await player.send(.get, path)
        #expect(player.status == 200 && isBusy.withLockedValue { $0 }, "\(path)")
      }
      gate.signal()
      let picture = ByteBuffer(bytes: UserDataTests.png)
      try await mira.send(.post, AppPaths.picture, type: "image/png", body: picture)
      #expect(mira.status == 200)
      // No others decode pictures.
      try await threads.shutdownGracefully()
      try await mira.send(.post, AppPaths.picture, type: "image/png", body: picture)
      #expect(mira.status == 500)
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
      let picture = ByteBuffer(bytes: UserDataTests.png)
      try await mira.send(.post, AppPaths.picture, type: "image/png", body: picture)
      #expect(mira.status == 429 && mira.headers[.retryAfter] == "3600")
      #expect(!isRead.withLockedValue { $0 })
      var noor = try await site.register("noor@example.com")
      try await noor.send(.post, AppPaths.picture, type: "image/png", body: picture)
      #expect(noor.status == 200)
    }
  }

  /// The routes that read bodies into memory, and their responses to a body of zeros.
  private static let routes = [
    (path: AppPaths.picture, type: "image/png", status: 422, text: "Only JPEG, PNG and WebP"),
    (path: AppPaths.sync, type: "application/json", status: 400, text: "malformed"),
  ]

  private static func zeros(_ count: Int) -> ByteBuffer { ByteBuffer(repeating: 0, count: count) }

  @Test func `attack: bodies that take too much memory are rejected, and others are not`()
    async throws
  {
    let maximum = 3_000
    func memory() -> BodyMemory {
      BodyMemory(maximumBytes: maximum, perSender: 2_000, perNetwork: maximum)
    }
    var settings = YogaServer.Settings()
    (settings.pictureMemory, settings.syncMemory) = (memory(), memory())
    try await YogaSite.run(settings: settings) { site in
      var mira = try await site.register()
      let noor = try await site.register("noor@example.com")
      let count = NIOLockedValueBox(0)
      for route in Self.routes {
        try await mira.send(.post, route.path, type: route.type, body: Self.zeros(2_001))
        #expect(mira.status == 503 && mira.page.contains("busy"), "\(route.path)")
        // Neither the rejected body nor the first of these takes memory any longer.
        for _ in 0..<2 {
          try await mira.send(.post, route.path, type: route.type, body: Self.zeros(1_500))
          #expect(mira.status == route.status && mira.page.contains(route.text), "\(route.path)")
        }
        site.bodyHook.beforeEnd {
          var sender = noor
          // Half of what is free; and all that a user may send, where nothing is held.
          try await sender.send(.post, route.path, type: route.type, body: Self.zeros(751))
          #expect(sender.status == 503 && sender.page.contains("busy"), "\(route.path)")
          for other in Self.routes {
            let size = other.path == route.path ? 750 : 1_500
            try await sender.send(.post, other.path, type: other.type, body: Self.zeros(size))
            #expect(sender.status == other.status, "\(other.path)")
            #expect(sender.page.contains(other.text), "\(other.path)")
          }
          count.withLockedValue { $0 += 1 }
        }
        try await mira.send(.post, route.path, type: route.type, body: Self.zeros(1_500))
        #expect(mira.status == route.status && mira.page.contains(route.text), "\(route.path)")
      }
      #expect(count.withLockedValue { $0 } == Self.routes.count)
      try await mira.send(
        .post, AppPaths.picture, type: "image/png", body: ByteBuffer(bytes: UserDataTests.png))
      #expect(mira.status == 200)
    }
  }

  @Test func `attack: bodies from one network leave half of the memory to others`() async throws {
    func memory() -> BodyMemory { BodyMemory(maximumBytes: 3_000, perSender: 2_000) }
    var settings = YogaServer.Settings()
    (settings.pictureMemory, settings.syncMemory) = (memory(), memory())
    try await YogaSite.run(settings: settings) { site in
      var mira = try await site.register()
      let noor = try await site.register("noor@example.com")
      let count = NIOLockedValueBox(0)
      for route in Self.routes {
        site.bodyHook.beforeEnd {
          var sender = noor
          try await sender.send(.post, route.path, type: route.type, body: Self.zeros(1))
          #expect(sender.status == 503 && sender.page.contains("busy"), "\(route.path)")
          count.withLockedValue { $0 += 1 }
        }
        try await mira.send(.post, route.path, type: route.type, body: Self.zeros(1_500))
        #expect(mira.status == route.status, "\(route.path)")
      }
      #expect(count.withLockedValue { $0 } == Self.routes.count)
    }
  }
}
