import FlowCore
import Foundation

// How a client stays in touch: it asks once, follows a stream, and comes back when that breaks.

extension ReleaseClient {
  typealias Outcome = ReconnectPlan.Outcome

  /// Stays in touch until the task is cancelled.
  func run(afterPause: Bool) async {
    if !afterPause {
      // One question first, because its answer says for sure whether there is something newer.
      let outcome = await poll()
      guard !Task.isCancelled else { return }
      answeredFirst()
      // Where there is no release yet, a stream brings the first one the moment there is.
      if outcome != .polled && outcome != .noRelease { await rest(after: outcome) }
    }
    while !Task.isCancelled {
      let outcome =
        switch plan.action {
        case .stream: await follow()
        case .poll: await poll()
        }
      guard !Task.isCancelled else { return }
      await rest(after: outcome)
    }
  }

  private func rest(after outcome: Outcome) async {
    connection = outcome == .polled ? .polling : .none
    let wasPolling = plan.isPolling
    let delay = plan.wait(after: outcome, random: dependencies.random())
    if plan.isPolling && !wasPolling {
      report(
        FlowMagicError(
          .streamBlocked,
          "Live streams from \(configuration.server.absoluteString) do not get through; a proxy "
            + "may hold them back. New releases are asked for every "
            + "\(Int(timings.pollInterval.inSeconds)) seconds instead."))
    }
    try? await dependencies.sleep(delay)
  }
}

// MARK: Asking once

extension ReleaseClient {
  private func poll() async -> Outcome {
    do throws(TransportFailure) {
      let response = try await transport.send(configuration.releaseRequest(known: knownTag))
      switch response.status {
      case 200:
        reached()
        await take(response.body)
        return .polled
      case 304:
        reached()
        return .polled
      default: return outcome(of: response.status, response.headers)
      }
    } catch {
      return outcome(of: error)
    }
  }

  /// The server answered as it should.
  private func reached() {
    solved(.unreachable, .refusedKey, .noRelease, .unexpectedAnswer, .answerTooLarge)
  }

  private func outcome(of failure: TransportFailure) -> Outcome {
    switch failure.kind {
    case .cancelled: break
    case .tooLarge:
      report(FlowMagicError(.answerTooLarge, failure.description))
      return .refused
    case .unreachable, .timedOut:
      report(
        FlowMagicError(
          .unreachable,
          "\(configuration.server.absoluteString) cannot be reached: \(failure.description) The "
            + "app goes on with what it has."))
    }
    return .unreachable
  }

  /// What a status that brings no release means.
  private func outcome(of status: Int, _ headers: [String: String]) -> Outcome {
    let place =
      "\(configuration.application.string) in \(configuration.environment.string)"
    switch status {
    case 401, 403:
      report(
        FlowMagicError(
          .refusedKey,
          "The server refuses the SDK key \(configuration.key.id) for \(place) (\(status)). It "
            + "was revoked, or it belongs to another environment."))
      return .refused
    case 404:
      report(
        FlowMagicError(
          .noRelease, "The server has no release of \(place) yet, or does not know them (404)."))
      return .noRelease
    case 429, 503:
      return .busy(retryAfter: headers["retry-after"].flatMap(Int.init).map { .seconds($0) })
    default:
      report(
        FlowMagicError(
          .unexpectedAnswer, "The server answered \(status) when it was asked about \(place)."))
      return status >= 500 ? .busy(retryAfter: nil) : .refused
    }
  }
}

// MARK: Following a stream

extension ReleaseClient {
  /// Follows a stream until it ends, breaks or falls silent.
  private func follow() async -> Outcome {
    let began = dependencies.uptime()
    heardAt = began
    hasHeard = false
    return await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await self.readStream(began: began) }
      group.addTask { await self.watchSilence(began: began) }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first ?? .unreachable
    }
  }

  private func readStream(began: Duration) async -> Outcome {
    var parser = ServerSentEventParser(maximumBytes: configuration.maximumBytes)
    var isOpen = false
    do {
      for try await event in transport.stream(configuration.streamRequest(known: knownTag)) {
        switch event {
        case .opened(let status, let headers):
          guard status == 200 else { return await refusedStream(status, headers) }
          guard headers["content-type"]?.hasPrefix("text/event-stream") == true else {
            return .streamBlocked
          }
          isOpen = true
          connection = .live
          solved(.unreachable, .refusedKey, .unexpectedAnswer)
        case .bytes(let bytes):
          guard isOpen, !bytes.isEmpty else { continue }
          heardAt = dependencies.uptime()
          hasHeard = true
          for event in try parser.consume(bytes) {
            if let outcome = await handle(event) { return outcome }
          }
          if let time = parser.reconnectionTime { plan.reconnectionTime = time }
        }
      }
    } catch let error as FlowMagicError {
      report(error)
      return .streamBlocked
    } catch {
      let failure = error as? TransportFailure
      if !isOpen { return outcome(of: failure ?? TransportFailure(.unreachable, "\(error)")) }
    }
    return ended(began: began, isOpen: isOpen)
  }

  /// A stream that is answered by something else: by a server that has its reasons, or by a proxy
  /// that lets everything through but streams.
  private func refusedStream(_ status: Int, _ headers: [String: String]) async -> Outcome {
    guard status != 429, status != 503 else { return outcome(of: status, headers) }
    let polled = await poll()
    return polled == .polled ? .streamBlocked : polled
  }

  private func ended(began: Duration, isOpen: Bool) -> Outcome {
    guard hasHeard else { return isOpen ? .streamBlocked : .unreachable }
    solved(.streamBlocked)
    return .streamEnded(lived: dependencies.uptime() - began)
  }

  /// What ends the stream by the server's wish; nil to read on.
  private func handle(_ event: ServerSentEvent) async -> Outcome? {
    switch event.type {
    case "release": await take(event.data)
    case "bye":
      let root = try? JSON(parsing: event.data)
      let delay = root?["reconnectAfter"]?.number?.double ?? 0
      return .goodbye(reconnectAfter: .milliseconds(min(max(delay, 0), 1e9)))
    default: break  // a server that is newer than the app says more
    }
    return nil
  }

  /// Returns when the stream has said nothing for too long.
  private func watchSilence(began: Duration) async -> Outcome? {
    while !Task.isCancelled {
      let limit = hasHeard ? timings.silence : timings.openingSilence
      let left = heardAt + limit - dependencies.uptime()
      if left <= .zero { return ended(began: began, isOpen: true) }
      try? await dependencies.sleep(left)
    }
    return nil
  }
}
