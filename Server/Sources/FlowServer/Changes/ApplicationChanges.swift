import FlowCore
package import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers

/// The open change streams of all applications, and what is published to them.
///
/// In memory only: a new stream starts with the state from the store and then receives changes. All
/// functions may be called from any thread.
package final class ApplicationChanges: Sendable {
  /// Concurrent streams of an application.
  package static let mostReaders = 500

  struct State {
    var applications: [String: Subscribers] = [:]
    /// The newest revision of each draft that was published: of two concurrent changes, the older
    /// may come second.
    var revisions: [String: Int] = [:]
    var lastSubscription = 0
  }

  /// The streams and pages of one application.
  struct Subscribers {
    var readers: [Int: ChangeReader] = [:]
    var pages: [Page] = []
    var watch: Task<Void, Never>?
  }

  let state = NIOLockedValueBox(State())
  private let counts: ClientCounts
  private let admission: StreamAdmission

  package init(
    store: any Store, currentReleases: CurrentReleases, admission: StreamAdmission
  ) {
    self.admission = admission
    counts = ClientCounts(store: store, currentReleases: currentReleases)
  }

  // MARK: Publishing

  /// Publishes an event to all streams of the application; later streams do not get it.
  ///
  /// O(number of streams); each one queues the event until it is written.
  package func publish(_ event: ChangeEvent, to application: String) {
    state.withLockedValue { state in
      for reader in state.applications[application]?.readers.values ?? [:].values {
        reader.put(event)
      }
    }
  }

  /// Publishes a draft's new revision, unless a newer one was published already.
  func publishDraft(_ event: ChangeEvent, revision: Int, to application: String) {
    state.withLockedValue { state in
      guard revision > state.revisions[application] ?? 0 else { return }
      state.revisions[application] = revision
      for reader in state.applications[application]?.readers.values ?? [:].values {
        reader.put(event)
      }
    }
  }

  // MARK: Connecting and disconnecting

  /// Opens a subscription, which receives everything from now on until it is released.
  ///
  /// - Parameters:
  ///   - application: The application's id.
  ///   - organization: The organization's, for the limit.
  ///   - principal: The id of the reader, for the limit.
  ///   - network: The network of the reader, for the limit.
  ///   - page: The page that others see as present, if it is one of the portal.
  /// - Returns: The subscription; it ends when it is released.
  /// - Throws: `too-many-streams`.
  package func join(
    _ application: String, of organization: String, principal: String,
    from network: ClientNetwork? = nil, page: Page?
  ) throws(Problem) -> ChangeSubscription {
    let lease = try admission.enter(
      .reader(principal, organization: organization), from: network)
    let reader = ChangeReader()
    let id = state.withLockedValue { state -> Int? in
      let count = state.applications[application]?.readers.count ?? 0
      guard count < Self.mostReaders else { return nil }
      state.lastSubscription += 1
      state.applications[application, default: Subscribers()].readers[state.lastSubscription] =
        reader
      if count == 0 { state.applications[application]?.watch = watch(application) }
      return state.lastSubscription
    }
    guard let id else {
      throw Problem(
        .tooManyStreams,
        "There are \(Self.mostReaders) streams of an application at most; close some, then try "
          + "again.",
        headers: [.retryAfter: "5"])
    }
    if let page { enter(page, application) }
    return ChangeSubscription(reader: reader, lease: lease) { [weak self] in
      self?.leave(application, subscription: id, page: page)
    }
  }

  private func leave(_ application: String, subscription: Int, page: Page?) {
    if let page { exit(page, application) }
    state.withLockedValue { state in
      state.applications[application]?.readers[subscription] = nil
      guard state.applications[application]?.readers.isEmpty == true else { return }
      state.applications[application]?.watch?.cancel()
      state.applications[application] = nil
    }
  }

  /// The numbers of open streams, by application.
  package var readerCounts: [String: Int] {
    state.withLockedValue { state in state.applications.mapValues(\.readers.count) }
  }

  // MARK: Clients

  /// Checks once a second how many clients have which release, while a stream is open.
  private func watch(_ application: String) -> Task<Void, Never> {
    Task { [weak self, counts] in
      var last: ClientCounts.Baseline?
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        let found = await counts.changes(of: application, since: &last)
        guard let self else { return }
        for event in found { publish(event, to: application) }
      }
    }
  }

  /// Returns the number of clients of each release, as events: one for each environment.
  func clients(of application: String) async throws(StoreError) -> [ChangeEvent] {
    try await counts.events(of: application)
  }
}

/// A subscription to the changes of an application; it ends when it is released.
package final class ChangeSubscription: Sendable {
  package let reader: ChangeReader
  let lease: StreamLease
  private let release: NIOLockedValueBox<(@Sendable () -> Void)?>

  init(reader: ChangeReader, lease: StreamLease, release: @escaping @Sendable () -> Void) {
    self.reader = reader
    self.lease = lease
    self.release = NIOLockedValueBox(release)
  }

  // NB: a response to HEAD is dropped with its stream unread, and so is one without a client.
  deinit { leave() }

  /// Ends the subscription.
  package func leave() {
    reader.finish()
    lease.end()
    release.withLockedValue { release in
      defer { release = nil }
      return release
    }?()
  }
}
