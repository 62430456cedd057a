import FlowBlocks
import FlowCore
import Logging

extension FlowHost {
  /// The seconds after which the answer to a press is not waited for any more: the process that
  /// worked on it is gone.
  private static let longestWork = 15 * 60

  /// Works on a press: one that takes long is answered with a page of its progress, and goes on.
  func worked(
    _ effects: [ScreenEffect], _ visit: Visit, _ arrival: Arrival, _ id: String,
    _ state: VisitState
  ) async throws(WebFailure) -> Answer {
    let running = RunningPress()
    // NB: not a part of the request, which a browser may give up.
    Task {
      var (visit, press) = (visit, Press(id: id, running: running))
      do throws(WebFailure) {
        running.finish(.success(try await counted(effects, &visit, arrival, &press)))
      } catch {
        running.finish(.failure(error))
      }
      presses.remove(running, id)
    }
    var result = await running.answer(within: settings.progressAfter)
    if result == nil {
      // The next request asks for its progress, and must find it.
      presses.add(running, id)
      if running.detach() { return try await waiting(running, state, arrival) }
      presses.remove(running, id)
      result = await running.answer
    }
    if let answer = try Self.own(result) { return answer }
    return try await followed(id, state, arrival)
  }

  /// The answer of a press; nil if another request works on the same.
  private static func own(
    _ result: Result<Answer, WebFailure>?
  ) throws(WebFailure) -> Answer? {
    if case .failure(let failure)? = result, failure.kind == .working { return nil }
    return try result?.get()
  }

  /// Answers a request for a press that is being worked on: with its answer, or with its progress.
  func followed(
    _ id: String, _ state: VisitState, _ arrival: Arrival, isCancelling: Bool = false
  ) async throws(WebFailure) -> Answer {
    if let running = presses[id] {
      if isCancelling { running.cancel() }
      let result = await running.answer(within: settings.progressAfter)
      if result == nil { return try await waiting(running, state, arrival) }
      if let answer = try Self.own(result) { return answer }
    }
    switch try await claim(id, arrival) {
    case .done(let text):
      guard let answer = Answer(repeating: text) else { throw WebFailure(.broken, "store: \(id)") }
      return answer
    case .running where state.time + Self.longestWork > arrival.second:
      return try await waiting(nil, state, arrival)
    case .running: break
    case .first: await release(id)
    }
    let visit = try await resumed(state, arrival)
    return try await written(visit, arrival, notice: .lostPress, isKept: true)
  }

  /// The page of a press that takes long; a reload of the flow leads to it, too.
  private func waiting(
    _ running: RunningPress?, _ state: VisitState, _ arrival: Arrival
  ) async throws(WebFailure) -> Answer {
    var state = state
    state.isWaiting = true
    let sealed = try await sealed(state, arrival)
    let page = ProgressPage(
      report: running?.progress.latest ?? CallProgress.Report(),
      isCancellable: running?.isCancellable ?? false, state: sealed.page,
      language: arrival.language, action: address(arrival.flow, arrival.place), host: self)
    var answer = Answer(status: 202, body: page.html)
    answer.patch = page.patch
    answer.cookies = [arrival.cookies.set(state: sealed.cookie)]
    answer.refresh = "2; url=" + FlowAddress.header(page.action)
    return answer
  }
}
