import FlowCore
package import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers

/// Everybody who looks at an application at this moment, and what they are told.
///
/// In memory only: whoever comes reads the state from the store and then hears what changes. All
/// functions may be called from any thread.
package final class ApplicationChanges: Sendable {
  /// Streams at once in an application.
  package static let mostReaders = 500
  /// Streams at once of one person or token, over all applications.
  package static let mostOfCaller = 50

  struct State {
    var rooms: [String: Room] = [:]
    /// The newest revision of each draft that was told: of two changes at once, the older may come
    /// second.
    var revisions: [String: Int] = [:]
    var seatsByCaller: [String: Int] = [:]
    var lastSeat = 0
  }

  /// Those who look at one application.
  struct Room {
    var readers: [Int: ChangeReader] = [:]
    var pages: [Page] = []
    var watch: Task<Void, Never>?
  }

  let state = NIOLockedValueBox(State())
  private let counts: ClientCounts

  package init(store: any FlowStore, hub: ReleaseHub) {
    counts = ClientCounts(store: store, hub: hub)
  }

  // MARK: Telling

  /// Tells everybody who looks at the application; nothing is kept for those who come later.
  ///
  /// O(number of readers); each one's event waits until it is written.
  package func publish(_ event: ChangeEvent, to application: String) {
    state.withLockedValue { state in
      for reader in state.rooms[application]?.readers.values ?? [:].values { reader.put(event) }
    }
  }

  /// Tells of a draft's new revision, unless a newer one was told already.
  func publishDraft(_ event: ChangeEvent, revision: Int, to application: String) {
    state.withLockedValue { state in
      guard revision > state.revisions[application] ?? 0 else { return }
      state.revisions[application] = revision
      for reader in state.rooms[application]?.readers.values ?? [:].values { reader.put(event) }
    }
  }

  /// Has every stream look at once whether its reader may still see the application: somebody's
  /// rights have changed.
  package func recheck() {
    let readers = state.withLockedValue { $0.rooms.values.flatMap(\.readers.values) }
    for reader in readers { reader.beat() }
  }

  // MARK: Coming and going

  /// Makes room for one more stream; it hears everything from now on, until its seat is gone.
  ///
  /// - Parameters:
  ///   - application: The application's id.
  ///   - caller: Who reads, by an id; for counting.
  ///   - page: What is shown of the reader to others, if it is a person's page.
  /// - Returns: The place, which is free again when this is gone.
  /// - Throws: `too-many-streams`.
  package func join(
    _ application: String, caller: String, page: Page?
  ) throws(Problem) -> ChangeSubscription {
    let reader = ChangeReader()
    let id = state.withLockedValue { state -> Int? in
      let count = state.rooms[application]?.readers.count ?? 0
      let own = state.seatsByCaller[caller] ?? 0
      guard count < Self.mostReaders, own < Self.mostOfCaller else { return nil }
      state.lastSeat += 1
      state.seatsByCaller[caller] = own + 1
      state.rooms[application, default: Room()].readers[state.lastSeat] = reader
      if count == 0 { state.rooms[application]?.watch = watch(application) }
      return state.lastSeat
    }
    guard let id else {
      throw Problem(
        .tooManyStreams,
        "There are \(Self.mostReaders) streams of an application at most, and "
          + "\(Self.mostOfCaller) of one caller; close some, then try again.",
        headers: [.retryAfter: "5"])
    }
    if let page { enter(page, application) }
    return ChangeSubscription(reader: reader) { [weak self] in
      self?.leave(application, seat: id, caller: caller, page: page)
    }
  }

  private func leave(_ application: String, seat: Int, caller: String, page: Page?) {
    if let page { exit(page, application) }
    state.withLockedValue { state in
      let own = (state.seatsByCaller[caller] ?? 1) - 1
      state.seatsByCaller[caller] = own > 0 ? own : nil
      state.rooms[application]?.readers[seat] = nil
      guard state.rooms[application]?.readers.isEmpty == true else { return }
      state.rooms[application]?.watch?.cancel()
      state.rooms[application] = nil
    }
  }

  /// How many streams are open, by application; none without any.
  package var readerCounts: [String: Int] {
    state.withLockedValue { state in state.rooms.mapValues(\.readers.count) }
  }

  // MARK: Clients

  /// Looks once a second how many clients have which release, while anybody wants to know.
  private func watch(_ application: String) -> Task<Void, Never> {
    Task { [weak self, counts] in
      var last: ClientCounts.Seen?
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        let found = await counts.changes(of: application, since: &last)
        guard let self else { return }
        for event in found { publish(event, to: application) }
      }
    }
  }

  /// How many clients have which release, as events: one for each environment.
  func clients(of application: String) async throws(StoreError) -> [ChangeEvent] {
    try await counts.events(of: application)
  }
}

/// A place among those who look at an application; it is free again when this is gone.
package final class ChangeSubscription: Sendable {
  package let reader: ChangeReader
  private let release: NIOLockedValueBox<(@Sendable () -> Void)?>

  init(reader: ChangeReader, release: @escaping @Sendable () -> Void) {
    self.reader = reader
    self.release = NIOLockedValueBox(release)
  }

  // NB: an answer to HEAD is dropped with its stream unread, and so is one whose client has gone.
  deinit { leave() }

  /// Frees the place.
  package func leave() {
    reader.finish()
    release.withLockedValue { release in
      defer { release = nil }
      return release
    }?()
  }
}
