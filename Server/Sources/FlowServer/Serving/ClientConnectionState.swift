import NIOConcurrencyHelpers

/// Whether the client of a connection is still waiting for its response.
///
/// A client is disconnected when it has closed its side of the connection, or when the connection
/// is closed. Its queued requests are then dropped: otherwise, a client that requests two hundred
/// large documents and disconnects would block other clients and delay a shutdown. A request that
/// is already running is completed, so a client cannot abort a change halfway.
package final class ClientConnectionState: Sendable {
  /// The state for the request being processed; nil for work that is not for a single client.
  @TaskLocal package static var current: ClientConnectionState?

  private struct State {
    var isDisconnected = false
    var lastNumber = 0
    var actions: [Int: @Sendable () -> Void] = [:]
  }

  private let state = NIOLockedValueBox(State())

  /// Creates the state of a newly connected client.
  package init() {}

  /// Whether the client is disconnected.
  package var isDisconnected: Bool { state.withLockedValue { $0.isDisconnected } }

  /// Marks the client as disconnected, and runs the registered actions.
  package func markDisconnected() {
    let actions = state.withLockedValue { state in
      state.isDisconnected = true
      defer { state.actions = [:] }
      return state.actions
    }
    for action in actions.values { action() }
  }

  /// Runs an action when the client disconnects, or at once if it already has.
  ///
  /// - Returns: The number with which to remove the action; 0 if it has already run.
  package func onDisconnect(_ action: @escaping @Sendable () -> Void) -> Int {
    let number = state.withLockedValue { state -> Int? in
      guard !state.isDisconnected else { return nil }
      state.lastNumber += 1
      state.actions[state.lastNumber] = action
      return state.lastNumber
    }
    guard let number else {
      action()
      return 0
    }
    return number
  }

  /// Removes an action.
  package func removeAction(_ number: Int) {
    state.withLockedValue { state in _ = state.actions.removeValue(forKey: number) }
  }

  /// The response to a dropped request, for a client that has closed only its own side.
  package static let closedProblem = Problem(
    .clientClosed,
    "The client closed its side of the connection while its request waited for others. Nothing was "
      + "done. Send it again, and keep the connection open until the response arrives.")
}
