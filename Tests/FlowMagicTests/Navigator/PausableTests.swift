import FlowCore
import FlowMagic
import Testing

@MainActor struct PausableTests {
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
}
