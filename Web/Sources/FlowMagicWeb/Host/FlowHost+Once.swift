import FlowCore
import Logging

/// A press while it is performed.
struct Press: Sendable {
  /// The same for a request that repeats it.
  let id: String
  /// Whether it was claimed, since something is run that may not run twice.
  var isClaimed = false
  /// The web address that it opens.
  var address: String?
  /// The work on it, which others can see once it is claimed.
  let running: RunningPress

  init(id: String, running: RunningPress) {
    self.id = id
    self.running = running
  }
}

extension FlowHost {
  /// Claims a press, once for a request; the response to it, if it was sent before.
  func claimed(_ press: inout Press, _ arrival: VisitRequest) async throws(WebFailure)
    -> PageResponse?
  {
    guard !press.isClaimed else { return nil }
    switch try await claim(press.id, arrival) {
    case .first:
      press.isClaimed = true
      presses.add(press.running, press.id)
    case .running: throw WebFailure(.working)
    case .done(let text): return PageResponse(repeating: text)
    }
    return nil
  }

  func claim(_ id: String, _ arrival: VisitRequest) async throws(WebFailure) -> PressClaim {
    do {
      let expiry = arrival.second + Int(settings.lifetime.components.seconds)
      return try await settings.store.claim(id, until: expiry)
    } catch {
      throw WebFailure(.broken, "store: \(error)")
    }
  }

  /// Stores the response to a claimed press; without one that leads on, it may be tried again.
  ///
  /// One whose browser was shown its progress is over, whatever its response: the next press is
  /// another one.
  func settle(
    _ press: Press, _ response: PageResponse?, at address: String, _ arrival: VisitRequest
  ) async {
    let isDetached = press.running.settle()
    guard press.isClaimed || isDetached else { return }
    guard let response, response.location != nil || isDetached else {
      return await release(press.id)
    }
    do {
      if !press.isClaimed { _ = try await claim(press.id, arrival) }
      try await settings.store.complete(press.id, with: response.repeated(at: address))
    } catch {
      log(error)
    }
  }

  /// Gives a claim up.
  func release(_ id: String) async {
    do {
      try await settings.store.release(id)
    } catch {
      log(error)
    }
  }

  private func log(_ error: any Error) {
    settings.logger.error(
      "The response to a press could not be stored.", metadata: ["error": "\(error)"])
  }
}
