import Atomics

/// The counters of delivery since the process started, for `/metrics`.
package struct DeliveryCounts: Sendable, Equatable {
  /// Connections that are open now.
  package var connections = 0
  /// Connections refused because of a limit.
  package var connectionsRefused = 0
  /// Streams that are open now.
  package var streams = 0
  /// Streams ever opened.
  package var streamsOpened = 0
  /// Streams ended by us because the client did not read for too long.
  package var streamsDropped = 0
  /// Releases written to streams.
  package var eventsSent = 0
  /// Releases a slow stream did not get because a newer one came before it could read.
  package var eventsSkipped = 0
  /// Current releases answered in full.
  package var releasesAnswered = 0
  /// 304 responses.
  package var notModified = 0
  /// Requests handed to the application's routes.
  package var slowRequests = 0
  /// Requests refused because their head could not be understood or was too long.
  package var malformedRequests = 0
  /// Connections ended because a head, a body or a read of a response took too long.
  package var timeouts = 0
  /// Bytes of releases and events handed to sockets.
  package var bytesSent = 0
  /// From reading requests to having answered them from memory: one of 64 reads.
  package var answering = DeliveryLatency()
  /// From publishing a release to having written it to the last stream of an event loop.
  package var broadcasting = DeliveryLatency()
}

/// One event loop's counters: written by that loop only, read by anyone.
final class LoopCounters: Sendable {
  enum Name: Int, CaseIterable {
    case connections, streams, streamsOpened, streamsDropped, eventsSent
    case eventsSkipped, releasesAnswered, notModified, slowRequests, malformedRequests, timeouts
    case bytesSent, connectionsRefused
  }

  let answering = LoopHistogram()
  let broadcasting = LoopHistogram()
  private let values = Name.allCases.map { _ in ManagedAtomic(0) }

  /// NB: a load and a store, not an atomic addition: there is one writer.
  func add(_ amount: Int = 1, to name: Name) {
    let value = values[name.rawValue]
    value.store(value.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }

  func add(to counts: inout DeliveryCounts) {
    func value(_ name: Name) -> Int { values[name.rawValue].load(ordering: .relaxed) }
    answering.add(to: &counts.answering)
    broadcasting.add(to: &counts.broadcasting)
    counts.connections += value(.connections)
    counts.streams += value(.streams)
    counts.streamsOpened += value(.streamsOpened)
    counts.streamsDropped += value(.streamsDropped)
    counts.eventsSent += value(.eventsSent)
    counts.eventsSkipped += value(.eventsSkipped)
    counts.releasesAnswered += value(.releasesAnswered)
    counts.notModified += value(.notModified)
    counts.slowRequests += value(.slowRequests)
    counts.malformedRequests += value(.malformedRequests)
    counts.timeouts += value(.timeouts)
    counts.bytesSent += value(.bytesSent)
    counts.connectionsRefused += value(.connectionsRefused)
  }
}
