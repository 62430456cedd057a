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

  init(id: String) { self.id = id }
}

extension FlowHost {
  /// Claims a press, once for a request; the answer to it, if it was sent before.
  func claimed(_ press: inout Press, _ arrival: Arrival) async throws(WebFailure) -> Answer? {
    guard !press.isClaimed else { return nil }
    let claim: PressClaim
    do {
      let expiry = arrival.second + Int(settings.lifetime.components.seconds)
      claim = try await settings.store.claim(press.id, until: expiry)
    } catch {
      throw WebFailure(.broken, "store: \(error)")
    }
    switch claim {
    case .first: press.isClaimed = true
    case .running: throw WebFailure(.working)
    case .done(let text): return Answer(repeating: text)
    }
    return nil
  }

  /// Stores the answer to a claimed press; without one that leads on, it may be tried again.
  func settle(_ press: Press, _ answer: Answer?) async {
    guard press.isClaimed else { return }
    do {
      if let answer, answer.location != nil {
        try await settings.store.complete(press.id, with: answer.repeated)
      } else {
        try await settings.store.release(press.id)
      }
    } catch {
      settings.logger.error(
        "The answer to a press could not be stored.", metadata: ["error": "\(error)"])
    }
  }
}
