import FlowCore
import FlowMagic
import Synchronization

/// Records events for a test.
final class RecordedEvents: EventSink {
  private let events = Mutex<[FlowEvent]>([])

  func record(_ event: FlowEvent) { events.withLock { $0.append(event) } }

  var all: [FlowEvent] { events.withLock { $0 } }
  var types: [FlowEvent.EventType] { all.map(\.type) }
  /// The codes of the problems.
  var problems: [String] {
    all.filter { $0.type == .problem }.compactMap { $0.detail["code"]?.string }
  }
}

/// A source whose releases a test delivers.
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
  func deliver(_ release: Release) { continuation.yield(LoadedRelease(release, from: .network)) }
}

extension ScreenRegistry {
  /// A release for this build.
  func release(_ document: FlowDocument) throws -> Release {
    try Release(document, manifest: runtimeManifest)
  }
}
