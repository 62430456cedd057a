import FlowCore
import Logging

/// A press that is being performed.
struct Press: Sendable {
  /// The id, the same for each repeated request.
  let id: String
  /// Whether this request has claimed it, because it runs something that must not run twice.
  var isClaimed = false
  /// Whether another request has claimed it.
  var isRepeated = false
  /// The URL that it opens.
  var address: String?
  /// The running work, which other requests can find once the press is claimed or takes long.
  let running: RunningPress

  init(id: String, running: RunningPress) {
    self.id = id
    self.running = running
  }
}

extension FlowHost {
  /// Claims a press for one request; returns the stored response if it has already been performed.
  ///
  /// If the stored response cannot be decrypted, because its sealing key was removed, the press is
  /// not performed again: the page then says that the result is not known.
  func claimOnce(
    _ press: inout Press, _ visit: Visit, _ request: VisitRequest
  ) async throws(WebFailure) -> PageResponse? {
    guard !press.isClaimed else { return nil }
    switch try await claim(press.id, request) {
    case .claimed:
      press.isClaimed = true
      presses.add(press.running, press.id)
    case .inProgress:
      press.isRepeated = true
      throw WebFailure(.inProgress)
    case .completed(let text):
      press.isRepeated = true
      if let response = repeatedResponse(text, of: press.id, request) { return response }
      return try await renderPage(visit, request, notice: .host(.unknownResult), savesState: true)
    }
    return nil
  }

  /// Returns the stored response to a press; nil if there is none that can be decrypted.
  func storedResponse(
    _ id: String, _ state: VisitState, _ request: VisitRequest
  ) async throws(WebFailure) -> PageResponse? {
    switch try await claim(id, request) {
    case .completed(let text): return repeatedResponse(text, of: id, request, ticket: state.ticket)
    case .inProgress: return nil
    case .claimed:
      await release(id)
      return nil
    }
  }

  func claim(_ id: String, _ request: VisitRequest) async throws(WebFailure) -> PressClaim {
    do {
      let expiry = request.time + Int(settings.lifetime.components.seconds)
      return try await settings.store.claim(id, until: expiry)
    } catch {
      throw WebFailure(.internalError, "store: \(error)")
    }
  }

  /// Stores the response to a claimed press; if it does not lead to another page, the press may be
  /// tried again.
  ///
  /// If the browser has been shown its progress, the press is complete whatever its response: the
  /// next press is a new one.
  func finish(
    _ press: Press, _ response: PageResponse?, at address: String, _ request: VisitRequest
  ) async {
    let isDetached = press.running.beginStoring()
    // NB: a repeated request must not replace the stored response, which may be the only copy.
    guard !press.isRepeated, press.isClaimed || isDetached else { return }
    guard let response, response.location != nil || isDetached else {
      return await release(press.id)
    }
    do {
      if !press.isClaimed { _ = try await claim(press.id, request) }
      // Sealed, because a handler may have set a cookie that signs in the visitor.
      let ticket = isDetached ? press.running.ticket : nil
      let text = Array(response.storedText(at: address, for: ticket).utf8)
      guard let sealed = sealer.seal(text, for: request.visitor) else {
        throw WebFailure(.internalError, "a response could not be sealed")
      }
      try await settings.store.complete(press.id, with: sealed)
    } catch {
      log("The response to a press could not be stored.", press.id, error)
    }
  }

  /// Decrypts the stored response to a press; nil if it was not stored for this visitor, or its
  /// sealing key was removed.
  ///
  /// It has the cookies for the sender only if `ticket` is the sender's.
  func repeatedResponse(
    _ text: String, of id: String, _ request: VisitRequest, ticket: String? = nil
  ) -> PageResponse? {
    guard let bytes = sealer.open(text, for: request.visitor) else {
      settings.logger.error(
        "The stored response to a press could not be opened.", metadata: ["press": .string(id)])
      return nil
    }
    return PageResponse(repeating: String(decoding: bytes, as: UTF8.self), for: ticket)
  }

  /// Releases a claim.
  func release(_ id: String) async {
    do {
      try await settings.store.release(id)
    } catch {
      log("The claim of a press could not be released.", id, error)
    }
  }

  func log(_ message: Logger.Message, _ id: String, _ error: any Error) {
    settings.logger.error(message, metadata: ["press": .string(id), "error": "\(error)"])
  }
}
