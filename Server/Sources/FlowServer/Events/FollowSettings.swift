package import FlowStore
import NIOConcurrencyHelpers

/// The environments whose sessions may be followed, and the one with real users.
package struct FollowSettings: Sendable, Equatable {
  /// The names of the environments whose sessions members may follow, in their order.
  package let enabledEnvironments: [String]
  /// The environment with real users: `production`, or the last one if none has that name.
  package let realUserEnvironment: String?

  /// Reads the owner's settings; by default, all environments but the one with real users.
  package init(_ environments: [Environment]) {
    let hasProduction = environments.contains { $0.name == "production" }
    let withRealUsers = hasProduction ? "production" : environments.last?.name
    realUserEnvironment = withRealUsers
    let enabled = environments.filter { $0.allowsFollowing ?? ($0.name != withRealUsers) }
    enabledEnvironments = enabled.map(\.name)
  }
}

/// The ``FollowSettings`` of each application, cached because each batch of events needs them.
package final class FollowSettingsCache: Sendable {
  private struct State {
    var applications: [String: FollowSettings] = [:]
    /// The number of invalidations, so that a value read before the latest is not cached.
    var generation = 0
  }

  private let store: any Store
  private let state = NIOLockedValueBox(State())

  init(store: any Store) { self.store = store }

  /// Returns the settings of an application.
  package func settings(of application: String) async throws(StoreError) -> FollowSettings {
    let (cached, generation) = state.withLockedValue { state in
      (state.applications[application], state.generation)
    }
    if let cached { return cached }
    let settings = FollowSettings(try await store.environments(of: application))
    state.withLockedValue { state in
      if state.generation == generation { state.applications[application] = settings }
    }
    return settings
  }

  /// Invalidates the cache.
  package func invalidate() {
    state.withLockedValue { state in
      state.applications = [:]
      state.generation += 1
    }
  }
}
