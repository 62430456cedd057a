import FlowCore
import FlowServer
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Synchronization
import Testing

/// Requests that read large documents: limited per organization, on separate threads.
@Suite struct DocumentLimiterTests {
  /// Blocks threads until it is opened.
  private final class Latch: Sendable {
    private let condition = NSCondition()
    private let isOpen = Mutex(false)

    func wait() {
      condition.withLock {
        while !isOpen.withLock({ $0 }) { condition.wait() }
      }
    }

    func open() {
      condition.withLock {
        isOpen.withLock { $0 = true }
        condition.broadcast()
      }
    }
  }

  @MainActor @Test
  func `attack: an organization's requests for documents are limited, and others do not wait`()
    async throws
  {
    let limiter = DocumentLimiter(running: 2, queued: 3)
    let work = HeldWork()
    let running = NIOLockedValueBox(0)
    let tasks = (1...5).map { _ in
      Task {
        try await limiter.run(for: "hostile") {
          running.withLockedValue { $0 += 1 }
          await work.wait()
          running.withLockedValue { $0 -= 1 }
        }
      }
    }
    await letStartedTasksRun()
    #expect(limiter.count(of: "hostile") == 5)
    let refused = await Task { try await limiter.run(for: "hostile") { 1 } }.result
    #expect(throws: Problem.self) { try refused.get() }
    let other = try await limiter.run(for: "acme") { "read" }
    #expect(other == "read")
    // Each request that ends makes space for the one that has waited longest.
    for count in [5, 3] {
      let begun = await work.waitForCalls(2)
      #expect(limiter.count(of: "hostile") == count)
      #expect(running.withLockedValue { $0 } == 2)
      for continuation in begun { continuation.resume() }
    }
    for continuation in await work.waitForCalls(1) { continuation.resume() }
    for task in tasks { try await task.value }
    #expect(limiter.count(of: "hostile") == 0)
  }

  @MainActor @Test
  func `a rollback is not delayed by the reads that were queued before it`()
    async throws
  {
    let limiter = DocumentLimiter(running: 1, queued: 3)
    let order = NIOLockedValueBox<[String]>([])
    let work = HeldWork()
    let running = Task { try await limiter.run(for: "acme") { await work.wait() } }
    let held = await work.waitForCalls(1)
    var tasks: [Task<Void, any Error>] = []
    for name in ["read 1", "read 2", "read 3", "rollback 1", "rollback 2"] {
      tasks.append(
        Task {
          try await limiter.run(for: "acme", isUrgent: name.hasPrefix("rollback")) {
            order.withLockedValue { $0.append(name) }
          }
        })
      await letStartedTasksRun()
    }
    #expect(limiter.count(of: "acme") == 6)
    for continuation in held { continuation.resume() }
    try await running.value
    for task in tasks { try await task.value }
    #expect(
      order.withLockedValue { $0 } == ["rollback 1", "rollback 2", "read 1", "read 2", "read 3"])
  }

  @MainActor @Test
  func `the check of a publication runs before queued checks of readers`() async throws {
    let checks = DocumentChecks()
    let latch = Latch()
    let order = NIOLockedValueBox<[String]>([])
    let begun = AsyncStream<Void>.makeStream()
    var tasks = [
      Task {
        try await checks.run(for: "acme") {
          begun.continuation.yield()
          latch.wait()
        }
      }
    ]
    for await _ in begun.stream { break }
    for name in ["read 1", "read 2", "publish"] {
      tasks.append(
        Task {
          try await checks.run(for: "acme", isUrgent: name == "publish") {
            order.withLockedValue { $0.append(name) }
          }
        })
      await letStartedTasksRun()
    }
    #expect(checks.count(of: "acme") == 4)
    latch.open()
    for task in tasks { try await task.value }
    #expect(order.withLockedValue { $0 } == ["publish", "read 1", "read 2"])
  }

  @Test func `publishing and rolling back are urgent`() {
    let urgent = Set(Routes.all.filter(\.isUrgent).map(\.id))
    let limited = Set(Routes.all.filter(\.readsDocuments).map(\.id))
    #expect(urgent == ["publishRelease", "rollBack"])
    #expect(urgent.isSubset(of: limited))
  }

  @Test(.timeLimit(.minutes(10)))
  func `threads that read documents are not those that serve requests`() async throws {
    let latch = Latch()
    let count = min(7, ProcessInfo.processInfo.activeProcessorCount + 1)
    let started = AsyncStream<Void>.makeStream()
    let readers = (0..<count).map { _ in
      Task {
        try await DocumentExecutor.run {
          started.continuation.yield()
          latch.wait()
        }
      }
    }
    // If the readers blocked the threads of all tasks, this one could not continue.
    var starts = started.stream.makeAsyncIterator()
    for _ in 0..<count { await starts.next() }
    latch.open()
    for reader in readers { try await reader.value }
  }

  @Test func `the routes that read manifests or documents are limited`() {
    let limited = Set(Routes.all.filter(\.readsDocuments).map(\.id))
    for id in [
      "readDraft", "readDocument", "checkDraft", "checkDocument", "replaceDraft", "publishRelease",
      "rollBack",
      "compareReleases", "listManifests", "addManifest", "listScreens", "listBuilds",
      "listAttributes", "readResults", "announceBuild", "sendSnapshot", "listLegacyScreens",
      "listLegacyNodes",
      "readLegacyScreenFlow", "changeLegacyScreenFlow",
    ] {
      #expect(limited.contains(id), "\(id)")
    }
  }

  @Test func `a manifest of more than 4 MiB is rejected`() async throws {
    let site = try await Site()
    let padding = String(repeating: "x", count: 4 << 20)
    let manifest: JSON = [
      "schema": 1, "platform": "ios", "version": "1", "build": "1", "notes": .string(padding),
    ]
    let response = try await site.send(.post, "/v1/apps/shop/manifests", body: manifest)
    #expect(response.status == 413)
  }
}

@Suite struct LargeResponseTests {
  private func endpointResponse(_ size: Int, fill: UInt8 = 1) -> EndpointResponse {
    EndpointResponse(200, body: ByteBuffer(repeating: fill, count: size))
  }

  @Test func `attack: the unread bytes of an organization's responses are limited`() throws {
    let mebibyte = 1 << 20
    let responses = LargeResponseLimiter(limit: 20 * mebibyte, perOrganization: 8 * mebibyte)
    var held: [Response] = []
    for _ in 0..<2 {
      held.append(try responses.response(endpointResponse(3 * mebibyte), for: "hostile"))
    }
    #expect(throws: Problem.self) {
      try responses.response(endpointResponse(3 * mebibyte), for: "hostile")
    }
    let small = try responses.response(endpointResponse(mebibyte), for: "hostile")
    #expect(small.body.contentLength == mebibyte, "small responses are not counted")
    let other = try responses.response(endpointResponse(8 * mebibyte), for: "acme")
    #expect(other.body.contentLength == 8 * mebibyte)
    #expect(responses.byteCount(of: "hostile") == 6 * mebibyte)
    #expect(throws: Problem.self) {
      try responses.response(endpointResponse(8 * mebibyte), for: "third")
    }
    held.removeAll()
    #expect(responses.byteCount(of: "hostile") == 0, "a released response is no longer counted")
    _ = try responses.response(endpointResponse(8 * mebibyte), for: "hostile")
    withExtendedLifetime(other) {}
  }

  @Test func `responses with the same bytes count once, for the first organization`() throws {
    let responses = LargeResponseLimiter(limit: 10 << 20, perOrganization: 4 << 20)
    let body = endpointResponse(3 << 20)
    var held = [
      try responses.response(body, for: "acme"), try responses.response(body, for: "apps"),
    ]
    #expect(responses.byteCount(of: "acme") == 3 << 20)
    #expect(responses.byteCount(of: "apps") == 0)
    held.removeFirst()
    #expect(responses.byteCount(of: "acme") == 3 << 20)
    held.removeAll()
    #expect(responses.byteCount(of: "acme") == 0)
  }

  @Test func `a large response arrives completely`() async throws {
    let responses = LargeResponseLimiter()
    let bytes = (0..<(3 << 20) + 17).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let response = try responses.response(
      EndpointResponse(200, body: ByteBuffer(bytes: bytes)), for: "acme")
    let collected = NIOLockedValueBox<[ByteBuffer]>([])
    try await response.body.write(Collector(parts: collected))
    let parts = collected.withLockedValue { $0 }
    #expect(parts.flatMap { Array($0.readableBytesView) } == bytes)
    #expect(parts.allSatisfy { $0.readableBytes <= 1 << 16 })
  }

  private struct Collector: ResponseBodyWriter {
    let parts: NIOLockedValueBox<[ByteBuffer]>

    mutating func write(_ buffer: ByteBuffer) async throws {
      parts.withLockedValue { $0.append(buffer) }
    }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
