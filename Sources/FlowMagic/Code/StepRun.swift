import FlowCore

/// A step while a navigator performs it.
@MainActor
final class StepRun: AskingHost {
  private unowned let navigator: Navigator
  private var log = StepLog()
  private var path: [ShownStep] = []
  private var contents: [ShownStep.ID: any Sendable] = [:]
  private var waiting: CheckedContinuation<Reply, any Error>?
  /// Whether the person has gone back and the step has not yet begun anew.
  private var isGoingBack = false
  private var isLeft = false

  init(_ navigator: Navigator) {
    self.navigator = navigator
  }

  /// Performs the step until it ends, from the beginning each time that the person goes back.
  func perform<S: Step>(_ step: S, _ input: S.Input) async throws -> S.Output {
    while true {
      log.rewind()
      isGoingBack = false
      do {
        let output = try await Asking.$current.withValue(self) { try await step.perform(input) }
        if !isGoingBack { return output }
      } catch {
        if !isGoingBack || isLeft { throw error }
      }
      if isLeft { throw WentBack() }
      try Task.checkCancellation()
    }
  }

  func content(of id: ShownStep.ID) -> (any Sendable)? { contents[id] }

  /// What was entered on the screen that is shown before the person went back over it.
  var draft: JSON? { log.draft }

  /// Takes what the screen that is shown was left with.
  func fire(_ port: Name, output: JSON?, from id: ShownStep.ID) {
    guard id == path.last?.id, let waiting else {
      let message = "\(port) was fired by a screen that is no longer shown; nothing was done."
      return navigator.report(FlowMagicError(.staleScreen, message))
    }
    self.waiting = nil
    waiting.resume(returning: Reply(port: port, output: output))
  }

  /// Goes back one screen; from the first, out of the step.
  func back() -> Bool {
    guard let waiting else { return false }
    self.waiting = nil
    isGoingBack = true
    isLeft = !log.takeBack()
    waiting.resume(throwing: WentBack())
    return true
  }

  /// Ends the step.
  func cancel() {
    isLeft = true
    isGoingBack = true
    resume(throwing: CancellationError())
  }

  private func resume(throwing error: any Error) {
    let waiting = waiting
    self.waiting = nil
    waiting?.resume(throwing: error)
  }

  @MainActor func ask(_ question: Question) async throws -> Reply {
    try Task.checkCancellation()
    if isGoingBack { throw WentBack() }
    if let reply = log.replay(question.screen.name) { return reply }
    guard waiting == nil else {
      throw FlowMagicError(
        .alreadyAsking,
        "A step asked for \(question.screen.name) while another screen waits to be left. Ask for "
          + "one screen after the other.")
    }
    show(question)
    let reply = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting = $0 }
    } onCancel: {
      Task { @MainActor in self.resume(throwing: CancellationError()) }
    }
    log.append(.answer(screen: question.screen.name, reply))
    return reply
  }

  @MainActor func remembered() async throws -> JSON? {
    if isGoingBack { throw WentBack() }
    return log.replayValue()
  }

  @MainActor func remember(_ value: JSON) async throws {
    if isGoingBack { throw WentBack() }
    log.append(.value(value))
  }

  private func show(_ question: Question) {
    let index = log.questionIndex
    let gone = path.dropFirst(index + 1)
    for step in gone { contents[step.id] = nil }
    path.removeLast(gone.count)
    if path.count > index, path[index].screen != question.screen.name {
      contents[path[index].id] = nil
      path.removeLast()
    }
    if path.count == index { path.append(navigator.asked(question.screen.name)) }
    contents[path[index].id] = question.content
    navigator.show(path)
  }
}

extension Navigator {
  /// Performs a step written in Swift, whose screens appear on top of the path.
  ///
  /// When it has ended, the step of the flow that was shown before is shown again; fire its port
  /// with what came out.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - input: What it begins with.
  /// - Returns: What it produces.
  /// - Throws: What the step throws; ``WentBack`` when the person went back out of it, and
  ///   `CancellationError` when the task is cancelled or the flow went elsewhere.
  public func perform<S: Step>(_ step: S, _ input: S.Input) async throws -> S.Output {
    guard run == nil else {
      throw FlowMagicError(
        .alreadyAsking, "A step is being performed already; perform this one inside it.")
    }
    let run = StepRun(self)
    self.run = run
    defer { end(run) }
    return try await run.perform(step, input)
  }

  /// Performs a step that begins with nothing.
  ///
  /// - Parameter step: The step.
  /// - Returns: What it produces.
  /// - Throws: What `perform` with an input throws.
  public func perform<S: Step>(_ step: S) async throws -> S.Output where S.Input == Void {
    try await perform(step, ())
  }

  func asked(_ screen: Name) -> ShownStep {
    lastAsked -= 1
    let flow = walk.state.current?.flow ?? ""
    return ShownStep(id: lastAsked, flow: flow, step: screen, screen: screen)
  }

  func show(_ path: [ShownStep]) {
    asked = path
    if let last = path.last { hooks.willShow?(last) }
    announce()
  }

  private func end(_ run: StepRun) {
    guard self.run === run else { return }
    self.run = nil
    asked = []
    announce()
  }
}
