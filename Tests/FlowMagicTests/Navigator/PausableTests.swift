import FlowCore
import FlowMagic
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct PausableTests {
  /// A source and sink that records calls of `pause` and `resume`.
  final class PauseRecorder: ReleaseSource, EventSink, Pausable {
    let calls = Locked<[String]>([])
    let release: Release

    init(_ release: Release) { self.release = release }

    func start() async -> LoadedRelease { LoadedRelease(release, from: .cache) }
    func updates() async -> AsyncStream<LoadedRelease> { AsyncStream { $0.finish() } }
    func record(_ event: FlowEvent) {}
    func pause() async { calls.withLock { $0.append("pause") } }
    func resume() async { calls.withLock { $0.append("resume") } }
  }

  @Test func `a navigator pauses and resumes its source and its events`() async throws {
    let screens = try shopScreens()
    let source = PauseRecorder(try screens.release(shopDocument()))
    let events = PauseRecorder(try screens.release(shopDocument()))
    let navigator = try Navigator(
      screens: screens, source: source, default: shopDocument(), events: events)
    await navigator.start()
    await navigator.pause()
    await navigator.resume()
    #expect(source.calls.withLock { $0 } == ["pause", "resume"])
    #expect(events.calls.withLock { $0 } == ["pause", "resume"])
  }

  /// Two navigators that share a release source.
  private func navigators(sharing source: PauseRecorder) throws -> [Navigator] {
    try (0..<2).map { _ in
      try Navigator(screens: shopScreens(), source: source, default: shopDocument())
    }
  }

  @Test func `a shared source pauses once none of its navigators is active`() async throws {
    let source = PauseRecorder(try shopScreens().release(shopDocument()))
    let navigators = try navigators(sharing: source)
    for navigator in navigators { await navigator.resume() }
    await navigators[0].pause()
    #expect(source.calls.withLock { $0 } == ["resume", "resume"])
    await navigators[1].pause()
    #expect(source.calls.withLock { $0 } == ["resume", "resume", "pause"])
  }

  @Test func `a started navigator is active before a phase is reported`() async throws {
    let source = PauseRecorder(try shopScreens().release(shopDocument()))
    let navigators = try navigators(sharing: source)
    for navigator in navigators { await navigator.start() }
    await navigators[1].pause()
    #expect(source.calls.withLock { $0 }.isEmpty)
    await navigators[0].pause()
    #expect(source.calls.withLock { $0 } == ["pause"])
  }

  @Test func `a navigator that is started in the background is not active`() async throws {
    let source = PauseRecorder(try shopScreens().release(shopDocument()))
    let navigators = try navigators(sharing: source)
    navigators[0].follow(.background, of: "left")
    while source.calls.withLock({ $0.isEmpty }) { await Task.yield() }
    await navigators[0].start()
    navigators[0].follow(newScene: "right")
    await navigators[1].pause()
    #expect(source.calls.withLock { $0 } == ["pause", "pause"])
  }

  @Test func `a scene that replaces another one keeps a shared source active`() async throws {
    let source = PauseRecorder(try shopScreens().release(shopDocument()))
    let navigators = try navigators(sharing: source)
    navigators[0].follow(newScene: "first")
    navigators[0].follow(newScene: "second")
    navigators[0].follow(nil, of: "first")
    await navigators[1].pause()
    #expect(source.calls.withLock { $0 }.isEmpty)
    navigators[0].follow(nil, of: "second")
    await navigators[1].pause()
    #expect(source.calls.withLock { $0 } == ["pause"])
  }

  @Test func `a navigator without a window does not keep a shared source active`() async throws {
    let source = PauseRecorder(try shopScreens().release(shopDocument()))
    let navigators = try navigators(sharing: source)
    navigators[0].follow(.active, of: "left")
    navigators[1].follow(.active, of: "right")
    await navigators[1].pause()
    #expect(source.calls.withLock { $0 }.isEmpty)
    navigators[0].follow(nil, of: "left")
    await navigators[1].pause()
    #expect(source.calls.withLock { $0 } == ["pause"])
  }
}
