import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Events, updates and file locks pause while the app is in the background.
@Suite(.timeLimit(.minutes(5))) @MainActor struct AppPhaseTests {
  /// Whether a file of the folder is locked.
  private func hasLock(_ folder: TemporaryFolder) throws -> Bool {
    try folder.names.contains { name in
      let file = open(folder.url.appending(path: name).path, O_RDONLY)
      // A temporary file of the queue may have been renamed in the meantime.
      guard file >= 0 || errno != ENOENT else { return false }
      try #require(file >= 0)
      defer { close(file) }
      return flock(file, LOCK_EX | LOCK_NB) != 0
    }
  }

  @Test func `no file is locked once the app has entered the background`() async throws {
    let (names, sent) = AsyncStream.makeStream(of: String.self)
    let fixture = try QueueFixture(
      transport: InMemoryTransport { exchange in
        for name in (try? exchange.eventNames) ?? [] { sent.yield(name) }
        exchange.respond(status: 202)
      })
    let queue = fixture.queue()
    let navigator = try Navigator(screens: shopScreens(), default: shopDocument(), events: queue)
    await navigator.start()
    navigator.record("before")
    #expect(try hasLock(fixture.folder))

    navigator.follow(.background)

    #expect(try !hasLock(fixture.folder))
    navigator.record("meanwhile")
    #expect(try !hasLock(fixture.folder))
    for await name in names where name == "before" { break }
    navigator.record("later")
    #expect(try !hasLock(fixture.folder))
    navigator.follow(.active)
    for await name in names where name == "later" { break }
    navigator.record("after")
    #expect(try hasLock(fixture.folder))
    await queue.pause()
  }

  @Test func `a shared queue may lock files until all windows are in the background`()
    async throws
  {
    let fixture = try QueueFixture(transport: InMemoryTransport { $0.respond(status: 202) })
    let queue = fixture.queue()
    let navigators = try (0..<2).map { _ in
      try Navigator(screens: shopScreens(), default: shopDocument(), events: queue)
    }
    for navigator in navigators { navigator.follow(.active) }
    queue.record(.numbered(1))
    #expect(try hasLock(fixture.folder))
    navigators[0].follow(.background)
    #expect(try hasLock(fixture.folder))
    navigators[1].follow(.background)
    #expect(try !hasLock(fixture.folder))
    await queue.pause()
  }

  /// Random numbers for which the calling thread waits until the test provides them.
  private final class BlockingRandom: @unchecked Sendable {
    private let request = DispatchSemaphore(value: 0)
    private let permission = DispatchSemaphore(value: 0)

    func next() -> Double {
      request.signal()
      permission.wait()
      permission.signal()
      return 0.5
    }
    func waitForRequest() { request.wait() }
    func provide() { permission.signal() }
  }

  @Test func `a queue that is resumed too late locks no file in the background`() async throws {
    let fixture = try QueueFixture()
    let random = BlockingRandom()
    var dependencies = fixture.clock.dependencies
    dependencies.random = { random.next() }
    let queue = EventQueue(
      fixture.configuration, transport: fixture.transport, dependencies: dependencies)
    queue.record(.numbered(1))
    async let flush: Void = queue.flush()
    try await fixture.transport.nextExchange().respond(status: 503)
    random.waitForRequest()

    // The queue's actor is blocked, so this call does not end before the app is in the background.
    var resumption: Task<Void, Never>?
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      resumption = Task { @MainActor in
        continuation.resume()
        await queue.resume()
      }
    }
    queue.releaseLocks()
    random.provide()
    await resumption?.value
    await flush

    queue.record(.numbered(2))
    #expect(try !hasLock(fixture.folder))
  }

  /// A source and a sink whose pause lasts until the test finishes `gate`.
  private actor SlowPausable: ReleaseSource, EventSink, Pausable {
    let release: Release
    nonisolated let gate = AsyncStream.makeStream(of: Void.self)
    nonisolated let calls = AsyncStream.makeStream(of: String.self)
    var isPaused = false

    init(_ release: Release) { self.release = release }

    func start() async -> LoadedRelease { LoadedRelease(release, from: .cache) }
    func updates() async -> AsyncStream<LoadedRelease> { AsyncStream { $0.finish() } }
    nonisolated func record(_ event: FlowEvent) {}
    func pause() async {
      isPaused = true
      calls.continuation.yield("pause")
      for await _ in gate.stream {}
    }
    func resume() async {
      isPaused = false
      calls.continuation.yield("resume")
    }
  }

  @Test func `an app pauses only if none of its windows is visible`() async throws {
    let screens = try shopScreens()
    let slow = SlowPausable(try screens.release(shopDocument()))
    slow.gate.continuation.finish()
    let navigator = try Navigator(screens: screens, default: shopDocument(), events: slow)
    await navigator.start()
    var calls = slow.calls.stream.makeAsyncIterator()

    navigator.follow(.active, of: "left")
    navigator.follow(.active, of: "right")
    navigator.follow(.background, of: "left")
    navigator.follow(.inactive, of: "right")
    navigator.follow(.background, of: "right")
    #expect(await calls.next() == "pause")
    navigator.follow(.active, of: "left")
    #expect(await calls.next() == "resume")
    // A closed window is ignored.
    navigator.follow(.active, of: "right")
    navigator.follow(nil, of: "right")
    navigator.follow(.background, of: "left")
    // The first transition resumes the app, too, if it ends after the second one has begun.
    var call = await calls.next()
    while call == "resume" { call = await calls.next() }
    #expect(call == "pause")
  }

  @Test func `an app that returns to the foreground while pausing is resumed`() async throws {
    let screens = try shopScreens()
    let slow = SlowPausable(try screens.release(shopDocument()))
    let navigator = try Navigator(
      screens: screens, default: shopDocument(), events: slow)
    await navigator.start()
    var calls = slow.calls.stream.makeAsyncIterator()

    navigator.follow(.background)
    #expect(await calls.next() == "pause")
    navigator.follow(.inactive)
    navigator.follow(.active)
    #expect(await calls.next() == "resume")
    #expect(await !slow.isPaused)
    slow.gate.continuation.finish()

    #expect(await calls.next() == "resume")
    #expect(await !slow.isPaused)
  }

  /// A sink whose calls last until the test ends them.
  private final class HeldSink: EventSink, Pausable {
    struct Call {
      let name: String
      let gate: AsyncStream<Void>.Continuation

      func end() { gate.finish() }
    }

    let calls = AsyncStream.makeStream(of: Call.self)

    func record(_ event: FlowEvent) {}
    func pause() async { await hold("pause") }
    func resume() async { await hold("resume") }

    private func hold(_ name: String) async {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      calls.continuation.yield(Call(name: name, gate: continuation))
      for await _ in stream {}
    }
  }

  @Test(arguments: [false, true])
  func `an app in the background is paused, in whatever order earlier transitions end`(
    isReversed: Bool
  ) async throws {
    let screens = try shopScreens()
    let source = PausableTests.PauseRecorder(try screens.release(shopDocument()))
    let sink = HeldSink()
    let navigator = try Navigator(
      screens: screens, source: source, default: shopDocument(), events: sink)
    await navigator.start()
    var calls = sink.calls.stream.makeAsyncIterator()

    navigator.follow(.background)
    let firstPause = try #require(await calls.next())
    navigator.follow(.active)
    let firstResume = try #require(await calls.next())
    firstPause.end()
    let secondResume = try #require(await calls.next())
    #expect([firstPause, firstResume, secondResume].map(\.name) == ["pause", "resume", "resume"])
    navigator.follow(.background)
    let pause = try #require(await calls.next())
    #expect(pause.name == "pause")
    pause.end()

    let resumes = [firstResume, secondResume]
    for resume in isReversed ? resumes.reversed() : resumes {
      resume.end()
      let pause = try #require(await calls.next())
      #expect(pause.name == "pause")
      #expect(source.calls.withLock { $0.last } == "pause")
      pause.end()
    }
  }
}
