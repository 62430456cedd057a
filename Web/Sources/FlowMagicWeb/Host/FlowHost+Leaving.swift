import FlowCore
import Logging

/// A way out of a screen.
struct Leaving: Sendable {
  let port: Name
  /// The output, secrets included.
  let output: JSON?
  /// The id of the press.
  let press: String
}

extension FlowHost {
  /// Leaves the screen, and runs what belongs to it: once for each press, however often it is sent.
  func leave(
    _ leaving: Leaving, _ visit: inout Visit, _ arrival: Arrival, to address: String?
  ) async throws(WebFailure) -> Answer {
    guard let shown = visit.session.current, let screen = visit.release.screen(shown.screen) else {
      throw WebFailure(.broken, "no drawn screen to leave")
    }
    var next = visit.session
    let transition = next.fire(
      leaving.port, output: leaving.output.map { Visit.withoutSecrets($0, screen) })
    if case .fail(let error) = transition.effect {
      settings.logger.error(
        "A screen could not be left.", metadata: ["error": .string(error.message)])
      return try await written(visit, arrival, notice: .failedPress, isKept: true)
    }
    var outcome: Name?
    if case .finish(let name) = transition.effect { outcome = name }
    if settings.submitted != nil || outcome != nil {
      if let answer = try await claimed(leaving.press, arrival) { return answer }
    }
    let before = visit
    do {
      try await settings.submitted?(submission(leaving, shown, arrival))
      visit.session = next
      let ending = try await ending(outcome, visit, leaving, arrival)
      record(transition, arrival)
      return try await left(before, visit, ending, leaving, arrival, to: address)
    } catch {
      await giveUp(leaving.press, error)
      return try await written(before, arrival, notice: .failedPress, isKept: true)
    }
  }

  private func submission(
    _ leaving: Leaving, _ shown: Presentation, _ arrival: Arrival
  ) -> Submission {
    Submission(
      flow: arrival.flow, step: shown.step, port: leaving.port, output: leaving.output,
      visitor: arrival.visit.pseudonym, press: leaving.press)
  }

  /// Runs what the app does at the end; nil before it.
  private func ending(
    _ outcome: Name?, _ visit: Visit, _ leaving: Leaving, _ arrival: Arrival
  ) async throws -> FlowEnding? {
    guard let outcome else { return nil }
    return try await settings.finished(
      FinishedFlow(
        flow: arrival.flow, outcome: outcome, outputs: visit.session.outputs,
        visitor: arrival.visit.pseudonym, press: leaving.press))
  }

  /// The answer after the screen was left.
  private func left(
    _ before: Visit, _ visit: Visit, _ ending: FlowEnding?, _ leaving: Leaving,
    _ arrival: Arrival, to address: String?
  ) async throws(WebFailure) -> Answer {
    var visit = visit
    var address = address
    let isGerman = Language.isGerman(arrival.language)
    switch ending {
    case nil: try await show(&visit, arrival)
    case .standard:
      visit.ending = Visit.Ending(
        title: WebText.finishedTitle.text(isGerman: isGerman),
        text: WebText.finishedText.text(isGerman: isGerman))
    case .page(let title, let text): visit.ending = Visit.Ending(title: title, text: text)
    case .redirect(let target):
      guard FlowAddress.isAllowed(target, hosts: settings.allowedHosts) else {
        throw WebFailure(.broken, "the ending leads to a host that is not allowed")
      }
      // Going back from there shows the last step again, not the way there.
      visit = before
      address = FlowAddress.header(target)
    }
    let answer = try await moved(visit, arrival, to: address)
    if settings.submitted != nil || ending != nil { await complete(leaving.press, answer) }
    return answer
  }

  // MARK: Once for each press

  /// Claims a press; the answer to it, if it was sent before.
  private func claimed(_ press: String, _ arrival: Arrival) async throws(WebFailure) -> Answer? {
    let expiry = arrival.second + Int(settings.lifetime.components.seconds)
    do {
      switch try await settings.store.claim(press, until: expiry) {
      case .first: return nil
      case .running: throw WebFailure(.working)
      case .done(let text): return Answer(repeating: text)
      }
    } catch let failure as WebFailure {
      throw failure
    } catch {
      throw WebFailure(.broken, "store: \(error)")
    }
  }

  private func complete(_ press: String, _ answer: Answer) async {
    do {
      try await settings.store.complete(press, with: answer.repeated)
    } catch {
      settings.logger.error(
        "The answer to a press could not be stored.", metadata: ["error": "\(error)"])
    }
  }

  private func giveUp(_ press: String, _ error: any Error) async {
    settings.logger.error("A press has failed.", metadata: ["error": "\(error)"])
    do {
      try await settings.store.release(press)
    } catch {
      settings.logger.error(
        "A press could not be given up.", metadata: ["error": "\(error)"])
    }
  }
}
