import FlowCore
import Foundation

// Updates: a client polls once, then opens a stream, and reconnects when the stream ends.

extension ReleaseClient {
  typealias Outcome = ReconnectPolicy.Outcome

  /// Receives updates until the task is cancelled.
  func run(pollsFirst: Bool) async {
    if pollsFirst {
      // A poll first, because its response shows reliably whether there is a newer release.
      let outcome = await poll()
      guard !Task.isCancelled else { return }
      firstResponseReceived()
      // If there is no release yet, a stream delivers the first one immediately.
      if outcome != .polled && outcome != .noRelease { await wait(after: outcome) }
    }
    while !Task.isCancelled {
      let outcome =
        switch policy.action {
        case .stream: await stream()
        case .poll: await poll()
        }
      guard !Task.isCancelled else { return }
      await wait(after: outcome)
    }
  }

  private func wait(after outcome: Outcome) async {
    connection =
      switch outcome {
      case .polled, .tooManyStreams: .polling
      default: .disconnected
      }
    let wasPolling = policy.isPolling
    let delay = policy.update(after: outcome, random: dependencies.random())
    // Only a successful poll shows that streams are blocked, rather than the server unreachable.
    if policy.isPolling && !wasPolling { streamsMayBeBlocked = !policy.mayBeOffline }
    if outcome == .unreachable { streamsMayBeBlocked = false }
    if streamsMayBeBlocked, outcome == .polled {
      streamsMayBeBlocked = false
      report(
        FlowMagicError(
          .streamBlocked,
          "Live streams from \(configuration.server.absoluteString) are blocked, "
            + "perhaps by a proxy that buffers them. Polling every "
            + "\(Int(timings.pollInterval.inSeconds)) seconds instead."))
    }
    try? await dependencies.sleep(delay)
  }
}

// MARK: Polling

extension ReleaseClient {
  private func poll() async -> Outcome {
    do throws(TransportFailure) {
      let response = try await transport.send(configuration.releaseRequest(known: knownTag))
      switch response.status {
      case 200:
        serverResponded()
        await accept(response.body)
        return .polled
      case 304:
        serverResponded()
        warnIfExpired()
        return .polled
      default: return outcome(of: response.status, response.headers)
      }
    } catch {
      return outcome(of: error)
    }
  }

  /// Clears the problems that a successful response resolves.
  private func serverResponded() {
    clearProblems(.unreachable, .rejectedKey, .noRelease, .unexpectedResponse, .responseTooLarge)
  }

  /// Reports a failure, unless the request was cancelled; returns its outcome.
  private func outcome(of failure: TransportFailure) -> Outcome {
    switch failure.reason {
    case .cancelled: break
    case .tooLarge:
      report(FlowMagicError(.responseTooLarge, failure.description))
      return .rejected
    case .unreachable, .timedOut:
      report(
        FlowMagicError(
          .unreachable,
          "\(configuration.server.absoluteString) cannot be reached: \(failure.description) The "
            + "current release stays in use."))
    }
    return .unreachable
  }

  /// Reports a response without a release, unless the server is only busy; returns its outcome.
  private func outcome(of status: Int, _ headers: [String: String]) -> Outcome {
    let target =
      "\(configuration.application.string) in \(configuration.environment.string)"
    switch status {
    case 401, 403:
      report(
        FlowMagicError(
          .rejectedKey,
          "The server rejected the SDK key \(configuration.key.id) for \(target) (\(status)). The "
            + "key was revoked or belongs to another environment."))
      return .rejected
    case 404:
      report(
        FlowMagicError(
          .noRelease,
          "The server has no release of \(target), or does not know the application (404)."))
      return .noRelease
    case 429, 503:
      return .busy(retryAfter: Self.retryAfter(headers))
    default:
      report(
        FlowMagicError(
          .unexpectedResponse,
          "Unexpected response \(status) to the request for the release of \(target)."))
      return status >= 500 ? .busy(retryAfter: nil) : .rejected
    }
  }

  private static func retryAfter(_ headers: [String: String]) -> Duration? {
    headers["retry-after"].flatMap(Int.init).map { .seconds($0) }
  }
}

// MARK: Streaming

extension ReleaseClient {
  /// Reads a stream until it ends, breaks or stays idle for too long.
  private func stream() async -> Outcome {
    let began = dependencies.uptime()
    lastReceived = began
    hasReceivedData = false
    isStreamOpen = false
    return await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await self.readStream(began: began) }
      group.addTask { await self.watchIdleTime(began: began) }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first ?? .unreachable
    }
  }

  private func readStream(began: Duration) async -> Outcome {
    var parser = ServerSentEventParser(maximumBytes: configuration.maximumBytes)
    do {
      let response = transport.stream(configuration.streamRequest(known: knownTag))
      for try await event in response {
        switch event {
        case .opened(let status, let headers):
          guard status == 200 else { return await pollInstead(status, headers, response) }
          guard headers["content-type"]?.hasPrefix("text/event-stream") == true else {
            return .streamBlocked
          }
          isStreamOpen = true
          connection = .live
          clearProblems(.unreachable, .rejectedKey, .unexpectedResponse)
        case .bytes(let bytes):
          guard isStreamOpen, !bytes.isEmpty else { continue }
          lastReceived = dependencies.uptime()
          hasReceivedData = true
          for event in try parser.consume(bytes) {
            if let outcome = await handle(event) { return outcome }
          }
          warnIfExpired()
          if let time = parser.reconnectionTime { policy.reconnectionTime = time }
        }
      }
    } catch let error as FlowMagicError {
      report(error)
      return .streamBlocked
    } catch {
      let failure = error as? TransportFailure
      if !isStreamOpen { return outcome(of: failure ?? TransportFailure(.unreachable, "\(error)")) }
    }
    return streamOutcome(began: began)
  }

  /// Polls after a request that opened no stream, to find out whether only streams are blocked.
  ///
  /// A server that is busy is not polled, unless it has only reached its limit of streams.
  ///
  /// - Returns: The outcome of the attempt.
  private func pollInstead(
    _ status: Int, _ headers: [String: String],
    _ response: AsyncThrowingStream<TransportEvent, any Error>
  ) async -> Outcome {
    guard status == 429 || status == 503 else {
      let polled = await poll()
      return polled == .polled ? .streamBlocked : polled
    }
    guard await Self.problemCode(of: response) == "too-many-streams" else {
      return outcome(of: status, headers)
    }
    let polled = await poll()
    return polled == .polled ? .tooManyStreams(retryAfter: Self.retryAfter(headers)) : polled
  }

  /// The code of a problem document; nil if the body is not one or is too long.
  private static func problemCode(
    of response: AsyncThrowingStream<TransportEvent, any Error>
  ) async -> String? {
    var body: [UInt8] = []
    do {
      for try await case .bytes(let bytes) in response {
        body += bytes
        guard body.count <= 8192 else { return nil }
      }
    } catch { return nil }
    return try? JSON(parsing: body)["code"]?.string
  }

  private func streamOutcome(began: Duration) -> Outcome {
    guard hasReceivedData else {
      if isStreamOpen { return .streamBlocked }
      return outcome(
        of: TransportFailure(.timedOut, "It does not respond."))
    }
    clearProblems(.streamBlocked)
    return .streamEnded(duration: dependencies.uptime() - began)
  }

  /// Handles an event; returns an outcome if the server announces that it closes the stream.
  private func handle(_ event: ServerSentEvent) async -> Outcome? {
    switch event.type {
    case "release": await accept(event.data)
    case "goodbye":
      let root = try? JSON(parsing: event.data)
      let delay = root?["reconnectAfter"]?.number?.double ?? 0
      return .serverClosed(reconnectAfter: .milliseconds(min(max(delay, 0), 1e9)))
    default: break  // newer servers may send other events
    }
    return nil
  }

  /// Waits until the stream has been idle for too long; returns nil if it was cancelled before.
  private func watchIdleTime(began: Duration) async -> Outcome? {
    while !Task.isCancelled {
      let limit = hasReceivedData ? timings.idleTimeout : timings.openingTimeout
      let remaining = lastReceived + limit - dependencies.uptime()
      if remaining <= .zero { return streamOutcome(began: began) }
      try? await dependencies.sleep(remaining)
    }
    return nil
  }
}
