import FlowCore
package import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers

/// The open change streams of all applications, to which changes are published.
///
/// In memory only: a new stream starts with the state from the store and then receives changes. All
/// functions are thread-safe.
package final class ApplicationChanges: Sendable {
  /// The maximum number of concurrent streams of an application.
  package static let maximumStreams = 500
  /// The maximum number of these for service accounts together, whatever the number of their
  /// tokens; the rest is left to users.
  package static let maximumServiceStreams = 250

  struct State {
    var applications: [String: Subscribers] = [:]
    /// The newest published revision of each draft: of two concurrent changes, the older may be
    /// published second.
    var revisions: [String: Int] = [:]
    var lastSubscription = 0
  }

  /// The streams and pages of one application.
  struct Subscribers {
    var queues: [Int: ChangeQueue] = [:]
    /// The subscriptions of service accounts.
    var serviceAccounts: Set<Int> = []
    var pages: [Page] = []
    var clientCountTask: Task<Void, Never>?
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

  /// Publishes an event to all open streams of the application.
  ///
  /// O(number of streams); each one queues the event until it is written.
  package func publish(_ event: ChangeEvent, to application: String) {
    state.withLockedValue { state in
      for queue in state.applications[application]?.queues.values ?? [:].values {
        queue.enqueue(event)
      }
    }
  }

  /// Publishes a draft's new revision, unless a newer one was published already.
  func publishDraft(_ event: ChangeEvent, revision: Int, to application: String) {
    state.withLockedValue { state in
      guard revision > state.revisions[application] ?? 0 else { return }
      state.revisions[application] = revision
      for queue in state.applications[application]?.queues.values ?? [:].values {
        queue.enqueue(event)
      }
    }
  }

  // MARK: Connecting and disconnecting

  /// Opens a subscription, which receives all events from now on until it is released.
  ///
  /// - Throws: `too-many-streams`.
  package func subscribe(
    to application: String, of organization: String, principal: String,
    isServiceAccount: Bool = false, from network: ClientNetwork? = nil, page: Page?
  ) throws(Problem) -> ChangeSubscription {
    let lease = try admission.openLease(
      for: .reader(principal, organization: organization), from: network)
    let queue = ChangeQueue()
    let id = state.withLockedValue { state -> Int? in
      let count = state.applications[application]?.queues.count ?? 0
      let serviceCount = state.applications[application]?.serviceAccounts.count ?? 0
      guard count < Self.maximumStreams,
        !isServiceAccount || serviceCount < Self.maximumServiceStreams
      else { return nil }
      state.lastSubscription += 1
      let subscription = state.lastSubscription
      state.applications[application, default: Subscribers()].queues[subscription] = queue
      if isServiceAccount {
        state.applications[application]?.serviceAccounts.insert(subscription)
      }
      if count == 0 {
        state.applications[application]?.clientCountTask = countClients(of: application)
      }
      return subscription
    }
    guard let id else {
      throw Problem(
        .tooManyStreams,
        "An application can have at most \(Self.maximumStreams) streams, and "
          + "\(Self.maximumServiceStreams) of service accounts; close some, then try again.",
        headers: [.retryAfter: "5"])
    }
    if let page { addStream(of: page, application) }
    return ChangeSubscription(queue: queue, lease: lease) { [weak self] in
      self?.unsubscribe(application, subscription: id, page: page)
    }
  }

  private func unsubscribe(_ application: String, subscription: Int, page: Page?) {
    if let page { removeStream(of: page, application) }
    let task = state.withLockedValue { state -> Task<Void, Never>? in
      state.applications[application]?.queues[subscription] = nil
      state.applications[application]?.serviceAccounts.remove(subscription)
      guard state.applications[application]?.queues.isEmpty == true else { return nil }
      return state.applications.removeValue(forKey: application)?.clientCountTask
    }
    task?.cancel()
  }

  /// The numbers of open streams, by application.
  package var streamsByApplication: [String: Int] {
    state.withLockedValue { state in state.applications.mapValues(\.queues.count) }
  }

  // MARK: Clients

  /// While a stream is open, checks once a second how many clients have which release.
  private func countClients(of application: String) -> Task<Void, Never> {
    Task { [weak self, counts] in
      var last: ClientCounts.Baseline?
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        let events = await counts.changes(of: application, since: &last)
        guard let self else { return }
        for event in events { publish(event, to: application) }
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
  package let queue: ChangeQueue
  let lease: StreamLease
  private let onCancel: NIOLockedValueBox<(@Sendable () -> Void)?>

  init(queue: ChangeQueue, lease: StreamLease, onCancel: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.lease = lease
    self.onCancel = NIOLockedValueBox(onCancel)
  }

  // NB: a response to HEAD is dropped with its stream unread, and so is one whose client has
  // disconnected.
  deinit { cancel() }

  /// Ends the subscription.
  package func cancel() {
    queue.finish()
    lease.end()
    onCancel.withLockedValue { onCancel in
      defer { onCancel = nil }
      return onCancel
    }?()
  }
}
