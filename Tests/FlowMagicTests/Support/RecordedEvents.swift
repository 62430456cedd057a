import FlowCore
import FlowMagic
import Synchronization

/// Keeps events for a test to look at.
final class RecordedEvents: EventSink {
  private let events = Mutex<[FlowEvent]>([])

  func record(_ event: FlowEvent) { events.withLock { $0.append(event) } }

  var all: [FlowEvent] { events.withLock { $0 } }
  var kinds: [FlowEvent.Kind] { all.map(\.kind) }
  /// The codes of the problems.
  var problems: [String] {
    all.filter { $0.kind == .problem }.compactMap { $0.detail["code"]?.string }
  }
}

/// A source that brings releases when a test says so.
final class TestSource: ReleaseSource {
  let first: LoadedRelease
  private let stream: AsyncStream<LoadedRelease>
  private let continuation: AsyncStream<LoadedRelease>.Continuation

  init(_ first: Release) {
    self.first = LoadedRelease(first, from: .cache)
    (stream, continuation) = AsyncStream.makeStream()
  }

  func start() async -> LoadedRelease { first }
  func updates() async -> AsyncStream<LoadedRelease> { stream }
  func bring(_ release: Release) { continuation.yield(LoadedRelease(release, from: .network)) }
}

extension ScreenRegistry {
  /// A release for this build.
  func release(_ document: FlowDocument) throws -> Release {
    try Release(document, manifest: walkingManifest)
  }
}
