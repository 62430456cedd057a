import FlowCore
import Logging

/// A press that is being performed.
struct Press: Sendable {
  /// The id, the same for each repeated request.
  let id: String
  /// Whether it has been claimed, because it runs something that must not run twice.
  var isClaimed = false
  /// The web address that it opens.
  var address: String?
  /// The running work, which other requests can find once the press is claimed.
  let running: RunningPress

  init(id: String, running: RunningPress) {
    self.id = id
    self.running = running
  }
}

extension FlowHost {
  /// Claims a press for one request; returns the stored response if it has already been performed.
  func claimed(_ press: inout Press, _ arrival: VisitRequest) async throws(WebFailure)
    -> PageResponse?
  {
    guard !press.isClaimed else { return nil }
    switch try await claim(press.id, arrival) {
    case .first:
      press.isClaimed = true
      presses.add(press.running, press.id)
    case .running: throw WebFailure(.working)
    case .done(let text): return repeated(text, arrival)
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

  /// Stores the response to a claimed press; if it does not lead to another page, the press may be
  /// tried again.
  ///
  /// If the browser has been shown its progress, the press is complete whatever its response: the
  /// next press is a new one.
  func finish(
    _ press: Press, _ response: PageResponse?, at address: String, _ arrival: VisitRequest
  ) async {
    let isDetached = press.running.beginStoring()
    guard press.isClaimed || isDetached else { return }
    guard let response, response.location != nil || isDetached else {
      return await release(press.id)
    }
    do {
      if !press.isClaimed { _ = try await claim(press.id, arrival) }
      // Sealed, because a handler may have set a cookie that signs in the visitor.
      let text = Array(response.repeated(at: address).utf8)
      guard let sealed = sealer.seal(text, for: arrival.visit) else { return }
      try await settings.store.complete(press.id, with: sealed)
    } catch {
      log(error)
    }
  }

  /// The stored response to a press; nil if it was not stored for this visitor.
  func repeated(_ text: String, _ arrival: VisitRequest) -> PageResponse? {
    sealer.open(text[...], for: arrival.visit)
      .flatMap { PageResponse(repeating: String(decoding: $0, as: UTF8.self)) }
  }

  /// Releases a claim.
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
