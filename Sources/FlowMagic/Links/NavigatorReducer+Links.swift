package import FlowCore
package import Foundation

extension NavigatorReducer {
  /// Opens a URL with an app's links.
  ///
  /// - Returns: The result of the link; a rejection is reported.
  package mutating func open(
    _ url: URL, by links: LinkTable, context: JSONObject
  ) -> LinkResult {
    guard let (link, parameters) = links.match(url) else { return .unknown }
    let outputs: JSONObject
    do {
      outputs = try link.outputs(parameters)
      if let name = parameters.undeclaredNames.withLock({ $0.first }) {
        throw FlowMagicError(
          .invalidLink,
          "The link \(link.pattern.text) reads `\(name)`, which its pattern does not have.")
      }
    } catch {
      report(error)
      return .rejected(ProblemDetail(error).message)
    }
    return openLink(
      to: link.step, of: link.flow, through: link.backStack, outputs: outputs, context: context)
  }

  /// Opens the step of a link with its back stack, or a step that asks for missing data first.
  package mutating func openLink(
    to step: Name, of flow: Name?, through backStack: [Name]?, outputs linkOutputs: JSONObject,
    context: JSONObject
  ) -> LinkResult {
    let outputs = sessionOutputs(overriddenBy: linkOutputs)
    for release in releases {
      guard let index = release.flow(of: step, in: flow) else { continue }
      if let backStack {
        let resolver = linkResolver(to: step, of: index, in: release, outputs, context)
        if let session = resolver.session(withBackStack: backStack), present(session) == nil {
          return .opened
        }
        continue
      }
      // Start from the user's current flow, so that the step's flow returns to it; otherwise from
      // the step's own flow.
      let rootID = state.session.map { $0.release.flows[Int($0.rootFlow)].id }
      let currentRoot = rootID.flatMap { release.flowIndex($0) } ?? 0
      for root in currentRoot == index ? [index] : [currentRoot, index] {
        let resolver = linkResolver(
          to: step, of: index, from: root, in: release, outputs, context)
        switch resolver.resolve() {
        case .step(let session): if present(session) == nil { return .opened }
        case .needsInput(let session):
          guard present(session) == nil else { continue }
          return .needsInput(session.current?.step ?? step)
        case .blocked(let decision, let port):
          let error = FlowMagicError(
            .blockedLink,
            "Step \(step) is behind the decision \(decision.screen) of step \(decision.step), "
              + "which chooses its port \(port) for this user. A link cannot bypass it.")
          report(error)
          return .rejected(error.message)
        case nil: break
        }
      }
    }
    // No path leads to the step: open it alone, or report why that fails.
    let before = effects.count
    let flow =
      flow
      ?? releases.lazy.compactMap { release in
        release.flow(of: step, in: nil).map { release.flows[$0].id }
      }.first
    if open(step, of: flow, outputs: linkOutputs, context: context) { return .opened }
    for effect in effects[before...] {
      if case .error(let error) = effect { return .rejected(ProblemDetail(error).message) }
    }
    return .rejected("Step \(step) cannot be shown.")
  }

  /// The outputs of the running session, overridden by those of a link.
  func sessionOutputs(overriddenBy linkOutputs: JSONObject) -> JSONObject {
    var outputs = state.isActive ? state.session?.outputs ?? JSONObject() : JSONObject()
    for member in linkOutputs.members { outputs[member.key] = member.value }
    return outputs
  }

  /// The resolver of a link to a step; its path begins in the flow `root`, or, if nil, in `flow`.
  func linkResolver(
    to step: Name, of flow: Int, from root: Int? = nil, in release: Release,
    _ outputs: JSONObject, _ context: JSONObject
  ) -> LinkResolver {
    let path = state.isActive ? state.session?.path ?? [] : []
    return LinkResolver(
      release: release, root: root ?? flow, flow: flow, step: step, outputs: outputs,
      context: context,
      successors: Dictionary(
        zip(path, path.dropFirst()).map { ($0.location, $1.location) }, uniquingKeysWith: { $1 }),
      screens: screens)
  }

  /// Presents the whole path of a new session.
  ///
  /// - Returns: The error if it cannot be presented; nothing has changed then.
  mutating func present(_ session: Session) -> (any Error)? {
    var path: [ShownStep] = []
    var decoded: [ShownStep.ID: StepValues] = [:]
    var drawnScreens: [ShownStep.ID: DrawnScreenState] = [:]
    var id = lastID
    for (index, presentation) in session.path.enumerated() {
      id += 1
      let step = ShownStep(
        id: id, presentation, content: session.content(at: index),
        metadata: session.metadata(at: index),
        layer: ScreenLayer.Key(id, presentation.style, over: path.last, inPlaceOf: nil))
      do {
        decoded[step.id] = try decode(
          step, session.outputs(before: index), in: session.release)
      } catch {
        return error
      }
      drawnScreens[step.id] = restoredScreenState(of: step, in: session, before: index, nil)
      path.append(step)
    }
    guard let last = path.last else { return nil }
    let before = self
    lastID = id
    begin(session)
    state.lastChange = .root
    contents = decoded
    state.path = path
    state.visits = [:]
    state.drawnScreens = drawnScreens
    if screens[last.screen]?.decision == nil { effects.append(.show(last)) }
    record(.stepShown, last.detail)
    if let error = makeDecisions() {
      self = before
      return error
    }
    return nil
  }
}
