import Atomics

/// The counters of delivery since the process started, for `/metrics`.
///
/// Streams and releases that the application's routes serve are not included.
package struct DeliveryCounts: Sendable, Equatable {
  /// The number of open connections.
  package var connections = 0
  /// Connections refused because of a limit.
  package var connectionsRefused = 0
  /// The number of open streams.
  package var streams = 0
  /// The total number of streams opened.
  package var streamsOpened = 0
  /// Streams closed because the client read too slowly or not at all.
  package var streamsDropped = 0
  /// Releases written to streams.
  package var eventsSent = 0
  /// Releases that a slow stream skipped because a newer one was published first.
  package var eventsSkipped = 0
  /// Responses with a current release.
  package var releasesServed = 0
  /// 304 responses.
  package var notModified = 0
  /// Requests forwarded to the application's routes.
  package var forwardedRequests = 0
  /// Requests refused because their head was too long, or they were malformed or not supported.
  package var malformedRequests = 0
  /// Connections closed because they were idle, or a head, a body or the reading of a response took
  /// too long.
  package var timeouts = 0
  /// Bytes of responses and events written from memory, without heartbeats.
  package var bytesSent = 0
  /// The time from reading requests to having answered them from memory, sampled for one of 64
  /// reads.
  package var fastPathLatency = DeliveryLatency()
  /// The time from publishing a release to having written it to the last stream of an event loop.
  package var broadcastLatency = DeliveryLatency()
}

/// The counters of one event loop: written only by that loop, read by any thread.
final class LoopCounters: Sendable {
  enum Name: Int, CaseIterable {
    case connections, streams, streamsOpened, streamsDropped, eventsSent
    case eventsSkipped, releasesServed, notModified, forwardedRequests, malformedRequests, timeouts
    case bytesSent, connectionsRefused
  }

  let fastPathLatency = LoopHistogram()
  let broadcastLatency = LoopHistogram()
  private let values = Name.allCases.map { _ in ManagedAtomic(0) }

  /// NB: a load and a store, not an atomic addition: there is one writer.
  func add(_ amount: Int = 1, to name: Name) {
    let value = values[name.rawValue]
    value.store(value.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }

  func add(to counts: inout DeliveryCounts) {
    func value(_ name: Name) -> Int { values[name.rawValue].load(ordering: .relaxed) }
    fastPathLatency.add(to: &counts.fastPathLatency)
    broadcastLatency.add(to: &counts.broadcastLatency)
    counts.connections += value(.connections)
    counts.streams += value(.streams)
    counts.streamsOpened += value(.streamsOpened)
    counts.streamsDropped += value(.streamsDropped)
    counts.eventsSent += value(.eventsSent)
    counts.eventsSkipped += value(.eventsSkipped)
    counts.releasesServed += value(.releasesServed)
    counts.notModified += value(.notModified)
    counts.forwardedRequests += value(.forwardedRequests)
    counts.malformedRequests += value(.malformedRequests)
    counts.timeouts += value(.timeouts)
    counts.bytesSent += value(.bytesSent)
    counts.connectionsRefused += value(.connectionsRefused)
  }
}
