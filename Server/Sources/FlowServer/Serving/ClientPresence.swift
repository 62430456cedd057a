import NIOConcurrencyHelpers

/// Whether the client of a connection is still waiting for its response.
///
/// A client has left when it has closed its side of the connection, or when the connection is
/// closed. Its queued requests are then dropped: otherwise, a client that requests two hundred
/// large documents and leaves would block other clients and delay a shutdown. A request that is
/// already running is completed, so a client cannot abort a change halfway.
package final class ClientPresence: Sendable {
  /// The client of the request being processed; nil for work that is not for a single client.
  @TaskLocal package static var current: ClientPresence?

  private struct State {
    var hasLeft = false
    var latest = 0
    var actions: [Int: @Sendable () -> Void] = [:]
  }

  private let state = NIOLockedValueBox(State())

  /// Creates the presence of a newly connected client.
  package init() {}

  /// Whether the client has left.
  package var hasLeft: Bool { state.withLockedValue { $0.hasLeft } }

  /// Marks the client as gone, and runs the registered actions.
  package func leave() {
    let actions = state.withLockedValue { state in
      state.hasLeft = true
      defer { state.actions = [:] }
      return state.actions
    }
    for action in actions.values { action() }
  }

  /// Runs an action when the client leaves, or at once if it has already left.
  ///
  /// - Returns: The number with which to remove the action.
  package func onLeaving(_ action: @escaping @Sendable () -> Void) -> Int {
    let number = state.withLockedValue { state -> Int? in
      guard !state.hasLeft else { return nil }
      state.latest += 1
      state.actions[state.latest] = action
      return state.latest
    }
    guard let number else {
      action()
      return 0
    }
    return number
  }

  /// Removes an action.
  package func remove(_ number: Int) {
    state.withLockedValue { state in _ = state.actions.removeValue(forKey: number) }
  }

  /// The response to a dropped request, for a client that has closed only its own side.
  package static let problem = Problem(
    .clientClosed,
    "The client closed its side of the connection while its request waited for others. Nothing was "
      + "done. Send it again, and keep the connection open until the response arrives.")
}
